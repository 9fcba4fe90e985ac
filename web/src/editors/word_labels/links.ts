// Labels of given candidate links: cells `l<source>-<target>`, and `g…` for the group of a partial.

import type { Cells, Wanted } from "../../types";

export interface Candidate {
  readonly source: number;
  readonly target: number;
  readonly score: number | null;
}

export const key = ({ source, target }: Candidate): string => `${source}-${target}`;

export function labelOf(cells: Cells, candidate: Candidate): string | null {
  const value = cells.get(`l${key(candidate)}`);
  return typeof value === "string" ? value : null;
}

export function groupOf(cells: Cells, candidate: Candidate): string | null {
  const value = cells.get(`g${key(candidate)}`);
  return typeof value === "string" ? value : null;
}

/** Give a label; the group belongs to `partial` and goes with it. */
export function setLabel(candidate: Candidate, name: string): Wanted {
  const wanted: Wanted = { [`l${key(candidate)}`]: name };
  if (name !== "partial") wanted[`g${key(candidate)}`] = null;
  return wanted;
}

export const setGroup = (candidate: Candidate, id: string | null): Wanted => ({
  [`g${key(candidate)}`]: id,
});

/** The next candidate without a label behind one, else before it, else -1: all are answered. */
export function nextOpen(candidates: readonly Candidate[], cells: Cells, after: number): number {
  const waiting = candidates.flatMap((each, n) => (labelOf(cells, each) === null ? [n] : []));
  return waiting.find((n) => n > after) ?? waiting[0] ?? -1;
}

export const answered = (candidates: readonly Candidate[], cells: Cells): number =>
  candidates.filter((each) => labelOf(cells, each) !== null).length;

const distance = (a: Candidate, b: Candidate): number =>
  Math.min(Math.abs(a.source - b.source), Math.abs(a.target - b.target));

/** Groups that a partial link may join, the nearest first, and last a new one. */
export function choices(
  candidates: readonly Candidate[],
  cells: Cells,
  candidate: Candidate,
): string[] {
  const near = new Map<string, number>();
  let last = 0;
  for (const other of candidates) {
    const id = groupOf(cells, other);
    if (id === null) continue;
    if (/^\d+$/.test(id)) last = Math.max(last, Number(id));
    if (key(other) === key(candidate)) continue;
    near.set(id, Math.min(near.get(id) ?? Infinity, distance(other, candidate)));
  }
  const known = [...near.keys()].sort((a, b) => (near.get(a) ?? 0) - (near.get(b) ?? 0));
  return [...known, String(last + 1)];
}

/** One key: the nearest group first, pressed again the next one, at last none. */
export function nextGroup(
  candidates: readonly Candidate[],
  cells: Cells,
  candidate: Candidate,
): Wanted {
  const current = groupOf(cells, candidate);
  const offered: (string | null)[] = choices(candidates, cells, candidate);
  if (current === null) return setGroup(candidate, offered[0] ?? null);
  const place = offered.indexOf(current);
  const known = offered.slice(0, -1);
  const next = place >= 0 && place < known.length ? offered[place + 1] : null;
  return setGroup(candidate, next ?? null);
}

/** Labels of a judgement by `source-target`. */
export const given = (cells: Cells): Map<string, string> =>
  new Map([...cells].flatMap(([name, value]) => (/^l\d+-\d+$/.test(name) ? [[name.slice(1), String(value)]] : [])));
