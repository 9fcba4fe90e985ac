import { describe, expect, it, vi } from "vitest";
import type { Item } from "../src/types";

const finished = new Set<number>();
const text = (seq: number): Item => ({ id: seq, seq, annotation: { id: seq, get state() { return finished.has(seq) ? "done" : "draft"; } } }) as Item;

/** As the server does: one that is not finished, from the next one on, and after the last from the first. */
vi.mock("../src/api", () => ({
  ApiError: class extends Error {},
  api: {
    ahead: (_: string, after: number) => {
      const next = [1, 2, 3].map((n) => ((after + n - 1) % 3) + 1).find((seq) => !finished.has(seq));
      return Promise.resolve({ items: next ? [text(next)] : [] });
    },
  },
}));
const { lineOf } = await import("../src/store/ahead");

describe("whole texts, asked for one by one", () => {
  const finish = async (layer: string, from: number): Promise<number[]> => {
    const line = lineOf(layer, "", true);
    const seen: number[] = [];
    finished.clear();
    line.open(text(1));
    // The one that follows is there, and the arrow leads to it.
    const first = from === 1 ? text(1) : await line.next(text(1));
    for (let here = first; here; here = line.after(here) ?? (await line.next(here))) {
      line.open(here);
      seen.push(here.seq);
      finished.add(here.seq);
    }
    return seen;
  };

  it("lead from each to the next one, to the last", async () => {
    expect(await finish("1", 1)).toEqual([1, 2, 3]);
  });

  it("lead back to one that was left out", async () => {
    expect(await finish("2", 2)).toEqual([2, 3, 1]);
  });
});
