import { describe, expect, test } from "vitest";
import { moved, ordered } from "../../src/editors/Matrix";
import { sideOf } from "./sides";

describe("the matrix", () => {
  const source = sideOf("a b c");
  test("arrows stop at the edges", () => {
    const target = sideOf("x y");
    expect(moved({ row: 0, column: 0 }, "ArrowUp", source, target)).toEqual({ row: 0, column: 0 });
    expect(moved({ row: 2, column: 1 }, "ArrowRight", source, target)).toEqual({ row: 2, column: 1 });
    expect(moved({ row: 0, column: 0 }, "ArrowDown", source, target)).toEqual({ row: 1, column: 0 });
  });
  test("columns of a right-to-left side run the other way", () => {
    const target = sideOf("س ع", "ar", "rtl");
    expect(moved({ row: 0, column: 0 }, "ArrowLeft", source, target)).toEqual({ row: 0, column: 1 });
    expect(moved({ row: 0, column: 1 }, "ArrowRight", source, target)).toEqual({ row: 0, column: 0 });
  });
  test("a block dragged upwards is the same block", () => {
    expect(ordered({ from: { row: 2, column: 0 }, to: { row: 0, column: 1 } })).toEqual({ from: { row: 0, column: 0 }, to: { row: 2, column: 1 } });
  });
});
