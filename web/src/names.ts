// Long names: what differs is mostly their end, which is never cut off.
import { h } from "./dom";

/** At most so many letters: the beginning and, rather, the end. */
export function shortName(text: string, most: number): string {
  const head = Math.floor(most / 3);
  return text.length > most ? `${text.slice(0, head)}…${text.slice(text.length - (most - head - 1))}` : text;
}

const LONG = 24;
const TAIL = 12;

/** `full` is what the mouse shows. */
export function splitName(text: string, full = text): HTMLElement {
  const tail = text.length > LONG ? TAIL : 0;
  return h(
    "span",
    { class: "split mono", title: full === text ? text : `${text}\n${full}` },
    h("span", { class: "clip" }, text.slice(0, text.length - tail)),
    tail ? h("span", {}, text.slice(-tail)) : null,
  );
}
