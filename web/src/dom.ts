// Elements from code.  Strings always become text, never markup.

export type Child = Node | string | number | null | undefined | false | Child[];

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/** Characters that change the direction of the text around them could make a program look like another one: they are shown by
    their numbers. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function visible(text: string): string {
  return text.replace(DIRECTIONS, (one) => `\\u{${one.charCodeAt(0).toString(16)}}`);
}

function append(parent: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : visible(String(child)));
  }
}

function assign(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : visible(String(value)));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  assign(element, attributes);
  append(element, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, attributes);
  append(element, children);
  return element;
}

/** Text with what stands between backquotes as code. */
export function prose(text: string): Child[] {
  return text.split(/`([^`]*)`/).map((part, i) => (i % 2 ? h("code", {}, part) : part));
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

const plain = new Intl.NumberFormat("en");

export function count(n: number, one: string, many = one + "s"): string {
  return `${plain.format(n)} ${n === 1 ? one : many}`;
}

export function number(n: number): string {
  return plain.format(n);
}

/** Solver resources, short: 950, 12.3 k, 4.1 M. */
export function short(n: number): string {
  if (n < 10000) return plain.format(n);
  if (n < 1e6) return `${(n / 1e3).toFixed(n < 1e5 ? 1 : 0)} k`;
  return `${(n / 1e6).toFixed(n < 1e8 ? 1 : 0)} M`;
}

export function seconds(s: number): string {
  if (s < 0.0005) return "under 1 ms";
  if (s < 1) return `${Math.round(s * 1000)} ms`;
  return `${s.toFixed(s < 10 ? 1 : 0)} s`;
}

export function percent(part: number, whole: number): string {
  if (!whole) return "–";
  const share = part < whole ? Math.min(99.9, (100 * part) / whole) : 100;
  return `${share === 100 || share === 0 ? share : share.toFixed(1)} %`;
}
