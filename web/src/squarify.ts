// A treemap: rectangles whose areas are given, as square as possible (Bruls, Huizing and van Wijk).

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The worst ratio of sides in a row of areas along a side. */
function worst(row: number[], sum: number, side: number): number {
  const thick = sum / side;
  return Math.max(...row.map((area) => Math.max(area / thick / thick, (thick * thick) / area)));
}

/** Areas in falling order, all larger than zero; their sum is the area of the room. */
export function squarify(areas: number[], room: Rect): Rect[] {
  const out: Rect[] = [];
  let { x, y, width, height } = room;
  let at = 0;
  while (at < areas.length) {
    const side = Math.min(width, height);
    const row = [areas[at] as number];
    let sum = row[0] as number;
    while (at + row.length < areas.length) {
      const next = areas[at + row.length] as number;
      if (worst([...row, next], sum + next, side) > worst(row, sum, side)) break;
      row.push(next);
      sum += next;
    }
    const thick = side > 0 ? sum / side : 0;
    let along = 0;
    for (const area of row) {
      const length = thick > 0 ? area / thick : 0;
      out.push(
        width >= height
          ? { x, y: y + along, width: thick, height: length }
          : { x: x + along, y, width: length, height: thick },
      );
      along += length;
    }
    if (width >= height) {
      x += thick;
      width -= thick;
    } else {
      y += thick;
      height -= thick;
    }
    at += row.length;
  }
  return out;
}
