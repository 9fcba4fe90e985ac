// Two versions of one judgement, and what becomes of them.

import { merged } from "../cells";
import type { Cells, Operation, Value } from "../types";

export interface Conflict {
  theirs: Cells;
  mine: Cells;
  /** Cells that both sides changed, and differently. */
  cells: string[];
  /** These, and the other cells of the steps that changed them. */
  tied: ReadonlySet<string>;
}

/** Whole steps of one side, or of each disputed cell whether mine counts. */
export type Choice = "mine" | "theirs" | ((cell: string) => boolean);

/** The body that a choice leads to; what is not disputed is joined. */
export function settled(conflict: Conflict, mine: Operation[], choice: Choice): Map<string, Value> {
  const disputed = new Set(conflict.cells);
  const wanted = merged(conflict.theirs, mine, (cell) => {
    if (choice === "mine") return true;
    return choice === "theirs" ? !conflict.tied.has(cell) : !disputed.has(cell) || choice(cell);
  });
  if (choice !== "mine") return wanted;
  // Their steps that stand against mine go as a whole, else half a step would be left.
  for (const cell of conflict.tied) {
    const value = conflict.mine.get(cell);
    if (value === undefined) wanted.delete(cell);
    else wanted.set(cell, value);
  }
  return wanted;
}
