import { describe, expect, test } from "vitest";
import { changing, written } from "../../src/cells";
import {
  all, at, balance, before, breadcrumbs, decided, differences, divisible, isPair, left, nextOpen, open, type Pair, paths, size, type Step, tree, trimAt, trimming, undivided,
} from "../../src/editors/trees/division";
import { closesItself, crossed, follow, linksOf } from "../../src/editors/trees/links";
import type { Cells, Payload, Value, Wanted } from "../../src/types";
import { generator, pairOf } from "./sides";

const PAIR = pairOf("a b c d", "x y z");
const NONE: Cells = new Map<string, Value>();
const after = (cells: Cells, wanted: Wanted): Cells => written(cells, changing(cells, wanted));
const step = (pair: Pair, cells: Cells, path: string, what: Step): Cells => {
  const node = at(tree(pair, cells), path);
  return node ? after(cells, decided(pair, cells, node, what)) : cells;
};

describe("a division", () => {
  test("an untouched pair is one open node that covers both sides", () => {
    const root = tree(PAIR, NONE);
    expect([root.source, root.target, root.step]).toEqual([{ from: 0, to: 4 }, { from: 0, to: 3 }, null]);
    expect(nextOpen(root)?.path).toBe("");
  });

  test("a direct division joins left with left", () => {
    const cells = step(PAIR, NONE, "", { op: "direct", source: 2, target: 1 });
    expect(cells.get("n")).toEqual(["direct", 4, 2]);
    expect(tree(PAIR, cells).children.map(({ source, target }) => [source, target])).toEqual([
      [{ from: 0, to: 2 }, { from: 0, to: 1 }],
      [{ from: 2, to: 4 }, { from: 1, to: 3 }],
    ]);
  });

  test("an inverse division joins left with right", () => {
    const cells = step(PAIR, NONE, "", { op: "inverse", source: 2, target: 1 });
    expect(tree(PAIR, cells).children.map(({ target }) => target)).toEqual([{ from: 1, to: 3 }, { from: 0, to: 1 }]);
  });

  test("parts of one word each close themselves with the division", () => {
    const cells = step(PAIR, NONE, "", { op: "direct", source: 1, target: 1 });
    expect(cells.get("n0")).toEqual(["leaf", "1-1"]);
    expect(nextOpen(tree(PAIR, cells))?.path).toBe("1");
  });

  test("a cut at an edge divides nothing", () => {
    expect(step(PAIR, NONE, "", { op: "direct", source: 0, target: 1 })).toEqual(NONE);
    expect(step(PAIR, NONE, "", { op: "direct", source: 1, target: 3 })).toEqual(NONE);
  });

  test("a trim keeps one part of one side and has one child", () => {
    const leftward = step(PAIR, NONE, "", { op: "trim", side: "source", edge: "left", at: 1 });
    expect(leftward.get("n")).toEqual(["trim", "source", "left", 2]);
    expect(at(tree(PAIR, leftward), "0")?.source).toEqual({ from: 1, to: 4 });
    const rightward = step(PAIR, NONE, "", { op: "trim", side: "target", edge: "right", at: 2 });
    expect(rightward.get("n")).toEqual(["trim", "target", "right", 3]);
    expect(at(tree(PAIR, rightward), "0")?.target).toEqual({ from: 0, to: 2 });
  });

  test("a cursor trims the shorter part unless asked for the longer", () => {
    const root = tree(PAIR, NONE);
    expect(trimAt(root, "source", 1)).toEqual({ op: "trim", side: "source", edge: "left", at: 1 });
    expect(trimAt(root, "source", 3)).toEqual({ op: "trim", side: "source", edge: "right", at: 3 });
    expect(trimAt(root, "source", 3, true)).toEqual({ op: "trim", side: "source", edge: "left", at: 3 });
  });

  test("a second edge word makes the trim longer instead of nesting one in it", () => {
    const first = trimming(tree(PAIR, NONE), tree(PAIR, NONE), "source", "right")!;
    const cells = step(PAIR, NONE, first.node.path, first.step);
    const root = tree(PAIR, cells);
    const second = trimming(root, at(root, "0")!, "source", "right")!;
    expect([second.node.path, second.step]).toEqual(["", { op: "trim", side: "source", edge: "right", at: 2 }]);
    expect(trimming(root, at(root, "0")!, "source", "left")!.node.path).toBe("0");
  });

  test("opening a node again takes away everything below it and nothing else", () => {
    let cells = step(PAIR, new Map<string, Value>([["note", "hm"]]), "", { op: "direct", source: 2, target: 1 });
    cells = step(PAIR, cells, "0", { op: "leaf", reason: "non-compositional" });
    cells = step(PAIR, cells, "1", { op: "direct", source: 3, target: 2 });
    expect([...after(cells, undivided(cells, "1")).keys()].sort()).toEqual(["n", "n0", "note"]);
    expect([...after(cells, undivided(cells, "")).keys()]).toEqual(["note"]);
  });

  test("the way goes down first, then on, then back to what was passed", () => {
    let cells = step(PAIR, NONE, "", { op: "direct", source: 2, target: 2 });
    expect(nextOpen(tree(PAIR, cells), "")?.path).toBe("0");
    cells = step(PAIR, cells, "1", { op: "leaf", reason: "skipped" });
    expect(nextOpen(tree(PAIR, cells), "1")?.path).toBe("0");
    cells = step(PAIR, cells, "0", { op: "direct", source: 1, target: 1 });
    expect(nextOpen(tree(PAIR, cells), "0")).toBeNull();
  });

  test("one goes back to blocks, not to pairs of words", () => {
    let cells = step(PAIR, NONE, "", { op: "direct", source: 2, target: 1 });
    cells = step(PAIR, cells, "0", { op: "leaf", reason: "non-compositional" });
    cells = step(PAIR, cells, "1", { op: "direct", source: 3, target: 2 });
    expect(before(tree(PAIR, cells), "11")?.path).toBe("0");
  });

  test("breadcrumbs lead from the whole to the node", () => {
    const cells = step(PAIR, NONE, "", { op: "direct", source: 2, target: 1 });
    expect(breadcrumbs(tree(PAIR, cells), "1").map((node) => node.path)).toEqual(["", "1"]);
  });

  test("what is left counts open nodes and the divisions they need", () => {
    expect(left(tree(PAIR, NONE))).toEqual({ nodes: 1, decisions: 2 });
  });

  test("balance is the mean share of the shorter parts", () => {
    expect(balance(tree(PAIR, NONE), 1, 1)).toBeCloseTo((1 / 4 + 1 / 3) / 2);
  });

  test("the highest nodes that differ are decided with all below them", () => {
    const mine = step(PAIR, NONE, "", { op: "direct", source: 2, target: 1 });
    const theirs = step(PAIR, NONE, "", { op: "inverse", source: 2, target: 1 });
    const [found, ...more] = differences({ ...PAIR } as Payload, [mine, theirs]);
    expect([found.key, more.length]).toEqual(["n", 0]);
    expect(written(mine, changing(mine, found.take(mine, 1)))).toEqual(theirs);
    expect(differences({ ...PAIR } as Payload, [mine, mine])).toEqual([]);
  });

  test("astral and combining characters count as the code points they are", () => {
    const pair = pairOf("𝒂 b 😀c", "字 字 字");
    const cells = step(pair, NONE, "", { op: "direct", source: 2, target: 1 });
    expect(cells.get("n")).toEqual(["direct", 4, 2]);
    expect(tree(pair, cells).children[1].source).toEqual({ from: 2, to: 3 });
  });

  test("random divisions always partition their block, and undoing them leaves nothing", () => {
    const random = generator(11);
    for (let n = 0; n < 100; n++) {
      const words = (k: number): string => Array.from({ length: k }, () => "w").join(" ");
      const pair = pairOf(words(1 + Math.floor(random() * 9)), words(1 + Math.floor(random() * 9)));
      let cells: Cells = NONE;
      for (let k = 0; k < 40; k++) {
        const node = nextOpen(tree(pair, cells));
        if (!node) break;
        const cut = (r: { from: number; to: number }): number => r.from + 1 + Math.floor(random() * (size(r) - 1));
        const op = random() < 0.8 ? "direct" : "inverse";
        const what: Step = divisible(node) ? { op, source: cut(node.source), target: cut(node.target) } : { op: "leaf", reason: isPair(node) ? "1-1" : "non-compositional" };
        cells = step(pair, cells, node.path, what);
      }
      const root = tree(pair, cells);
      expect(open(root)).toEqual([]);
      for (const node of all(root)) {
        if (node.children.length !== 2) continue;
        for (const side of ["source", "target"] as const)
          expect(node.children.reduce((sum, child) => sum + size(child[side]), 0)).toBe(size(node[side]));
      }
      expect(paths(cells).length).toBe(all(root).length);
      expect(after(cells, undivided(cells, "")).size).toBe(0);
    }
  });
});

