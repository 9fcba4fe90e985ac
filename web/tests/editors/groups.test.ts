import { describe, expect, test } from "vitest";
import { changing, written } from "../../src/cells";
import * as edit from "../../src/editors/groups/groups";
import type { Cells, Value, Wanted } from "../../src/types";
import { generator } from "./sides";

const NONE: Cells = new Map<string, Value>();
const after = (cells: Cells, wanted: Wanted): Cells => written(cells, changing(cells, wanted));
const of = (cells: Cells): unknown[] => edit.groups(cells).map(({ source, target, label }) => [source, target, label]);
const made = (...groups: [number[], number[], string][]): Cells => new Map(groups.map((group, n) => [`g${n + 1}`, group as Value]));

describe("proposals", () => {
  const offered = edit.proposals({ g1: [[4], [0], "S"], g2: [[0, 2], [6], "S"] }, [[4, 0, 0.97], [0, 6, 0.9], [2, 6, 0.4]], 0.8);

  test("come in the order of the text, as probable as their least certain link", () => {
    expect(offered.map((each) => [each.id, each.probability])).toEqual([["2", 0.4], ["1", 0.97]]);
  });

  test("are open while nobody has judged their words", () => {
    expect(edit.open(made([[2], [8], "P"]), offered).map((each) => each.id)).toEqual(["1"]);
    expect(edit.open(made([[9], [0], "S"]), offered).map((each) => each.id)).toEqual(["2"]);
  });

  test("become groups of their own", () => {
    expect(of(after(made([[8], [8], "S"]), edit.accept(made([[8], [8], "S"]), offered)))).toEqual([[[8], [8], "S"], [[0, 2], [6], "S"], [[4], [0], "S"]]);
  });
});

describe("groups of words", () => {
  test("a key on an empty cell links two words, again takes the link back", () => {
    const once = after(NONE, edit.toggle(NONE, 0, 4, "S"));
    expect(of(once)).toEqual([[[0], [4], "S"]]);
    expect(after(once, edit.toggle(once, 0, 4, "S")).size).toBe(0);
  });

  test("the other label's key changes the label", () => {
    const cells = made([[0], [4], "S"]);
    expect(of(after(cells, edit.toggle(cells, 0, 4, "P")))).toEqual([[[0], [4], "P"]]);
  });

  test("a free word joins the group of the other, and two groups become one", () => {
    const cells = made([[0], [4], "S"], [[2], [6], "S"]);
    expect(of(after(cells, edit.toggle(cells, 0, 8, "S")))).toEqual([[[0], [4, 8], "S"], [[2], [6], "S"]]);
    expect(of(after(cells, edit.toggle(cells, 0, 6, "S")))).toEqual([[[0, 2], [4, 6], "S"]]);
  });

  test("where words may be shared every link is a group of its own", () => {
    const cells = made([[0], [4], "S"]);
    expect(of(after(cells, edit.toggle(cells, 0, 8, "P", true)))).toEqual([[[0], [4], "S"], [[0], [8], "P"]]);
  });

  test("a block is one group and takes its words out of others", () => {
    const cells = made([[0], [4], "S"], [[2, 3], [6], "S"]);
    expect(of(after(cells, edit.block(cells, { source: [0, 2], target: [8] }, "P")))).toEqual([[[3], [6], "S"], [[0, 2], [8], "P"]]);
  });

  test("the last word of a side dissolves its group", () => {
    const cells = made([[0], [4, 8], "S"]);
    expect(after(cells, edit.dropMember(cells, "1", "source", 0)).size).toBe(0);
    expect(of(after(cells, edit.dropMember(cells, "1", "target", 8)))).toEqual([[[0], [4], "S"]]);
  });

  test("unaligned words have groups with one side, and a second time none", () => {
    const once = after(NONE, edit.unaligned(NONE, "source", [0, 2], "S"));
    expect(of(once)).toEqual([[[0], [], "S"], [[2], [], "S"]]);
    expect(edit.groups(once).every(edit.omitted)).toBe(true);
    expect(after(once, edit.unaligned(once, "source", [0, 2], "S")).size).toBe(0);
  });

  test("a diagonal in a block links word by word", () => {
    const words = { source: [0, 2, 4], target: [1, 3, 5] };
    expect(of(after(NONE, edit.diagonal(NONE, words, "S")))).toEqual([[[0], [1], "S"], [[2], [3], "S"], [[4], [5], "S"]]);
  });

  test("a free diagonal ends at a taken word or where nothing is proposed", () => {
    const words = { source: [0, 2, 4], target: [1, 3, 5] };
    const proposed = new Set(["0-1", "2-3"]);
    expect(of(after(NONE, edit.diagonal(NONE, words, "S", proposed)))).toHaveLength(2);
    const cells = made([[2], [9], "S"]);
    expect(of(after(cells, edit.diagonal(cells, words, "S", new Set())))).toHaveLength(2);
  });

  test("groups that share a word are decided together, those that all have are no difference", () => {
    const side = { lang: "en", dir: "ltr" as const, text: "a b c d e f g h i j", tokens: [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]] as [number, number][] };
    const bodies = [made([[0], [0], "S"], [[2, 4], [2], "S"]), made([[4], [2], "P"], [[0], [0], "S"])];
    const [found, ...more] = edit.differences({ source: side, target: side }, bodies);
    expect([found.source, found.target, more.length]).toEqual([[2, 4], [2], 0]);
    expect(found.says).toEqual(["b c – b (S)", "c – b (P)"]);
    const base = after(NONE, edit.agreed(bodies));
    expect(of(base)).toEqual([[[0], [0], "S"]]);
    const first = after(base, found.take(base, 0));
    expect(of(first)).toEqual([[[0], [0], "S"], [[2, 4], [2], "S"]]);
    expect(of(after(first, found.take(first, 1)))).toEqual([[[0], [0], "S"], [[4], [2], "P"]]);
    expect(of(after(first, found.take(first, null)))).toEqual(of(base));
  });

  test("whatever is pressed, no word is in two groups and no group is empty", () => {
    const random = generator(5);
    const pick = (): number => Math.floor(random() * 6) * 2;
    let cells: Cells = NONE;
    for (let n = 0; n < 500; n++) {
      const turn = Math.floor(random() * 4);
      if (turn === 0) cells = after(cells, edit.toggle(cells, pick(), pick(), random() < 0.5 ? "S" : "P"));
      else if (turn === 1) cells = after(cells, edit.block(cells, { source: [pick(), pick()], target: [pick()] }, "S"));
      else if (turn === 2) cells = after(cells, edit.unaligned(cells, random() < 0.5 ? "source" : "target", [pick()], "S"));
      else cells = after(cells, edit.diagonal(cells, { source: [0, 2, 4], target: [pick()] }, "S", new Set()));
      for (const side of ["source", "target"] as const) {
        const used = edit.groups(cells).flatMap((group) => group[side]);
        expect(new Set(used).size).toBe(used.length);
      }
      expect(edit.groups(cells).every((group) => group.source.length + group.target.length > 0)).toBe(true);
      for (const group of edit.groups(cells)) expect([...group.source].sort((a, b) => a - b)).toEqual(group.source);
    }
  });
});
