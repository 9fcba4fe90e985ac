// A recursive division of a pair of sentences: cells `n<path>` into nodes, keys into wanted cells.
//
// A path is a row of letters 0 and 1, the root being empty. Nodes hold ranges of tokens, end
// exclusive; cells hold offsets in code points, so that they outlive another tokenisation.

import type { Cells, Payload, Side, Value, Wanted } from "../../types";
import { byCell, type Difference, differing } from "../differences";

export type Reason = "1-1" | "non-compositional" | "skipped";
export type SideName = "source" | "target";
export type Edge = "left" | "right";

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Block {
  readonly source: Range;
  readonly target: Range;
}

export type Step =
  | { readonly op: "direct" | "inverse"; readonly source: number; readonly target: number }
  | { readonly op: "trim"; readonly side: SideName; readonly edge: Edge; readonly at: number }
  | { readonly op: "leaf"; readonly reason: Reason };

export interface Node extends Block {
  readonly path: string;
  /** What was decided; null while the node is open. Token numbers, not offsets. */
  readonly step: Step | null;
  readonly children: readonly Node[];
}

export interface Pair {
  readonly source: Side;
  readonly target: Side;
}

const NODE = /^n([01]*)$/;

export const size = (range: Range): number => range.to - range.from;
export const isPair = (block: Block): boolean => size(block.source) === 1 && size(block.target) === 1;
export const divisible = (block: Block): boolean => size(block.source) > 1 && size(block.target) > 1;

export const leafReason = (block: Block): Reason => (isPair(block) ? "1-1" : "non-compositional");

export function whole(pair: Pair): Block {
  return {
    source: { from: 0, to: pair.source.tokens.length },
    target: { from: 0, to: pair.target.tokens.length },
  };
}

/** Paths of the cells that are nodes; `note` and acknowledged warnings are none. */
export function paths(cells: Cells): string[] {
  return [...cells.keys()].flatMap((name) => NODE.exec(name)?.[1] ?? []);
}

/** The blocks a step makes of a block; none for a leaf or for a step that does not fit. */
export function parts(block: Block, step: Step): Block[] {
  const { source, target } = block;
  if (step.op === "leaf") return [];
  if (step.op === "trim") {
    const old = block[step.side];
    if (step.at <= old.from || step.at >= old.to) return [];
    const kept =
      step.edge === "left" ? { from: step.at, to: old.to } : { from: old.from, to: step.at };
    return [{ ...block, [step.side]: kept }];
  }
  const { source: i, target: j } = step;
  if (i <= source.from || i >= source.to || j <= target.from || j >= target.to) return [];
  const [left, right] = [
    { from: target.from, to: j },
    { from: j, to: target.to },
  ];
  const first = { source: { from: source.from, to: i }, target: step.op === "direct" ? left : right };
  const second = { source: { from: i, to: source.to }, target: step.op === "direct" ? right : left };
  return [first, second];
}

/** Number of the token that begins at an offset, or of the first one behind it. */
function begins(side: Side, offset: number): number {
  const found = side.tokens.findIndex(([start]) => start >= offset);
  return found < 0 ? side.tokens.length : found;
}

/** Number behind the token that ends at an offset, or behind the last one before it. */
function ends(side: Side, offset: number): number {
  return side.tokens.filter(([, end]) => end <= offset).length;
}

function stepOf(pair: Pair, value: Value | undefined): Step | null {
  if (!Array.isArray(value)) return null;
  const [op, a, b, c] = value as [unknown, unknown, unknown, unknown];
  if ((op === "direct" || op === "inverse") && typeof a === "number" && typeof b === "number")
    return { op, source: begins(pair.source, a), target: begins(pair.target, b) };
  if (op === "trim" && (a === "source" || a === "target") && (b === "left" || b === "right"))
    return {
      op,
      side: a,
      edge: b,
      at: b === "left" ? begins(pair[a], Number(c)) : ends(pair[a], Number(c)),
    };
  if (op === "leaf") return { op, reason: a as Reason };
  return null;
}

/** The value of a node's cell. */
export function valueOf(pair: Pair, step: Step): Value {
  if (step.op === "leaf") return ["leaf", step.reason];
  if (step.op === "trim") {
    const { tokens } = pair[step.side];
    const offset = step.edge === "left" ? tokens[step.at]?.[0] : tokens[step.at - 1]?.[1];
    return ["trim", step.side, step.edge, offset ?? 0];
  }
  const i = pair.source.tokens[step.source]?.[0] ?? 0;
  const j = pair.target.tokens[step.target]?.[0] ?? 0;
  return [step.op, i, j];
}

function grown(pair: Pair, cells: Cells, path: string, block: Block): Node {
  const step = stepOf(pair, cells.get(`n${path}`));
  const children = step === null ? [] : parts(block, step);
  return {
    path,
    ...block,
    step,
    children: children.map((child, n) => grown(pair, cells, `${path}${n}`, child)),
  };
}

