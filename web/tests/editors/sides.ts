import type { Payload, Side } from "../../src/types";

/** A side whose tokens are the words between spaces; offsets are code points. */
export function sideOf(text: string, lang = "en", dir: "ltr" | "rtl" = "ltr"): Side {
  const tokens: [number, number][] = [];
  let at = 0;
  for (const word of text.split(" ")) {
    const length = [...word].length;
    tokens.push([at, at + length]);
    at += length + 1;
  }
  return { lang, dir, text, tokens };
}

export const pairOf = (source: string, target: string, more: Record<string, unknown> = {}): Payload => ({
  source: sideOf(source),
  target: sideOf(target, "fr"),
  ...more,
});

export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
