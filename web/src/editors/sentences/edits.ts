// What the keys mean: each gives the cells as they shall be, all of a step together.

import type { Wanted } from "../../types";
import { Model, follows, place, type Row, type SideName } from "./model";

/** Numbers of segments: how many of the source, how many of the target. */
export type Shape = [number, number];

/** Take rows `first..last` away and put beads of these shapes in their place. */
export function reshaped(model: Model, lengths: [number, number], first: number, last: number, shapes: Shape[], confirmed = false): Wanted {
  const wanted: Wanted = {};
  for (let n = first; n <= last; n++) {
    const row = model.rows[n];
    if (row.kind === "bead") wanted[`b${place(row)}`] = null;
    if (row.confirmed && row.kind === "bead") wanted[`c${place(row)}`] = null;
  }
  const s = Math.min(...model.rows.slice(first, last + 1).map((row) => model.range(row, "source")[0]));
  const t = Math.min(...model.rows.slice(first, last + 1).map((row) => model.range(row, "target")[0]));
  let [i, j] = [s, t];
  for (const [n, m] of shapes) {
    if (n + m === 0) continue;
    const a = model.source.starts[i] ?? lengths[0];
    const c = model.target.starts[j] ?? lengths[1];
    const b = n ? model.source.ends[i + n - 1] : a;
    const d = m ? model.target.ends[j + m - 1] : c;
    wanted[`b${a}-${c}`] = [b, d];
    if (confirmed) wanted[`c${a}-${c}`] = true;
    i += n;
    j += m;
  }
  return wanted;
}

export function shapeOf(model: Model, row: Row): Shape {
  const [s, e] = model.range(row, "source");
  const [t, u] = model.range(row, "target");
  return [e - s, u - t];
}

/** Whether rows can be joined: nothing excluded among them, no jump on either side. */
function hold(model: Model, first: number, last: number): boolean {
  for (let n = first; n <= last; n++) {
    if (model.rows[n].kind === "excluded") return false;
    if (n > first && !follows(model, model.rows[n - 1], model.rows[n])) return false;
  }
  return true;
}

export type Edit = (model: Model, lengths: [number, number], n: number) => Wanted | null;

/** The row and the next one become one. */
export const merge: Edit = (model, lengths, n) => {
  if (n + 1 >= model.rows.length || !hold(model, n, n + 1)) return null;
  const [left, right] = [shapeOf(model, model.rows[n]), shapeOf(model, model.rows[n + 1])];
  return reshaped(model, lengths, n, n + 1, [[left[0] + right[0], left[1] + right[1]]]);
};

/** The row falls apart where the lengths of the parts fit best. */
export const split: Edit = (model, lengths, n) => {
  const row = model.rows[n];
  const [size, tsize] = shapeOf(model, row);
  if (size + tsize < 2 || row.kind === "excluded") return null;
  const [s] = model.range(row, "source");
  const [t] = model.range(row, "target");
  const sums = (side: SideName, from: number, count: number): number[] => {
    const sum = [0];
    for (let k = 0; k < count; k++) sum.push(sum[k] + model[side].ends[from + k] - model[side].starts[from + k]);
    return sum;
  };
  const left = sums("source", s, size);
  const right = sums("target", t, tsize);
  let best: Shape = [0, 0];
  let least = Infinity;
  for (let i = 0; i <= size; i++) {
    for (let j = 0; j <= tsize; j++) {
      if (i + j === 0 || i + j === size + tsize) continue;
      // Two parts with text on both sides are better than a null, whatever the lengths.
      const nulls = Number(i === 0) + Number(j === 0) + Number(i === size) + Number(j === tsize);
      const cost = nulls * 10 + Math.abs(left[i] / (left[size] || 1) - right[j] / (right[tsize] || 1));
      if (cost < least) [least, best] = [cost, [i, j]];
    }
  }
  return reshaped(model, lengths, n, n, [best, [size - best[0], tsize - best[1]]]);
};

/** Both sides of the row stand alone. */
export const nulled: Edit = (model, lengths, n) => {
  const [size, tsize] = shapeOf(model, model.rows[n]);
  const { kind } = model.rows[n];
  if (kind === "excluded" || (kind === "bead" && (!size || !tsize))) return null;
  return reshaped(model, lengths, n, n, [[size, 0], [0, tsize]]);
};

