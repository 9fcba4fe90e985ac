import { describe, expect, test } from "vitest";
import { Offsets } from "../src/text/offsets";

describe("offsets of code points", () => {
  test("astral characters count once in code points and twice in UTF-16", () => {
    const offsets = new Offsets("a😀b𝒳c");
    expect(offsets.length).toBe(5);
    expect([0, 1, 2, 3, 4, 5].map((n) => offsets.toUnits(n))).toEqual([0, 1, 3, 4, 6, 7]);
    expect(offsets.slice(1, 4)).toBe("😀b𝒳");
  });

  test("the way there and back is the same at every code point", () => {
    const text = "😀😀x漢𠀀字ع𝒳";
    const offsets = new Offsets(text);
    const points = [...text];
    expect(offsets.length).toBe(points.length);
    for (let n = 0; n <= points.length; n++) {
      expect(offsets.toUnits(n)).toBe(points.slice(0, n).join("").length);
      expect(offsets.toPoints(offsets.toUnits(n))).toBe(n);
    }
  });

  test("half a pair alone is one character", () => {
    expect(new Offsets("a\ud83db").length).toBe(3);
  });

  test("offsets beyond the ends are clamped", () => {
    const offsets = new Offsets("a😀");
    expect(offsets.toUnits(9)).toBe(3);
    expect(offsets.toPoints(-1)).toBe(0);
  });
});