describe("links of a pair", () => {
  const payload = pairOf("a b c ,", "x y z", { links: [[0, 0, 0.9], [2, 2, 0.8], [4, 4, 0.1], [99, 0, 1]] });
  const links = linksOf(payload);

  test("links to no token are left out", () => expect(links).toEqual([[0, 0, 0.9], [1, 1, 0.8], [2, 2, 0.1]]));

  test("a direct division crosses what it sends to different parts", () => {
    const block = tree(payload, NONE);
    expect(crossed(block, links, 1, 1)).toEqual({ direct: 0, inverse: expect.closeTo(1.8) });
  });

  test("the other cursor goes where the fewest links are crossed", () => {
    expect(follow(tree(payload, NONE), links, "source", 1)).toBe(1);
    expect(follow(tree(payload, NONE), links, "target", 2)).toBe(2);
  });

  test("a word against several is a leaf unless a mark without a link stands at an edge", () => {
    const word = { source: { from: 0, to: 2 }, target: { from: 0, to: 1 } };
    expect(closesItself(payload, links, word)).toBe(true);
    const mark = { source: { from: 1, to: 4 }, target: { from: 1, to: 2 } };
    expect(closesItself(payload, links, mark)).toBe(false);
    expect(closesItself(payload, links, tree(payload, NONE))).toBe(false);
  });
});
