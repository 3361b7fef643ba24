// The graph as a file: an SVG that looks the same without this page.
const PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** A copy with the styles of this page in it, and nothing that only the page needs. */
export function standalone(drawing: SVGSVGElement, background: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [...drawing.querySelectorAll<SVGElement>("*")];
  const to = [...copy.querySelectorAll<SVGElement>("*")];
  to.forEach((element, i) => {
    const style = getComputedStyle(from[i] as SVGElement);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal") element.setAttribute(name, value);
      else if (name === "fill" && value === "none") element.setAttribute(name, "none");
    }
    for (const name of ["class", "style", "tabindex", "role", "aria-pressed", "data-key", "data-light"])
      element.removeAttribute(name);
  });
  const box = drawing.viewBox.baseVal;
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: box.width, height: box.height, fill: background }))
    paper.setAttribute(name, String(value));
  copy.prepend(paper);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.ceil(box.width)));
  copy.setAttribute("height", String(Math.ceil(box.height)));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

export function save(text: string, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
