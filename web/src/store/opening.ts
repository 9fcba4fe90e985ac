// Opening annotations, and sending what earlier visits left behind.

import { ApiError, api } from "../api";
import type { Item } from "../types";
import { alive, countWaiting, Annotation } from "./annotation";
import { waiting } from "./outbox";
import { lost, online, waitingCount } from "./status";

const RETRY_MS = 3000;

/** The annotation of an item here, with undo and whatever an earlier visit could not send. */
function living(layer: string, item: Item, user: number, role: string): Annotation {
  const known = alive.get(item.annotation.id);
  if (known?.unsettled || known?.lasting) return known;
  const annotation = new Annotation({ annotation: item.annotation.id, user, layer, seq: item.seq, role }, item);
  alive.set(annotation.id, annotation);
  void annotation.recover();
  return annotation;
}

/** Open an item in a view, which closes the annotation when it goes. */
export function opened(layer: string, item: Item, user: number, role = "annotator"): Annotation {
  const annotation = living(layer, item, user, role);
  annotation.open();
  return annotation;
}

/** Send what earlier visits left in the outbox, annotation by annotation. */
export async function drain(user: number): Promise<void> {
  const left = (await waiting()).filter((each) => each.user === user);
  await countWaiting();
  for (const each of new Map(left.map((record) => [record.annotation, record])).values()) {
    const known = alive.get(each.annotation);
    if (known) {
      await known.flush();
      continue;
    }
    try {
      const item = await api.item(each.layer, each.seq, each.role);
      // A view may have opened it meanwhile.
      if (!alive.has(each.annotation)) living(each.layer, item, user, each.role);
    } catch (error) {
      if (error instanceof ApiError && error.offline) {
        lost(error);
        setTimeout(() => void drain(user), RETRY_MS);
        return;
      }
    }
  }
}

window.addEventListener("online", () => alive.forEach((annotation) => void annotation.flush().catch(() => undefined)));
window.addEventListener("offline", () => (online.value = false));
window.addEventListener("beforeunload", (event) => {
  // A field keeps what was typed when it is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (waitingCount.peek()) {
    alive.forEach((annotation) => void annotation.flush().catch(() => undefined));
    event.preventDefault();
  }
});

