// Finding text in the source, and going to a line.  The browser's own search sees only the lines that are drawn.
import { h, number } from "./dom";

const MOST = 9999;

export interface Match {
  begin: number;
  end: number;
}

export interface Target {
  text(): string;
  goToLine(line: number): void;
  /** Shows what was found; `current` is brought into view. */
  found(matches: Match[], current: Match | null): void;
}

/** Every place where a text occurs; capital letters count only if there are some in what is sought. */
export function matchesOf(text: string, sought: string): Match[] {
  if (!sought) return [];
  const exact = sought !== sought.toLowerCase();
  const hay = exact ? text : text.toLowerCase();
  const found: Match[] = [];
  // Letters whose small form is longer would shift what follows.
  if (hay.length !== text.length) return exact ? found : matchesExactly(text, sought);
  for (let at = hay.indexOf(sought); at >= 0 && found.length < MOST; at = hay.indexOf(sought, at + sought.length))
    found.push({ begin: at, end: at + sought.length });
  return found;
}

function matchesExactly(text: string, sought: string): Match[] {
  const found: Match[] = [];
  for (let at = text.indexOf(sought); at >= 0 && found.length < MOST; at = text.indexOf(sought, at + sought.length))
    found.push({ begin: at, end: at + sought.length });
  return found;
}

export class FindBox {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly status: HTMLElement;
  private matches: Match[] = [];
  private at = -1;

  constructor(private readonly target: Target) {
    this.input = h("input", {
      type: "search",
      class: "find",
      placeholder: "Find, or :line",
      "aria-label": "Find in the source; a colon and a number go to a line",
      title: "Find (f); :120 goes to line 120 (l); Enter: next, Shift+Enter: previous",
      input: () => this.search(),
      keydown: (event) => this.key(event as KeyboardEvent),
    });
    this.status = h("span", { class: "count", role: "status" });
    this.root = h("span", { class: "findbox" }, this.input, this.status);
  }

  focus(prefix = ""): void {
    this.input.value = prefix;
    this.search();
    this.input.focus();
  }

  /** Another file is shown. */
  reset(): void {
    this.at = -1;
    if (this.input.value && !this.input.value.startsWith(":")) this.search();
  }

  private search(): void {
    const sought = this.input.value;
    const line = /^:\s*(\d+)$/.exec(sought);
    this.matches = sought.startsWith(":") ? [] : matchesOf(this.target.text(), sought);
    this.at = this.matches.length ? 0 : -1;
    this.show();
    if (line) this.target.goToLine(Number(line[1]));
  }

  private show(): void {
    const n = this.matches.length;
    const sought = this.input.value && !this.input.value.startsWith(":");
    this.status.textContent = !sought ? "" : n ? `${number(this.at + 1)} of ${number(n)}` : "not found";
    this.target.found(this.matches, this.matches[this.at] ?? null);
  }

  step(step: number): void {
    const n = this.matches.length;
    if (!n) return;
    this.at = (this.at + step + n) % n;
    this.show();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      event.preventDefault();
      this.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.input.value = "";
      this.search();
      this.input.blur();
    }
  }
}
