import { expect, test } from "vitest";
import { common, tied, toRecord, written } from "../src/cells";
import { settled, type Conflict } from "../src/store/conflicts";
import type { Operation, Value } from "../src/types";

// Two people change the bead b1: one merges it with b2, the other splits it into b1 and b1x;
// apart from that, each confirms another bead.
const BASE = new Map<string, Value>([["b1", 1], ["b2", 1], ["b3", 1], ["b4", 1]]);
const MINE: Operation[] = [
  { id: "1", name: "merge", changes: { b1: [1, 2], b2: [1, null] } },
  { id: "2", name: "confirm", changes: { c3: [null, true] } },
];
const THEIRS: Operation[] = [
  { id: "3", name: "split", changes: { b1: [1, 0], b1x: [null, 1] } },
  { id: "4", name: "confirm", changes: { c4: [null, true] } },
];
const after = (steps: Operation[]) => steps.reduce((cells, step) => written(cells, step.changes), BASE);
const cells = common(MINE, THEIRS);
const CONFLICT: Conflict = { theirs: after(THEIRS), mine: after(MINE), cells, tied: tied(cells, [...MINE, ...THEIRS]) };

test("only the bead that both changed is disputed", () => {
  expect(CONFLICT.cells).toEqual(["b1"]);
  expect([...CONFLICT.tied].sort()).toEqual(["b1", "b1x", "b2"]);
});

test("mine takes back the whole of their step and keeps their other one", () => {
  expect(toRecord(settled(CONFLICT, MINE, "mine"))).toEqual({ b1: 2, b3: 1, b4: 1, c3: true, c4: true });
});

test("theirs drops the whole of my step and keeps my other one", () => {
  expect(toRecord(settled(CONFLICT, MINE, "theirs"))).toEqual({ b1: 0, b1x: 1, b2: 1, b3: 1, b4: 1, c3: true, c4: true });
});

test("cell by cell everything undisputed is joined", () => {
  expect(toRecord(settled(CONFLICT, MINE, () => true))).toEqual({ b1: 2, b1x: 1, b3: 1, b4: 1, c3: true, c4: true });
});
