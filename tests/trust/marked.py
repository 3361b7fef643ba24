"""Programs with known answers, through the binary: on each line that ends with `// fails` an error is reported, and on no other line.  The programs are verified
as they stand, with the declarations in another order, and with all of a file's goals explained.

  marked.py WARRANT"""
import json, os, pathlib, subprocess, sys, tempfile

warrant, folder = os.path.abspath(sys.argv[1]), pathlib.Path(__file__).parent / "marked"
count = failed = 0


def ok(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("\n".join("# " + line for line in str(detail).splitlines()[:30]))


def check(command, *options):
    for path in sorted(folder.iterdir()):
        lines = path.read_text().splitlines()
        wanted = [number for number, line in enumerate(lines, 1) if line.endswith("// fails")]
        child = subprocess.run([warrant, command, "--json", "--cache=off", "-j1", *options, str(path)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        document = json.loads(child.stdout)["files"][0]
        verdicts = {goal["verdict"] for procedure in document["procedures"] for goal in procedure["goals"]}
        found = sorted({entry["line"] for entry in document["diagnostics"] if entry["severity"] == "error"})
        wrong = [f"{line}: {'an error' if line in found else 'no error'}: {lines[line - 1].strip()}" for line in sorted(set(found) ^ set(wanted))]
        ok(wanted and not wrong and child.returncode == 1 and verdicts == {"proved", "failed"}, f"{command} {' '.join(options)} {path.name}: {len(wanted)} of {sum('assert' in line for line in lines)} lines",
           "\n".join(wrong) + f"\n{child.returncode} {verdicts} {child.stderr}")


check("verify")
check("verify", "--seed", "7", "--untracked")
check("cover", "--cores=fast")
print(f"1..{count}")
sys.exit(failed > 0)