/** Segments of one side cross the edge between row `n` and the next: `count` > 0 downwards. */
export function moved(model: Model, lengths: [number, number], n: number, side: SideName, count: 1 | -1): Wanted | null {
  const at = side === "source" ? 0 : 1;
  if (n < 0 || n + 1 >= model.rows.length || !hold(model, n, n + 1)) return null;
  const above = shapeOf(model, model.rows[n]);
  const below = shapeOf(model, model.rows[n + 1]);
  if (count > 0 ? above[at] < 1 : below[at] < 1) return null;
  above[at] -= count;
  below[at] += count;
  return reshaped(model, lengths, n, n + 1, [above, below]);
}

export function confirmed(model: Model, first: number, last: number): Wanted {
  const wanted: Wanted = {};
  for (let n = first; n <= last; n++) if (model.rows[n].kind === "bead") wanted[`c${place(model.rows[n])}`] = true;
  return wanted;
}

/** A segment falls apart; white space at the cut belongs to neither part. `text` is the segment's. */
export function cut(model: Model, side: SideName, segment: number, at: number, text: string): Wanted | null {
  const letter = side === "source" ? "s" : "t";
  const begin = model[side].starts[segment];
  const points = [...text];
  let left = at - begin;
  let right = left;
  while (left > 0 && /\s/u.test(points[left - 1])) left--;
  while (right < points.length && /\s/u.test(points[right])) right++;
  if (left <= 0 || right >= points.length || model.corrections[side].has(begin)) return null;
  return { [`${letter}${begin}`]: begin + left, [`${letter}${begin + right}`]: model[side].ends[segment] };
}

/** A segment and the next one become one, with the text of both; rows that it bridges become one, too. */
export function joinedSegments(model: Model, lengths: [number, number], side: SideName, segment: number, both = ""): Wanted | null {
  const { starts, ends } = model[side];
  if (segment < 0 || segment + 1 >= starts.length) return null;
  const letter = side === "source" ? "s" : "t";
  const rowOf = (k: number): number =>
    model.rows.findIndex((row) => {
      const [from, to] = model.range(row, side);
      return from <= k && k < to;
    });
  const [first, last] = [rowOf(segment), rowOf(segment + 1)];
  if (first < 0 || last < first || !hold(model, first, last)) return null;
  let wanted: Wanted = {};
  if (first !== last) {
    const total: Shape = [0, 0];
    for (let n = first; n <= last; n++) {
      const shape = shapeOf(model, model.rows[n]);
      total[0] += shape[0];
      total[1] += shape[1];
    }
    wanted = reshaped(model, lengths, first, last, [total]);
  }
  wanted[`${letter}${starts[segment]}`] = ends[segment + 1];
  wanted[`${letter}${starts[segment + 1]}`] = null;
  const corrections = model.corrections[side];
  if (corrections.has(starts[segment]) || corrections.has(starts[segment + 1])) {
    const text = side === "source" ? "u" : "v";
    wanted[`${text}${starts[segment]}`] = both;
    wanted[`${text}${starts[segment + 1]}`] = null;
  }
  return wanted;
}

/** Another text for a segment; the one that was found is no correction. */
export function correctedText(model: Model, side: SideName, segment: number, text: string, found: string): Wanted {
  const written = text.replace(/\s+/gu, " ").trim();
  return { [`${side === "source" ? "u" : "v"}${model[side].starts[segment]}`]: written === found || !written ? null : written };
}

/** Rows become a zone; an excluded stretch has no beads. The same kind again takes the zone away. */
export function zoned(model: Model, first: number, last: number, kind: string): Wanted {
  const rows = model.rows.slice(first, last + 1);
  const wanted: Wanted = {};
  const touched = model.zones.filter((zone) => rows.some((row) => zone.a <= row.a && row.b <= zone.b && zone.c <= row.c && row.d <= zone.d));
  for (const zone of touched) wanted[`z${zone.a}-${zone.c}`] = null;
  if (touched.length && touched.every((zone) => zone.kind === kind)) return wanted;
  const a = Math.min(...rows.map((row) => row.a));
  const c = Math.min(...rows.map((row) => row.c));
  wanted[`z${a}-${c}`] = [Math.max(...rows.map((row) => row.b)), Math.max(...rows.map((row) => row.d)), kind];
  if (kind !== "exclude") return wanted;
  for (const row of rows) {
    if (row.kind !== "bead") continue;
    wanted[`b${place(row)}`] = null;
    if (row.confirmed) wanted[`c${place(row)}`] = null;
  }
  return wanted;
}
