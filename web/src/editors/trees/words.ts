// Parts of a pair in few words.

import { offsetsOf } from "../../text/offsets";
import type { Side } from "../../types";
import type { Block, Pair } from "./division";

/** Tokens from one to another as they stand; the middle left out beyond so many on either end. */
export function excerpt(side: Side, from: number, to: number, most = Infinity): string {
  const offsets = offsetsOf(side.text);
  const text = (a: number, b: number): string => (b > a ? offsets.slice(side.tokens[a][0], side.tokens[b - 1][1]) : "");
  if (to - from <= 2 * most) return text(from, to);
  return `${text(from, from + most)} … ${text(to - most, to)}`;
}

export const excerptOf = (pair: Pair, block: Block, most = 3): string =>
  `${excerpt(pair.source, block.source.from, block.source.to, most)} – ${excerpt(pair.target, block.target.from, block.target.to, most)}`;
