#!/usr/bin/env python3
"""Precision and soundness of dependencies on generated Viper programs.

  viper.py WARRANT FOLDER SCRATCH [--all] [--validate] [--only TEXT] [--bases FOLDER] [--jobs N]

Each method of the base programs has one query line and a hole, and each interference is put into each hole.  Lines are marked
//D (the query depends on it), //I (it does not) and //Q (the query); other lines may go either way.  The hole names what the
interference may use: `//# rw: x.f, n; ro: m; inv: m > 0` are places that it may write, expressions that it may read, and what is known there.
In an interference `@` is a prefix of the method's own, and $rw, $ro, $ro2, $pw (a variable), $hw (a field of a reference) and $inv are taken from
the hole; where the hole has none, a new variable or reference takes its place.

--validate checks the marks with `warrant verify`: each program verifies, it verifies without the irrelevant lines, and no method
verifies without any one of its dependency lines.  A cell that fails the first two checks counts as invalid and is left out.
Without --all, a sample of the interferences is tried.  --bases reads other base programs: their annotations @dependency, @irrelevant,
@testAssertion and the comment $PrecisionTest take the place of the marks.
"""
import argparse, json, os, pathlib, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

SAMPLE = ("03-assert-two", "17-predicate-same-field", "23-infeasible-branch")


class Line:
    def __init__(self, text, mark="", method=0):
        self.text, self.mark, self.method = text, mark, method


def marked(text):
    m = re.search(r"\s*//([A-Z])\s*$", text)
    return (text[:m.start()], m[1]) if m else (text.rstrip(), "")


def from_annotations(text):
    """A base program with annotations, as lines with marks."""
    kinds, out, pending = {"dependency": "D", "irrelevant": "I", "testAssertion": "Q"}, [], ""
    for line in text.split("\n"):
        hole = re.search(r"//\s*\$PrecisionTest:(.*)", line)
        if hole:
            part = {}
            for key, value in re.findall(r"\$([A-Z_]+)=(\S+)", hole[1]):
                part[key] = value.replace("$_$", " ")
            names = {"READ_WRITE": "rw", "READ_ONLY": "ro", "INVARIANT": "inv"}
            known = "; ".join("%s: %s" % (n, part[k].replace(",", ", ").replace(";", ",") if n != "inv" else part[k])
                              for k, n in names.items() if k in part)
            out.append("//# " + known)
            continue
        line = re.sub(r"//.*", "", line)
        marks = [kinds[m[1]] for m in re.finditer(r"@(\w+)\([^()]*\)", line) if m[1] in kinds]
        line = re.sub(r"@(?:dependency|irrelevant|testAssertion)\([^()]*\)", "", line)
        if not line.strip():
            pending = pending or "".join(marks[:1])
            continue
        mark = pending or "".join(marks[:1])
        pending = ""
        out.append(line.rstrip() + (" //" + mark if mark else ""))
    out.insert(0, "field gen_f: Int")
    return "\n".join(out) + "\n"


def pieces(text):
    """`a, g(b, c)` as two pieces."""
    out, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            out.append(text[begin:i].strip())
            begin = i + 1
    return [p for p in out + [text[begin:].strip()] if p]


class Hole:
    """What replaces the placeholders, and what has to be declared for it."""

    def __init__(self, text, prefix):
        part = dict(p.split(":", 1) for p in text.split(";") if ":" in p)
        part = {k.strip(): v.strip() for k, v in part.items()}
        self.rw, self.ro, self.inv = pieces(part.get("rw", "")), pieces(part.get("ro", "")), part.get("inv", "true")
        self.prefix, self.new = prefix, []

    def fresh(self, name, kind):
        name = self.prefix + name
        self.new.append("  var %s: %s" % (name, kind))
        return name

    def value(self, key):
        read = self.ro + self.rw
        heap = [p for p in self.rw if re.search(r"\.\w+$", p)]
        plain = [p for p in self.rw if re.fullmatch(r"\w+", p)]
        if key == "inv":
            return self.inv
        if key == "ro":
            return read[0] if read else self.fresh("r", "Int")
        if key == "ro2":
            return read[1] if len(read) > 1 else self.value("ro")
        if key == "hw":
            if heap:
                return heap[0]
            name = self.fresh("h", "Ref")
            self.new.append("  %s := new(f)" % name)
            return name + ".f"
        return plain[0] if plain else self.fresh("w", "Int")

    def fill(self, text):
        found = {}
        def put(m):
            found.setdefault(m[1], None)
            found[m[1]] = found[m[1]] or self.value(m[1])
            return found[m[1]]
        return re.sub(r"\$(inv|ro2|ro|hw|pw|rw)\b", put, text.replace("@", self.prefix))


