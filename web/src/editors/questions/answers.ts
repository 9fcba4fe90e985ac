// Two questions, one key each: which one is asked now, and what comes next.

import type { Cells, Wanted } from "../../types";

export const ASKED = ["term", "context"] as const;
export type Asked = (typeof ASKED)[number];

export function answerOf(cells: Cells, asked: Asked): string | null {
  const value = cells.get(asked);
  return typeof value === "string" ? value : null;
}

/** The first question without an answer; null when both have one. */
export const waiting = (cells: Cells): Asked | null =>
  ASKED.find((asked) => answerOf(cells, asked) === null) ?? null;

/** Where the focus goes after an answer: the question that waits, or on to the next item. */
export function after(cells: Cells, asked: Asked): Asked | null {
  return ASKED.find((each) => each !== asked && answerOf(cells, each) === null) ?? null;
}

/** What the next answer sets: the question that waits, or both anew where neither does. */
export const answered = (cells: Cells, value: string): Wanted => {
  const asked = waiting(cells);
  return asked ? { [asked]: value } : { term: value, context: null };
};

/** Words clicked as rendering the term, `w<start>` = end: one more, or one less. */
export function toggleWord(cells: Cells, [start, end]: readonly [number, number]): Wanted {
  const covering = wordSpans(cells).find(([from, to]) => start >= from && end <= to);
  if (!covering) return { [`w${start}`]: end };
  return { [`w${covering[0]}`]: null };
}

export function wordSpans(cells: Cells): [number, number][] {
  return [...cells].flatMap(([name, end]): [number, number][] =>
    /^w\d+$/.test(name) && typeof end === "number" ? [[Number(name.slice(1)), end]] : [],
  );
}
