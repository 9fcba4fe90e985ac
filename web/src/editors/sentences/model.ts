// An alignment as flat arrays, kept up to date from changes of cells rather than read anew.

import type { Offsets } from "../../text/offsets";
import type { Cells, Changes, Side, Value } from "../../types";

export type SideName = "source" | "target";

/** Segments of one side: starts and ends in code points, ascending. */
export interface Segments {
  starts: number[];
  ends: number[];
}

/** One row: source characters a..b with target characters c..d; `zone` rows and gaps are no beads. */
export interface Row {
  readonly kind: "bead" | "gap" | "excluded";
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly confirmed: boolean;
}

export interface Zone {
  a: number;
  b: number;
  c: number;
  d: number;
  kind: string;
}

export const place = (row: { a: number; c: number }): string => `${row.a}-${row.c}`;

/** Number of the first segment that begins at an offset or later. */
export function firstAt(starts: number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows by their source, nulls before what begins at the same place, then by their target. */
export function compare(left: Row, right: Row): number {
  return left.a - right.a || Number(left.b > left.a) - Number(right.b > right.a) || left.c - right.c;
}

interface Parsed {
  letter: string;
  first: number;
  second: number | null;
}

export function parsed(cell: string): Parsed | null {
  const found = /^([stbczuv])(\d+)(?:-(\d+))?$/.exec(cell);
  return found && { letter: found[1], first: Number(found[2]), second: found[3] === undefined ? null : Number(found[3]) };
}

export class Model {
  source: Segments = { starts: [], ends: [] };
  target: Segments = { starts: [], ends: [] };
  rows: Row[] = [];
  zones: Zone[] = [];
  /** Corrected texts of segments, by where these begin. */
  corrections: Record<SideName, Map<number, string>> = { source: new Map(), target: new Map() };
  private gaps = false;

  constructor(cells: Cells) {
    this.read(cells);
  }

  /** Everything anew. */
  read(cells: Cells): void {
    const sides = { s: [] as [number, number][], t: [] as [number, number][] };
    const rows: Row[] = [];
    this.zones = [];
    this.corrections = { source: new Map(), target: new Map() };
    for (const [name, value] of cells) {
      const cell = parsed(name);
      if (!cell) continue;
      const { letter, first, second } = cell;
      if (letter === "u" || letter === "v") {
        if (typeof value === "string") this.corrections[letter === "u" ? "source" : "target"].set(first, value);
      } else if (letter === "s" || letter === "t") {
        if (second === null && typeof value === "number") sides[letter].push([first, value]);
      } else if (second !== null && Array.isArray(value)) {
        const [b, d, kind] = value as [number, number, string?];
        if (letter === "b") rows.push(bead(first, b, second, d, cells.has(`c${first}-${second}`)));
        else if (letter === "z") this.zones.push({ a: first, b, c: second, d, kind: kind ?? "exclude" });
      }
    }
    this.source = sorted(sides.s);
    this.target = sorted(sides.t);
    this.zones.sort((left, right) => left.a - right.a || left.c - right.c);
    this.rows = rows.sort(compare);
    this.fill();
  }

  /** Take note of changed cells; null or many of them: read everything anew. */
  update(cells: Cells, changes: Changes | null): void {
    const names = changes && Object.keys(changes);
    if (!names || names.length > 400 || this.gaps || this.zones.length || names.some((name) => /^[zuv]/.test(name))) {
      return this.read(cells);
    }
    const added: Row[] = [];
    for (const name of names) {
      const cell = parsed(name);
      if (!cell) continue;
      const [before, after] = changes[name];
      if (cell.second === null) segment(cell.letter === "s" ? this.source : this.target, cell.first, after as number | null);
      else if (cell.letter === "b") {
        if (before !== null) this.take(cell.first, cell.second, before);
        if (after !== null) {
          const [b, d] = after as [number, number];
          added.push(bead(cell.first, b, cell.second, d, cells.has(`c${cell.first}-${cell.second}`)));
        }
      }
    }
    for (const row of added) this.rows.splice(this.find(row), 0, row);
    for (const name of names) if (name.startsWith("c")) this.mark(name, cells);
    if (added.length || names.some((name) => !name.startsWith("c"))) this.check(cells, names);
  }

  /** Links of which each is confirmed or not: what is excluded is none. */
  progress(): { done: number; links: number } {
    const links = this.rows.filter((each) => each.kind !== "excluded");
    return { done: links.filter((each) => each.confirmed).length, links: links.length };
  }

  /** A removed bead may leave a gap that only a full reading can show. */
  private check(cells: Cells, names: string[]): void {
    const edges = names.map(parsed).filter((each): each is Parsed => each?.letter === "b");
    for (const { first } of edges) {
      const at = Math.max(1, firstRow(this.rows, first) - 2);
      for (let n = at; n < Math.min(this.rows.length, at + 6); n++) {
        if (!follows(this, this.rows[n - 1], this.rows[n])) return this.read(cells);
      }
    }
  }

  private take(a: number, c: number, before: Value): void {
    const [b, d] = before as [number, number];
    const n = this.find(bead(a, b, c, d, false));
    if (this.rows[n] && this.rows[n].a === a && this.rows[n].c === c) this.rows.splice(n, 1);
  }

  private mark(name: string, cells: Cells): void {
    const value = cells.get(`b${name.slice(1)}`) as [number, number] | undefined;
    const cell = parsed(name);
    if (!value || !cell || cell.second === null) return;
    const row = bead(cell.first, value[0], cell.second, value[1], cells.has(name));
    const n = this.find(row);
    if (this.rows[n]?.a === row.a && this.rows[n].c === row.c) this.rows[n] = row;
  }

  private find(row: Row): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.rows[middle], row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Rows for excluded stretches, and for segments that are in no bead. */
  private fill(): void {
    for (const zone of this.zones) {
      if (zone.kind === "exclude") this.rows.push({ ...zone, kind: "excluded", confirmed: true });
    }
    if (this.zones.length) this.rows.sort(compare);
    const covered = [new Uint8Array(this.source.starts.length), new Uint8Array(this.target.starts.length)];
    for (const row of this.rows) {
      covered[0].fill(1, firstAt(this.source.starts, row.a), firstAt(this.source.starts, row.b));
      covered[1].fill(1, firstAt(this.target.starts, row.c), firstAt(this.target.starts, row.d));
    }
    const loose = [runs(this.source, covered[0]), runs(this.target, covered[1])];
    this.gaps = loose.some((each) => each.length > 0);
    if (!this.gaps) return;
    const filled: Row[] = [];
    // A gap of both sides at one place is one row.
    let [s, t] = [0, 0];
    let [seenA, seenC] = [0, 0];
    const flush = (a: number, c: number): void => {
      for (;;) {
        const source = loose[0][s] && loose[0][s][0] < a ? loose[0][s++] : null;
        const target = loose[1][t] && loose[1][t][0] < c ? loose[1][t++] : null;
        if (!source && !target) return;
        const [from, to] = [source ?? [Math.max(seenA, Math.min(a, this.nextStart("source", seenA))), -1], target ?? [Math.max(seenC, Math.min(c, this.nextStart("target", seenC))), -1]];
        filled.push({ kind: "gap", a: from[0], b: source ? source[1] : from[0], c: to[0], d: target ? target[1] : to[0], confirmed: false });
        if (source) seenA = source[1];
        if (target) seenC = target[1];
      }
    };
    for (const row of this.rows) {
      flush(row.a, row.c);
      filled.push(row);
      seenA = Math.max(seenA, row.b);
      seenC = Math.max(seenC, row.d);
    }
    flush(Infinity, Infinity);
    this.rows = filled;
  }

  private nextStart(side: SideName, offset: number): number {
    const { starts, ends } = this[side];
    const n = firstAt(starts, offset);
    return n < starts.length ? starts[n] : (ends.at(-1) ?? 0);
  }

  /** Numbers of the segments of a row on one side: first and the one after the last. */
  range(row: Row, side: SideName): [number, number] {
    const { starts } = this[side];
    const [begin, end] = side === "source" ? [row.a, row.b] : [row.c, row.d];
    const first = firstAt(starts, begin);
    return [first, end > begin ? firstAt(starts, end) : first];
  }

  /** The text of a segment, as corrected. */
  textOf(side: SideName, segment: number, offsets: Offsets): string {
    const { starts, ends } = this[side];
    return this.corrections[side].get(starts[segment]) ?? offsets.slice(starts[segment], ends[segment]);
  }

  /** The text of a row, and whether any of it was corrected. */
  rowText(row: Row, side: SideName, offsets: Offsets): { text: string; corrected: boolean } {
    const [first, last] = this.range(row, side);
    if (!this.corrections[side].size) return { text: side === "source" ? offsets.slice(row.a, row.b) : offsets.slice(row.c, row.d), corrected: false };
    const numbers = Array.from({ length: last - first }, (_, n) => first + n);
    return {
      text: numbers.map((n) => this.textOf(side, n, offsets)).join(" "),
      corrected: numbers.some((n) => this.corrections[side].has(this[side].starts[n])),
    };
  }

  /** The zone that a row lies in. */
  zoneOf(row: Row): Zone | null {
    return this.zones.find((zone) => row.a >= zone.a && row.b <= zone.b && row.c >= zone.c && row.d <= zone.d && (row.b > row.a || row.d > row.c)) ?? null;
  }
}

function bead(a: number, b: number, c: number, d: number, confirmed: boolean): Row {
  return { kind: "bead", a, b, c, d, confirmed };
}

function sorted(spans: [number, number][]): Segments {
  spans.sort((left, right) => left[0] - right[0]);
  return { starts: spans.map((span) => span[0]), ends: spans.map((span) => span[1]) };
}

function segment(side: Segments, start: number, end: number | null): void {
  const n = firstAt(side.starts, start);
  const there = side.starts[n] === start;
  if (end === null) {
    if (there) side.starts.splice(n, 1), side.ends.splice(n, 1);
  } else if (there) side.ends[n] = end;
  else side.starts.splice(n, 0, start), side.ends.splice(n, 0, end);
}

function firstRow(rows: Row[], a: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].a < a) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a row begins where the one above ends, on both sides. */
export function follows(model: Model, above: Row, below: Row): boolean {
  return (["source", "target"] as const).every((side) => model.range(above, side)[1] === model.range(below, side)[0]);
}

function runs(side: Segments, covered: Uint8Array): [number, number][] {
  const found: [number, number][] = [];
  for (let n = 0; n < covered.length; n++) {
    if (covered[n]) continue;
    const first = n;
    while (n + 1 < covered.length && !covered[n + 1]) n++;
    found.push([side.starts[first], side.ends[n]]);
  }
  return found;
}

/** What all rows show and may do. */
export interface Shown {
  model: Model;
  offsets: Record<SideName, Offsets>;
  sides: Record<SideName, Side>;
  onJoin: (side: SideName, segment: number) => void;
  onCut: (side: SideName, segment: number, at: number) => void;
  onCorrect: (side: SideName, segment: number, text: string) => void;
  onLeave: () => void;
  /** Show rows that were folded away. */
  onUnfold: (first: number, count: number) => void;
}
