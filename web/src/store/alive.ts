// Annotations that a view shows or that have something left to send, also after their view has gone
// on. There is one object for each: two would save against one another.

import type { Annotation } from "./annotation";
import { waiting } from "./outbox";
import { waitingCount } from "./status";

export const alive = new Map<number, Annotation>();

/** Count what waits: an operation just made is in memory before the outbox has it. */
export async function countWaiting(): Promise<void> {
  const counts = new Map<number, number>();
  for (const { annotation, operation } of await waiting()) {
    if (operation) counts.set(annotation, (counts.get(annotation) ?? 0) + 1);
  }
  for (const [id, { pending }] of alive) counts.set(id, Math.max(counts.get(id) ?? 0, pending.peek().length));
  waitingCount.value = [...counts.values()].reduce((sum, each) => sum + each, 0);
}
