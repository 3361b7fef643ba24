// Light or dark: as the system says until the reader chooses.

const KEY = "warrant-theme";

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a page from disk may have no storage
  }
}

export class Theme {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private readonly listeners: (() => void)[] = [];
  private choice = stored();

  constructor() {
    this.apply();
    this.system.addEventListener("change", () => this.apply());
    // Paper is white.
    addEventListener("beforeprint", () => (document.documentElement.dataset["theme"] = "light"));
    addEventListener("afterprint", () => this.apply());
  }

  dark(): boolean {
    return this.choice ? this.choice === "dark" : this.system.matches;
  }

  toggle(): void {
    this.choice = this.dark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.choice);
    } catch {
      // it holds for this visit
    }
    this.apply();
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.dark() ? "dark" : "light";
    for (const listener of this.listeners) listener();
  }
}
