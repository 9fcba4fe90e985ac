// Judgements as cells and operations on them; the twin of diglot/annotate/bodies.py.

import type { CellRecord, Cells, Changes, Operation, Value, Wanted } from "./types";

/** A new operation's name in the annotation. */
export const fresh = (): string => crypto.randomUUID();

export const fromRecord = (record: CellRecord): Map<string, Value> => new Map(Object.entries(record));

export const toRecord = (cells: Cells): CellRecord => Object.fromEntries(cells);

export function same(left: Value | null, right: Value | null): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, n) => same(value, right[n]));
  }
  return left === right;
}

/** Cells that do not hold what the operation expects, in alphabetical order. */
export function stale(cells: Cells, operation: Operation): string[] {
  return Object.entries(operation.changes)
    .filter(([name, [before]]) => !same(cells.get(name) ?? null, before))
    .map(([name]) => name)
    .sort();
}

/** The body after an operation, whatever stood in its cells before. */
export function written(cells: Cells, changes: Changes): Map<string, Value> {
  const result = new Map(cells);
  for (const [name, [, after]] of Object.entries(changes)) {
    if (after === null) result.delete(name);
    else result.set(name, after);
  }
  return result;
}

/** The body after an operation; throws where a cell does not hold what it expects. */
export function applied(cells: Cells, operation: Operation): Map<string, Value> {
  const wrong = stale(cells, operation);
  if (wrong.length) throw new Error(`cells changed in the meantime: ${wrong.join(", ")}`);
  return written(cells, operation.changes);
}

/** The operation that takes another one back; the inverse of an inverse does it again. */
export function inverse(operation: Operation, id: string, name = "undo"): Operation {
  const changes: Changes = {};
  for (const [cell, [before, after]] of Object.entries(operation.changes)) changes[cell] = [after, before];
  return { id, name, changes, undoes: operation.id };
}

/** Changes that give cells the values wanted, those left out that have them already. */
export function changing(cells: Cells, wanted: Wanted): Changes {
  const changes: Changes = {};
  for (const [name, after] of Object.entries(wanted)) {
    const before = cells.get(name) ?? null;
    if (!same(before, after)) changes[name] = [before, after];
  }
  return changes;
}

/** The operation that makes one body into another. */
export function between(before: Cells, after: Cells, id: string, name: string): Operation {
  const wanted: Wanted = {};
  for (const cell of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    wanted[cell] = after.get(cell) ?? null;
  }
  return { id, name, changes: changing(before, wanted) };
}

/** Several operations as one list of changes, from the first value of a cell to its last. */
export function joined(operations: Operation[]): Changes {
  const changes: Changes = {};
  for (const operation of operations) {
    for (const [name, [before, after]] of Object.entries(operation.changes)) {
      changes[name] = [name in changes ? changes[name][0] : before, after];
    }
  }
  for (const [name, [before, after]] of Object.entries(changes)) {
    if (same(before, after)) delete changes[name];
  }
  return changes;
}

/** Cells that both lists of operations touch and leave different, in alphabetical order. */
export function common(mine: Operation[], theirs: Operation[]): string[] {
  const ours = joined(mine);
  const others = joined(theirs);
  return Object.keys(ours)
    .filter((name) => name in others && !same(ours[name][1], others[name][1]))
    .sort();
}

/** All cells of operations that hang together with disputed cells, on either side: they stand or fall as one. */
export function tied(cells: string[], operations: Operation[]): Set<string> {
  const found = new Set(cells);
  let before = -1;
  while (found.size > before) {
    before = found.size;
    for (const { changes } of operations) {
      const names = Object.keys(changes);
      if (names.some((name) => found.has(name))) for (const name of names) found.add(name);
    }
  }
  return found;
}

/** Their body with my changes on top; in common cells mine count where `mineIn` says so. */
export function merged(
  theirs: Cells,
  mine: Operation[],
  mineIn: (cell: string) => boolean = () => true,
): Map<string, Value> {
  const changes = joined(mine);
  for (const name of Object.keys(changes)) if (!mineIn(name)) delete changes[name];
  return written(theirs, changes);
}

/** How a body differs from what operations started from: what others changed in their cells. */
export function drifted(base: Cells, operations: Operation[]): Changes {
  const changes: Changes = {};
  for (const [cell, [before]] of Object.entries(joined(operations))) {
    const now = base.get(cell) ?? null;
    if (!same(now, before)) changes[cell] = [before, now];
  }
  return changes;
}
