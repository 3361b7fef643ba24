#!/usr/bin/env bash
# Every example and golden program under --self-check: cvc5 refutes no proof, the evaluator confirms every counterexample; a fresh solver
# proves the cores of `cover` again and can leave out none of their members.
# Usage: run.sh WARRANT ROOT [--sample]. With --sample every third program of the first list, for slow builds. Programs that do not lower, or time out, may end with any code but 5.
set -u
warrant=$1 root=$2 every=$([ "${3-}" = --sample ] && echo 3 || echo 1) seen=0 n=0 failed=0 proofs=0 models=0 cores=0 members=0
for f in "$root"/examples/*.bpl "$root"/tests/golden/verify/*.bpl "$root"/tests/prop/programs/*.bpl "$root"/tests/selfcheck/*.bpl; do
  [ -f "$f" ] || continue
  seen=$((seen + 1))
  [ $((seen % every)) = 0 ] || continue
  n=$((n + 1))
  limit=$(grep -ohE -- '--rlimit=[0-9]+' "$f.args" 2>/dev/null) # goals that are not decided are not waited for
  text=$("$warrant" verify --no-cache --self-check --timeout 20 $limit "$f" 2>&1)
  code=$?
  line=$(printf '%s\n' "$text" | grep '^self-check:')
  if [ $code -eq 5 ] || [ $code -gt 127 ]; then
    failed=$((failed + 1))
    printf 'not ok %d - %s\n' "$n" "${f#"$root"/}"
    printf '%s\n' "$text" | sed 's/^/# /'
  else
    printf 'ok %d - %s %s\n' "$n" "${f#"$root"/}" "$line"
  fi
  set -- $(printf '%s\n' "$line" | grep -oE '[0-9]+' | tr '\n' ' ') 0 0 0 0 0 0
  proofs=$((proofs + $3)) models=$((models + $5)) # $1 is the 5 of cvc5
done
for f in "$root"/examples/{binary-search,contradiction,max,transfer}.bpl "$root"/tests/golden/cover/{dead,unnecessary,vacuous}.bpl; do
  n=$((n + 1))
  line=$("$warrant" cover --no-cache --self-check --timeout 20 "$f" 2>&1 | grep '^self-check: .* cores')
  set -- $(printf '%s\n' "$line" | grep -oE '[0-9]+' | tr '\n' ' ') 0 0 0 0 9
  if [ "$1" -gt 0 ] && [ $(($3 + $4 + $5)) -eq 0 ]; then echo "ok $n - cover ${f#"$root"/} $line"
  else echo "not ok $n - cover ${f#"$root"/} $line"; fi
  cores=$((cores + $1)) members=$((members + $2))
done
# What is remembered of a run without it is not taken for checked.
n=$((n + 1)) memory=$(mktemp -d)
XDG_CACHE_HOME=$memory "$warrant" cover "$root"/examples/max.bpl >/dev/null 2>&1
line=$(XDG_CACHE_HOME=$memory "$warrant" cover --self-check "$root"/examples/max.bpl 2>&1 | grep '^self-check: .* cores')
rm -rf -- "$memory"
set -- $(printf '%s\n' "$line" | grep -oE '[0-9]+' | tr '\n' ' ') 0
if [ "$1" -gt 0 ]; then echo "ok $n - checked again beside the cache"; else echo "not ok $n - checked again beside the cache: $line"; fi
# A check that checks nothing must not pass.
n=$((n + 1))
if [ "$proofs" -gt 20 ] && [ "$models" -gt 2 ]; then echo "ok $n - $proofs proofs and $models counterexamples were checked"
else echo "not ok $n - only $proofs proofs and $models counterexamples were checked"; fi
n=$((n + 1))
if [ "$cores" -gt 20 ] && [ "$members" -gt 40 ]; then echo "ok $n - $cores cores and $members members were checked"
else echo "not ok $n - only $cores cores and $members members were checked"; fi
echo "1..$n"