/** The tree of a judgement. A decision that does not fit its block is kept and has no children. */
export const tree = (pair: Pair, cells: Cells): Node => grown(pair, cells, "", whole(pair));

/** A node and all below it, parents first, in the order of the source. */
export function all(node: Node): Node[] {
  return [node, ...node.children.flatMap(all)];
}

export function at(root: Node, path: string): Node | null {
  let node: Node | undefined = root;
  for (const letter of path) node = node?.children[Number(letter)];
  return node ?? null;
}

/** From the root down to a node, as far as the path leads. */
export function breadcrumbs(root: Node, path: string): Node[] {
  const found = [root];
  for (const letter of path) {
    const next = found[found.length - 1]?.children[Number(letter)];
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

export const open = (root: Node): Node[] => all(root).filter((node) => node.step === null);

/** The open node to go to: the first one below a path, else behind it, else from the start. */
export function nextOpen(root: Node, path = ""): Node | null {
  const waiting = open(root);
  return (
    waiting.find((node) => node.path.startsWith(path)) ??
    waiting.find((node) => node.path > path) ??
    waiting[0] ??
    null
  );
}

/** How many nodes wait and how many decisions they need at least, 1-1 pairs closing themselves. */
export function left(root: Node): { nodes: number; decisions: number } {
  const waiting = open(root);
  const need = (node: Node): number =>
    isPair(node) ? 1 : Math.max(1, Math.min(size(node.source), size(node.target)) - 1);
  return { nodes: waiting.length, decisions: waiting.reduce((sum, node) => sum + need(node), 0) };
}

/** Open a node again, and with it all that is below. */
export function undivided(cells: Cells, path: string): Wanted {
  const below = paths(cells).filter((each) => each.startsWith(path));
  return Object.fromEntries(below.map((each) => [`n${each}`, null]));
}

/** Decide a node; what stood there and below is replaced, parts without a question close themselves. */
export function decided(
  pair: Pair,
  cells: Cells,
  node: Node,
  step: Step,
  closes: (block: Block) => boolean = isPair,
): Wanted {
  const blocks = parts(node, step);
  if (step.op !== "leaf" && blocks.length === 0) return {};
  const wanted = { ...undivided(cells, node.path), [`n${node.path}`]: valueOf(pair, step) };
  blocks.forEach((block, n) => {
    if (closes(block)) wanted[`n${node.path}${n}`] = ["leaf", leafReason(block)];
  });
  return wanted;
}

/** The node that dropping another edge word is about: a trim of this edge that it came from, or itself. */
export function trimming(root: Node, node: Node, side: SideName, edge: Edge): { node: Node; step: Step } | null {
  const parent = node.path ? at(root, node.path.slice(0, -1)) : null;
  const step = parent?.step;
  const again = step?.op === "trim" && step.side === side && step.edge === edge;
  const { from, to } = node[side];
  if (to - from < 2) return null;
  const place = edge === "left" ? from + 1 : to - 1;
  return { node: again && parent ? parent : node, step: { op: "trim", side, edge, at: place } };
}

/** The last node before a path that closed as a block, 1-1 pairs left out; where one goes back to. */
export function before(root: Node, path: string): Node | null {
  const closed = all(root).filter((node) => node.step?.op === "leaf" && !isPair(node));
  return closed.findLast((node) => node.path < path) ?? null;
}

/** The trim that a cursor means: its shorter part is dropped, or the longer one on request. */
export function trimAt(node: Node, side: SideName, cursor: number, longer = false): Step {
  const { from, to } = node[side];
  const leftIsShorter = cursor - from < to - cursor;
  return { op: "trim", side, edge: leftIsShorter !== longer ? "left" : "right", at: cursor };
}

/** How even a division is, 0 to 1: half the shorter share of either side, added. */
export function balance(block: Block, source: number, target: number): number {
  const share = ({ from, to }: Range, cut: number): number =>
    Math.min(cut - from, to - cut) / (to - from);
  return (share(block.source, source) + share(block.target, target)) / 2;
}

/** The highest nodes where judgements differ, each with all below it. */
export function differences(payload: Payload, bodies: readonly Cells[]): Difference[] {
  const apart = differing(bodies);
  const highest = apart.filter((name) => !NODE.test(name) || !apart.some((other) => NODE.test(other) && other !== name && name.startsWith(other)));
  const below = (name: string, cells: Cells): string[] => [...cells.keys()].filter((each) => each === name || (NODE.test(name) && NODE.test(each) && each.startsWith(name)));
  return byCell(payload, bodies, highest).map((each) => ({
    ...each,
    source: undefined,
    target: undefined,
    take: (now, n) => {
      const wanted: Wanted = Object.fromEntries(below(each.key, now).map((name) => [name, null]));
      if (n !== null) for (const name of below(each.key, bodies[n])) wanted[name] = bodies[n].get(name)!;
      return wanted;
    },
  }));
}