def sections(text):
    part, out = None, {"top": [], "hole": []}
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("#"):
            part = line[1:].strip()
        else:
            out[part].append(line)
    return out


def compose(base, interference):
    part = sections(interference) if interference else {"top": [], "hole": []}
    out, method = [], 0
    for line in base.rstrip("\n").split("\n"):
        method += bool(re.match(r"\s*method\b", line))
        hole = re.match(r"\s*//#(.*)", line)
        if not hole:
            out.append(Line(*marked(line), method))
            continue
        place = Hole(hole[1], "g%d_" % method)
        lines = place.fill("\n".join(part["hole"])).split("\n") if part["hole"] else []
        for one in place.new + lines:
            out.append(Line(*marked(one), method))
    for line in part["top"]:
        out.append(Line(*marked(line), 0))
    return out


def without(line, number):
    """The line without its element.  A dependency line leaves what it touches; an irrelevant line is deleted."""
    text = line.text
    cond = re.match(r"(\s*(?:if|while) )\(.*\)(\s*\{?)$", text) or re.match(r"(\s*(?:if|while)\s*)\(.*\)(\s*\{?)$", text)
    if cond:
        return "%s(gen_any_bool(%d))%s" % (cond[1], number, cond[2])
    if re.match(r"\s*package\b.*\{$", text):
        return "  if (gen_any_bool(%d)) {" % number
    assign = re.match(r"(\s*)([\w.\[\]()<>, ]+?) := (.*)$", text)
    if line.mark == "D" and assign and not assign[3].startswith("new(") and not re.match(r"(\w*[uU]p|\w*[sS]um\w*|gen_next)\(", assign[3]):
        kind = "ref" if assign[2].endswith("next") or assign[3] == "null" else "seq" if "Seq(" in assign[3] else "int"
        return "%s%s := gen_any_%s(%d)" % (assign[1], assign[2], kind, number)
    return ""


ANY = ("function gen_any_bool(k: Int): Bool", "function gen_any_int(k: Int): Int", "function gen_any_ref(k: Int): Ref",
       "function gen_any_seq(k: Int): Seq[Int]")


def text_of(lines, gone=None):
    out = [without(l, i) if gone and gone(l, i) else l.text for i, l in enumerate(lines)]
    return "\n".join(out + (list(ANY) if gone else [])) + "\n"


def verify(args, path):
    """None: no verdict; else the lines of errors."""
    done = subprocess.run([args.warrant, "verify", "--json", str(path)], capture_output=True)
    try:
        doc = json.loads(done.stdout)
        if doc["files"][0]["status"] != "ok":
            return None
        return {d["line"] for f in doc["files"] for d in f["diagnostics"] if d["severity"] == "error"}
    except (ValueError, KeyError, IndexError):
        return None


def validate(args, name, lines):
    """What is wrong with the program itself, and what with its marks."""
    path = pathlib.Path(args.scratch) / ("v-" + name)
    path.write_text(text_of(lines))
    if verify(args, path) != set():
        return ["it does not verify"], []
    path.write_text(text_of(lines, lambda l, i: l.mark == "I"))
    if verify(args, path) != set():
        return ["it does not verify without the irrelevant lines"], []
    wrong, most = [], 0
    place = {}  # line -> number among the dependency lines of its method
    for i, l in enumerate(lines):
        if l.mark == "D":
            place[i] = sum(1 for k in place if lines[k].method == l.method)
            most = max(most, place[i] + 1)
    for n in range(most):
        path.write_text(text_of(lines, lambda l, i: place.get(i) == n))
        errors = verify(args, path)
        if errors is None:
            wrong.append("no verdict without dependency line %d of the methods" % n)
            continue
        failed = {lines[e - 1].method for e in errors if e <= len(lines)}
        wrong += ["it verifies without line %d: %s" % (i + 1, lines[i].text.strip())
                  for i, k in place.items() if k == n and lines[i].method not in failed]
    return [], wrong


