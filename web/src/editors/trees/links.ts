// Links between the words of a block: what a division crosses, and where the other cursor belongs.

import type { Payload } from "../../types";
import { offsetsOf } from "../../text/offsets";
import { type Block, balance, isPair, divisible, type Pair } from "./division";

/** Links less likely than this do not keep a word in its block. */
const UNLINKED = 0.2;

/** Token numbers and weight of the links an item came with. */
export type Link = readonly [number, number, number];

export function linksOf(payload: Payload): Link[] {
  const number = (side: "source" | "target"): Map<number, number> =>
    new Map(payload[side].tokens.map(([start], n) => [start, n]));
  const [source, target] = [number("source"), number("target")];
  return ((payload.links ?? []) as [number, number, number?][]).flatMap(([s, t, p]): Link[] => {
    const [i, j] = [source.get(s), target.get(t)];
    return i === undefined || j === undefined ? [] : [[i, j, p ?? 1]];
  });
}

/** Weight of the links that a division separates, both ways of joining its parts. */
export function crossed(block: Block, links: readonly Link[], i: number, j: number): { direct: number; inverse: number } {
  let [straight, across] = [0, 0];
  for (const [s, t, weight] of links) {
    if (s < block.source.from || s >= block.source.to || t < block.target.from || t >= block.target.to) continue;
    if (s < i === t < j) straight += weight;
    else across += weight;
  }
  return { direct: across, inverse: straight };
}

/** Where to cut one side when the other is cut at a place: fewest crossed links, then most even. */
export function follow(block: Block, links: readonly Link[], moved: "source" | "target", cut: number): number {
  const other = moved === "source" ? "target" : "source";
  const { from, to } = block[other];
  const wanted = (cut - block[moved].from) / (block[moved].to - block[moved].from);
  let best = { place: Math.min(to - 1, from + 1), cost: Infinity };
  for (let place = from + 1; place < to; place++) {
    const [i, j] = moved === "source" ? [cut, place] : [place, cut];
    const { direct, inverse } = crossed(block, links, i, j);
    const slant = Math.abs((place - from) / (to - from) - wanted);
    const cost = Math.min(direct, inverse) + slant / 2 - balance(block, i, j) / 100;
    if (cost < best.cost - 1e-9) best = { place, cost };
  }
  return best.place;
}

/**
 * Whether a block is a leaf without a question: a word on a side, and no mark without a link at an
 * edge, the one thing that is trimmed often.
 */
export function closesItself(pair: Pair, links: readonly Link[], block: Block): boolean {
  if (isPair(block)) return true;
  if (divisible(block)) return false;
  const linked = { source: new Set<number>(), target: new Set<number>() };
  for (const [s, t, weight] of links) {
    if (weight < UNLINKED || s < block.source.from || s >= block.source.to || t < block.target.from || t >= block.target.to) continue;
    linked.source.add(s);
    linked.target.add(t);
  }
  if (!linked.source.size) return true;
  return (["source", "target"] as const).every((side) => {
    const { from, to } = block[side];
    const isMark = (n: number): boolean => !/[\p{L}\p{N}]/u.test(offsetsOf(pair[side].text).slice(...pair[side].tokens[n]));
    return [from, to - 1].every((n) => linked[side].has(n) || !isMark(n));
  });
}
