// Walking through the tokens of a text.

/** Where an arrow leads from a token, in the direction of the text; null for other keys. */
export function walked(key: string, n: number, count: number, rtl: boolean): number | null {
  const forward = rtl ? "ArrowLeft" : "ArrowRight";
  const back = rtl ? "ArrowRight" : "ArrowLeft";
  if (key === forward) return Math.min(n + 1, count - 1);
  if (key === back) return Math.max(n - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
