// A long list of which only the visible part is in the page.  All rows have one height.

export class Virtual {
  private readonly body: HTMLElement;
  private count = 0;
  private from = 0;
  private to = 0;
  private all = false;

  constructor(
    readonly scroller: HTMLElement,
    private readonly space: HTMLElement,
    private readonly height: number,
    private readonly row: (index: number) => HTMLElement,
  ) {
    this.body = document.createElement("div");
    this.body.className = "rows";
    if (space.getAttribute("role")) this.body.setAttribute("role", "presentation");
    space.append(this.body);
    scroller.addEventListener("scroll", () => this.update(false), { passive: true });
    new ResizeObserver(() => this.update(false)).observe(scroller);
  }

  /** Draws again from scratch. */
  reset(count: number): void {
    this.count = count;
    this.space.style.height = this.all ? "auto" : `${count * this.height}px`;
    this.update(true);
  }

  /** Everything, for printing, but at most `most` rows; returns how many are left out. */
  expand(most: number): number {
    this.all = true;
    const count = Math.min(this.count, most);
    this.space.style.height = "auto";
    this.body.style.transform = "none";
    this.draw(0, count);
    return this.count - count;
  }

  collapse(): void {
    this.all = false;
    this.reset(this.count);
  }

  private update(force: boolean): void {
    if (this.all) return;
    const view = this.scroller.clientHeight;
    const top = Math.max(0, this.scroller.scrollTop - this.space.offsetTop);
    const first = Math.floor(top / this.height);
    const visible = Math.ceil(view / this.height) + 1;
    if (!force && first >= this.from && first + visible <= this.to) return;
    if (!force && this.to === this.count && this.from === 0) return;
    const from = Math.max(0, first - 15);
    this.draw(from, Math.min(this.count, first + visible + 15));
  }

  private draw(from: number, to: number): void {
    const focused = this.body.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-focus")
      : null;
    const rows: HTMLElement[] = [];
    for (let i = from; i < to; i++) rows.push(this.row(i));
    this.body.replaceChildren(...rows);
    this.from = from;
    this.to = to;
    if (!this.all) this.body.style.transform = `translateY(${from * this.height}px)`;
    if (focused) {
      this.body.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
  }

  /** Brings a row into view; `center` when it is not there yet. */
  reveal(index: number): void {
    const top = this.space.offsetTop + index * this.height;
    const view = this.scroller.clientHeight;
    const at = this.scroller.scrollTop;
    const margin = Math.min(3 * this.height, view / 4);
    if (top >= at + margin && top + this.height <= at + view - margin) return;
    this.scroller.scrollTop = Math.max(0, top - view / 3);
    this.update(false);
  }
}
