# Thin verbs over the scripts; the build itself is Meson's.
.PHONY: all check ci format bless generate bench clean
all:
	@tools/setup build
check:
	@./check
ci:
	@.ci/run
format:
	@git ls-files 'src/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' | xargs clang-format -i
bless:
	@tools/bless
generate:
	@tools/generate
bench:
	@bench/front
clean:
	@rm -rf build build-sanitize build-tsan
