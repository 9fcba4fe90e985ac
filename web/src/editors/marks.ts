// Words of a side and spans over them, for editors in which words are marked.

import { offsetsOf } from "../text/offsets";
import type { Side } from "../types";

export type Span = [number, number];

export const textOf = (side: Side, [start, end]: readonly [number, number]): string =>
  offsetsOf(side.text).slice(start, end);

/** The tokens' own texts. */
export const words = (side: Side): string[] => side.tokens.map((token) => textOf(side, token));

/** Numbers of the tokens that lie in one of some spans. */
export function tokensIn(side: Side, spans: readonly (readonly [number, number])[]): Set<number> {
  const found = new Set<number>();
  side.tokens.forEach(([start, end], n) => {
    if (spans.some(([from, to]) => start >= from && end <= to)) found.add(n);
  });
  return found;
}

/** Spans of runs of neighbouring tokens. */
export function spansOf(side: Side, numbers: Iterable<number>): Span[] {
  const spans: Span[] = [];
  let before = -2;
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const [start, end] = side.tokens[n];
    const last = spans.at(-1);
    if (last && n === before + 1) last[1] = end;
    else spans.push([start, end]);
    before = n;
  }
  return spans;
}

/** The spans with a word more, or without it. */
export function toggled(side: Side, spans: readonly Span[], n: number): Span[] {
  const numbers = tokensIn(side, spans);
  if (!numbers.delete(n)) numbers.add(n);
  return spansOf(side, numbers);
}

/** All words from one to another, in either order. */
export const run = (side: Side, from: number, to: number): Span[] =>
  spansOf(
    side,
    Array.from({ length: Math.abs(to - from) + 1 }, (_, k) => Math.min(from, to) + k),
  );
