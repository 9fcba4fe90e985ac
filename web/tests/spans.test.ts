import { expect, test } from "vitest";
import { fromRecord } from "../src/cells";
import { spanCells, tokensOf, wantedSpans, type Token } from "../src/text/spans";
import { walked } from "../src/components/walking";

const TOKENS: Token[] = [[0, 3], [4, 7], [8, 11], [12, 15]];

test("neighbouring tokens make one span, and spans give the tokens back", () => {
  for (let mask = 0; mask < 16; mask++) {
    const chosen = new Set([0, 1, 2, 3].filter((n) => mask & (1 << n)));
    const cells = spanCells("s", chosen, TOKENS);
    expect(tokensOf(fromRecord(cells), "s", TOKENS)).toEqual(chosen);
  }
  expect(spanCells("s", new Set([0, 1, 3]), TOKENS)).toEqual({ s0: 7, s12: 15 });
});

test("spans of the other side stay", () => {
  const cells = fromRecord({ s0: 3, t0: 3, label: "partial" });
  expect(wantedSpans(cells, "s", new Set([1]), TOKENS)).toEqual({ s0: null, s4: 7 });
});

test("arrows follow the direction of the text", () => {
  expect(walked("ArrowRight", 1, 4, false)).toBe(2);
  expect(walked("ArrowRight", 1, 4, true)).toBe(0);
  expect(walked("End", 1, 4, true)).toBe(3);
  expect(walked("x", 1, 4, true)).toBeNull();
});
