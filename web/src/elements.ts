// What stands at one place of the text, in all its roles.
import type { RawElement } from "./data";
import type { Element, Item, Model, Place, SourceFile } from "./model";
import { itemsStatus, knownStatus, TROUBLE } from "./status";

/** What the run says about an element. */
export interface Known {
  raw: RawElement;
  place: Place;
  /** What it is in the document. */
  items: Item[];
}

class Places {
  private readonly all = new Map<SourceFile, Map<string, Element>>();

  /** The element at a place; made when there is none. */
  at(place: Place): Element {
    let places = this.all.get(place.file);
    if (!places) this.all.set(place.file, (places = new Map()));
    const key = `${place.begin}-${place.end}`;
    let element = places.get(key);
    if (!element) {
      element = { place, items: [], status: "proved", generated: false, known: null };
      places.set(key, element);
      place.file.elements.push(element);
    }
    return element;
  }

  /** Null: there is nothing. */
  find({ file, begin, end }: Place): Element | null {
    return this.all.get(file)?.get(`${begin}-${end}`) ?? null;
  }
}

export function buildElements(model: Model, known: Known[]): void {
  const places = new Places();
  for (const item of [...model.goals, ...model.facts]) {
    if (!item.at || item.at.begin >= item.at.end) continue;
    item.element = places.at(item.at);
    item.element.items.push(item);
  }
  for (const { raw, place, items } of known) {
    const element = places.at(place);
    element.known ??= raw;
    // A clause that takes effect only at calls stands here all the same.
    if (!element.items.length) element.items.push(...items);
  }
  for (const file of model.files) {
    file.elements.sort((a, b) => a.place.begin - b.place.begin || b.place.end - a.place.end);
    for (const element of file.elements) {
      const { items } = element;
      element.status = element.known ? knownStatus(element.known, items) : itemsStatus(items);
      const foreign = element.known ? !!element.known.prelude : items.every((item) => item.generated);
      element.generated = foreign && !TROUBLE.includes(element.status);
    }
  }
  for (const diagnostic of model.diagnostics) {
    if (diagnostic.goal || !diagnostic.raw.finding || !diagnostic.at) continue;
    for (const item of places.find(diagnostic.at)?.items ?? []) item.diagnostics.push(diagnostic);
  }
}
