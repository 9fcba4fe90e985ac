// A pair of terms: its forms, variants and flags as cells, and the lines that show its use.

import { Offsets } from "../../text/offsets";
import type { Cells, Wanted } from "../../types";

export type SideName = "source" | "target";

export interface Term {
  readonly lang: string;
  readonly text: string;
  readonly dir?: "ltr" | "rtl";
}

export interface Context {
  readonly source: string;
  readonly target: string;
  readonly source_marks: readonly [number, number][];
  readonly target_marks: readonly [number, number][];
  readonly doc?: string;
  readonly bead?: string;
}

export const FLAGS = ["preferred", "forbidden", "do_not_translate", "case"] as const;
export type Flag = (typeof FLAGS)[number];

const LETTERS = { source: "vs", target: "vt" } as const;

export function formOf(term: Term, cells: Cells, side: SideName): string {
  const edited = cells.get(side);
  return typeof edited === "string" ? edited : term.text;
}

/** An edited form; the proposed one again is no edit. */
export function setForm(term: Term, side: SideName, text: string): Wanted {
  const form = text.trim();
  return { [side]: form === term.text ? null : form };
}

export function variants(cells: Cells, side: SideName): string[] {
  const letters = LETTERS[side];
  return [...cells.keys()]
    .filter((name) => name.startsWith(letters) && cells.get(name) === true)
    .map((name) => name.slice(letters.length))
    .sort();
}

/** A variant more; the form itself is none. */
export function addVariant(term: Term, cells: Cells, side: SideName, text: string): Wanted {
  const form = text.trim();
  return !form || form === formOf(term, cells, side) ? {} : { [LETTERS[side] + form]: true };
}

export const dropVariant = (side: SideName, text: string): Wanted => ({
  [LETTERS[side] + text]: null,
});

/** A flag switched; a term is not preferred and forbidden at once. */
export function toggleFlag(cells: Cells, flag: Flag): Wanted {
  const on = cells.get(flag) !== true;
  const wanted: Wanted = { [flag]: on ? true : null };
  if (on && flag === "preferred") wanted.forbidden = null;
  if (on && flag === "forbidden") wanted.preferred = null;
  return wanted;
}

/** Never to be proposed again: a wrong pair on the stop list, or taken from it. */
export function toggleStop(cells: Cells): Wanted {
  return cells.get("stop") === true ? { stop: null } : { stop: true, status: "wrong" };
}

/** Lines to show: at most so many, from as many documents as there are. */
export function concordance(
  contexts: readonly Context[],
  side: SideName,
  most = 5,
): Context[] {
  const marked = contexts.filter((each) => each[`${side}_marks`].length > 0);
  const seen = new Set<string | undefined>();
  const first = marked.filter((each) => !seen.has(each.doc) && seen.add(each.doc));
  const rest = marked.filter((each) => !first.includes(each));
  return [...first, ...rest].slice(0, most);
}

export interface Line {
  readonly before: string;
  readonly term: string;
  readonly after: string;
}

/** A line around its first mark, cut at words to so many characters on each side. */
export function line(text: string, marks: readonly [number, number][], around = 60): Line {
  const offsets = new Offsets(text);
  const [start, end] = marks[0] ?? [0, 0];
  let from = Math.max(0, start - around);
  let to = Math.min(offsets.length, end + around);
  const between = (at: number): boolean => /\s/.test(offsets.slice(at - 1, at + 1));
  while (from > 0 && from < start && !between(from)) from++;
  while (to < offsets.length && to > end && !between(to)) to--;
  if (from >= start && start > 0) from = Math.max(0, start - around);
  if (to <= end && end < offsets.length) to = Math.min(offsets.length, end + around);
  return {
    before: (from > 0 ? "…" : "") + offsets.slice(from, start).trimStart(),
    term: offsets.slice(start, end),
    after: offsets.slice(end, to).trimEnd() + (to < offsets.length ? "…" : ""),
  };
}
