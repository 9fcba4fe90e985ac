// What can be undone and redone, folded from the operations of an annotation.

import { inverse } from "../cells";
import type { Operation } from "../types";

interface Undone {
  operation: Operation;
  /** Id of the operation that took it back. */
  by: string;
}

/** Stacks without limit; a new operation clears what could be redone. */
export class History {
  private done: Operation[] = [];
  private undone: Undone[] = [];

  get undoable(): Operation | null {
    return this.done.at(-1) ?? null;
  }

  get redoable(): Operation | null {
    return this.undone.at(-1)?.operation ?? null;
  }

  /** Take note of an operation, in the order in which they were made. */
  note(operation: Operation): void {
    // Closing and opening again change no cell and are not undone.
    if (!Object.keys(operation.changes).length) return;
    if (!operation.undoes) {
      this.done.push(operation);
      this.undone = [];
      return;
    }
    const n = this.done.findLastIndex((each) => each.id === operation.undoes);
    if (n >= 0) {
      const [taken] = this.done.splice(n, 1);
      this.undone.push({ operation: taken, by: operation.id });
      return;
    }
    const m = this.undone.findLastIndex((each) => each.by === operation.undoes);
    if (m >= 0) this.undone.splice(m, 1);
    this.done.push(operation);
  }

  undo(id: string): Operation | null {
    const last = this.undoable;
    return last && inverse(last, id, "undo");
  }

  redo(id: string): Operation | null {
    const last = this.undone.at(-1);
    return last ? { id, name: "redo", changes: last.operation.changes, undoes: last.by } : null;
  }

  /** Leave out operations that never came to stand. */
  drop(ids: Set<string>): void {
    this.done = this.done.filter((each) => !ids.has(each.id));
    this.undone = this.undone.filter((each) => !ids.has(each.operation.id) && !ids.has(each.by));
  }
}
