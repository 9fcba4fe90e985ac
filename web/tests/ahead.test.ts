import { describe, expect, it, vi } from "vitest";
import type { Item } from "../src/types";

const text = (seq: number): Item => ({ id: seq, seq, annotation: { id: seq, state: "draft" } }) as Item;

vi.mock("../src/api", () => ({
  ApiError: class extends Error {},
  api: { ahead: (_: string, after: number) => Promise.resolve({ items: after < 3 ? [text(after + 1)] : [] }) },
}));
const { lineOf } = await import("../src/store/ahead");

describe("whole texts, asked for one by one", () => {
  it("lead from each to the next one, to the last", async () => {
    const line = lineOf("1", "", true);
    const seen: number[] = [];
    for (let here: Item | null = text(1); here; here = line.after(here) ?? (await line.next(here))) {
      line.open(here);
      seen.push(here.seq);
    }
    expect(seen).toEqual([1, 2, 3]);
  });
});