def why(args, path, line):
    done = subprocess.run([args.warrant, "why", "--json", "%s:%d" % (path, line)], capture_output=True)
    try:
        doc = json.loads(done.stdout)
        if not doc["goals"] or any(g["verdict"] != "proved" for g in doc["goals"]):
            return None
        proof = any(d.get("part") == "proof" for d in doc["dependencies"])
        return {d["line"] for d in doc["dependencies"] if d.get("class") != "internal" and not (proof and d.get("part") == "contradiction")}
    except (ValueError, KeyError):
        return None


class Cell:
    def __init__(self):
        self.invalid, self.marks, self.rows, self.notes = [], [], [], []

    def precision(self):
        return sum(r[0] for r in self.rows) / len(self.rows) if self.rows else None

    def sound(self):
        return all(r[1] for r in self.rows)


def measure(args, name, lines):
    cell = Cell()
    if args.validate:
        cell.invalid, cell.marks = validate(args, name, lines)
        if cell.invalid:
            return cell
    path = pathlib.Path(args.scratch) / name
    path.write_text(text_of(lines))
    for i, l in enumerate(lines):
        if l.mark != "Q":
            continue
        got = why(args, path, i + 1)
        if got is None:
            cell.notes.append("%s:%d: no proved goal" % (path, i + 1))
            cell.rows.append((0.0, False))
            continue
        mine = [k + 1 for k, o in enumerate(lines) if o.method == l.method]
        extra = sorted(k for k in got if lines[k - 1].mark == "I" or lines[k - 1].method not in (0, l.method) and lines[k - 1].mark in ("D", "Q"))
        missing = sorted(k for k in mine if lines[k - 1].mark == "D" and k not in got)
        if extra or missing:
            cell.notes.append("%s:%d: missing %s, irrelevant %s" % (path, i + 1, missing, extra))
        cell.rows.append(((len(got) - len(extra)) / max(1, len(got)), not missing))
    return cell


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warrant"), parser.add_argument("folder"), parser.add_argument("scratch")
    parser.add_argument("--all", action="store_true"), parser.add_argument("--validate", action="store_true")
    parser.add_argument("--only", default=""), parser.add_argument("--bases"), parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    os.makedirs(args.scratch, exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = os.path.abspath(args.scratch)
    folder = pathlib.Path(args.folder)
    found = sorted(pathlib.Path(args.bases).glob("*.vpr") if args.bases else (folder / "bases").glob("*.vpr"))
    bases = {p.stem: from_annotations(p.read_text()) if args.bases else p.read_text() for p in found}
    ways = {"00-none": ""}
    ways.update((p.stem, p.read_text()) for p in sorted((folder / "interferences").glob("*.txt")))
    count = len(ways) - 1
    if not args.all:
        ways = {k: v for k, v in ways.items() if k in SAMPLE}
    work = [(w, b) for w in ways for b in bases if args.only in w + " " + b]
    with ThreadPoolExecutor(args.jobs) as pool:
        cells = dict(zip(work, pool.map(lambda k: measure(args, "%s-%s.vpr" % (k[0], k[1]), compose(bases[k[1]], ways[k[0]])), work)))
    print("1..%d" % (len(cells) + 1))
    print("# precision; `!`: not sound; `x`: invalid; columns: " + " ".join(bases))
    for w in ways:
        row = [cells.get((w, b)) for b in bases]
        print("# %-26s %s" % (w, " ".join("   . " if c is None else "   x " if c.invalid else "%4.2f%s" % (c.precision() or 0, " " if c.sound() else "!")
                                          for c in row)))
    rows = [r for c in cells.values() for r in c.rows]
    bad = 0
    for number, (key, cell) in enumerate(cells.items(), 1):
        good = not cell.marks and not cell.notes
        bad += not good
        for note in cell.invalid + cell.marks + cell.notes:
            print("# %s in %s: %s" % (key[0], key[1], note))
        print("%sok %d - %s in %s%s" % ("" if good else "not ", number, key[0], key[1], " # SKIP invalid" if cell.invalid else ""))
    enough = bool(args.bases) or (len(bases) >= 12 and count >= 30)
    print("%sok %d - %d bases, %d interferences" % ("" if enough else "not ", len(cells) + 1, len(bases), count))
    print("# %d cells, %d assertions: %.2f %% sound, mean precision %.4f" % (
        len(cells), len(rows), 100.0 * sum(r[1] for r in rows) / max(1, len(rows)), sum(r[0] for r in rows) / max(1, len(rows))))
    sys.exit(1 if bad or not enough else 0)


main()
