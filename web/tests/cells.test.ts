import { describe, expect, test } from "vitest";
import { applied, between, changing, common, drifted, fromRecord, inverse, joined, merged, same, tied, toRecord } from "../src/cells";
import type { CellRecord, Operation, Value } from "../src/types";

// A small generator with a seed, so that a failure can be repeated.
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
function body(random: () => number): CellRecord {
  const values: Value[] = ["a", "b", 1, true, [1, 2], [1, ["x"]]];
  const record: CellRecord = {};
  for (const name of ["a", "b", "c", "d"]) if (random() < 0.6) record[name] = values[Math.floor(random() * values.length)];
  return record;
}

describe("operations on cells", () => {
  test("between two bodies leads from one to the other and its inverse leads back", () => {
    const random = generator(7);
    for (let n = 0; n < 300; n++) {
      const before = fromRecord(body(random));
      const after = fromRecord(body(random));
      const operation = between(before, after, "1", "edit");
      const there = applied(before, operation);
      expect(toRecord(there)).toEqual(toRecord(after));
      expect(toRecord(applied(there, inverse(operation, "2")))).toEqual(toRecord(before));
    }
  });

  test("an operation on other cells than it expects is refused", () => {
    const operation: Operation = { id: "1", name: "edit", changes: { a: ["x", "y"] } };
    expect(() => applied(new Map([["a", "z"]]), operation)).toThrow("a");
  });

  test("true and 1 are different values", () => {
    expect(same(true, 1)).toBe(false);
    expect(same([1, ["x"]], [1, ["x"]])).toBe(true);
  });

  test("cells that already hold what is wanted are left out", () => {
    expect(changing(new Map<string, Value>([["a", 1]]), { a: 1, b: 2, c: null })).toEqual({ b: [null, 2] });
  });

  test("operations joined go from the first value to the last and forget round trips", () => {
    const steps: Operation[] = [
      { id: "1", name: "x", changes: { a: [null, 1], b: [null, 1] } },
      { id: "2", name: "x", changes: { a: [1, 2], b: [1, null] } },
    ];
    expect(joined(steps)).toEqual({ a: [null, 2] });
  });

  test("only cells that both sides leave different are in conflict", () => {
    const mine: Operation[] = [{ id: "1", name: "x", changes: { a: [null, 1], b: [null, 1], c: [null, 1] } }];
    const theirs: Operation[] = [{ id: "2", name: "x", changes: { a: [null, 2], b: [null, 1], d: [null, 3] } }];
    expect(common(mine, theirs)).toEqual(["a"]);
    const body = merged(new Map<string, Value>([["a", 2], ["b", 1], ["d", 3]]), mine, (cell) => cell !== "a");
    expect(toRecord(body)).toEqual({ a: 2, b: 1, c: 1, d: 3 });
  });

  test("steps that share a cell with a disputed one stand or fall with it", () => {
    const steps: Operation[] = [
      { id: "1", name: "x", changes: { a: [null, 1], b: [null, 1] } },
      { id: "2", name: "x", changes: { b: [1, 2], c: [null, 1] } },
      { id: "3", name: "x", changes: { d: [null, 1] } },
    ];
    expect([...tied(["a"], steps)].sort()).toEqual(["a", "b", "c"]);
  });

  test("what others changed in the cells of waiting steps is found", () => {
    const steps: Operation[] = [{ id: "1", name: "x", changes: { a: [null, 1], b: [3, 4] } }];
    expect(drifted(new Map<string, Value>([["a", 7], ["b", 3]]), steps)).toEqual({ a: [null, 7] });
  });
});
