// Chosen tokens as spans of characters and back.

import type { CellRecord, Cells, Value } from "../types";

export type Token = [number, number];

/** Numbers of the tokens that lie in the spans of a letter's cells, such as `s5` = 9. */
export function tokensOf(cells: Cells, letter: string, tokens: Token[]): Set<number> {
  const found = new Set<number>();
  const pattern = new RegExp(`^${letter}(\\d+)$`);
  for (const [name, end] of cells) {
    const start = pattern.exec(name)?.[1];
    if (start === undefined || typeof end !== "number") continue;
    tokens.forEach(([a, b], n) => {
      if (a >= Number(start) && b <= end) found.add(n);
    });
  }
  return found;
}

/** Cells that mark tokens: one span a run of neighbours. */
export function spanCells(letter: string, chosen: ReadonlySet<number>, tokens: Token[]): CellRecord {
  const cells: CellRecord = {};
  for (let n = 0; n < tokens.length; n++) {
    if (!chosen.has(n)) continue;
    const first = n;
    while (chosen.has(n + 1)) n++;
    cells[`${letter}${tokens[first][0]}`] = tokens[n][1];
  }
  return cells;
}

/** Changes that make the spans of a letter mark these tokens and no others. */
export function wantedSpans(cells: Cells, letter: string, chosen: ReadonlySet<number>, tokens: Token[]): Record<string, Value | null> {
  const wanted: Record<string, Value | null> = {};
  const pattern = new RegExp(`^${letter}\\d+$`);
  for (const name of cells.keys()) if (pattern.test(name)) wanted[name] = null;
  return { ...wanted, ...spanCells(letter, chosen, tokens) };
}
