"""The axioms in the text of a program, for the audits of `warrant axioms`: where they stand, and the program without some of them."""
import bisect, re

HEADING = re.compile(r"(?:; )?(axiom|function-body|unique) (?:.*:)?(\d+):\d+")


class Text:
    """A program, and where the axioms of a document of `axioms --json` stand in it."""

    def __init__(self, path, document):
        self.text = open(path, errors="replace").read()
        self.lines = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.spans, places = {}, []
        for axiom in document["axioms"]:
            # Equal texts are one axiom.  A short text such as a function's body may also stand elsewhere.
            pattern = re.compile(r"\s+".join(map(re.escape, axiom["text"].split())))
            start = 0 if axiom["group"] == "axiom" else self.lines[axiom["line"] - 1]
            found = list(pattern.finditer(self.text, start))
            self.spans[axiom["id"]] = [(axiom["group"], m.start(), m.end()) for m in (found if not start else found[:1])]
            places.append((axiom["line"], axiom["line"], axiom["id"]))
            places += [(self.line_of(m.start()), self.line_of(m.end()), axiom["id"]) for m in (found if not start else found[:1])]
        self.places = sorted(places)

    def line_of(self, offset):
        return bisect.bisect_right(self.lines, offset)

    def end_of(self, begin):
        """Behind the `;` that ends a declaration: one within parentheses belongs to a `var` in an expression.  The text of a document is not the whole axiom if it is long."""
        depth = 0
        for found in re.compile(r"//[^\n]*|[(){}\[\];]").finditer(self.text, begin):
            depth += (found.group() in "({[") - (found.group() in ")}]")
            if depth == 0 and found.group() == ";":
                return found.end()
        return len(self.text)

    def axiom_at(self, line):
        """None: what is there is no axiom that the report counts, such as the theory of a map type."""
        k = bisect.bisect_right(self.places, (line, float("inf"))) - 1
        return self.places[k][2] if k >= 0 and line <= self.places[k][1] else None

    def axiom_of(self, heading):
        """The axiom that a comment of `--dump-smt` names, or the name of an axiom of such a file."""
        found = HEADING.match(heading)
        return self.axiom_at(int(found.group(2))) if found else None

    def with_only(self, kept):
        """The program with `true` in place of all other axioms, as far as they can be found in the text."""
        text = self.text
        for group, begin, end in sorted((s for a, all in self.spans.items() if a not in kept for s in all), key=lambda s: -s[1]):
            if group == "axiom":
                end = self.end_of(begin)
                text = text[:begin] + "axiom true;" + text[end:]  # the encoding of maps depends on the number of axioms
            elif group == "function-body":
                left, right = text.rindex("{", 0, begin + 1), text.index("}", end - 1)
                text = text[:left] + ";" + text[right + 1:]
            else:
                left = text.rindex("unique", 0, end)
                text = text[:left] + text[left + len("unique"):]
        return text
