// Operations that the server does not have yet, kept in IndexedDB so that neither a reload nor a
// dead connection loses one. Where the browser refuses a database they stay in memory.

import type { Operation } from "../types";

export interface Waiting {
  n: number;
  annotation: number;
  /** Whose operation it is: another person at the same machine must not send it. */
  user: number;
  /** Where the annotation is opened again: layer, item, role. */
  layer: string;
  seq: number;
  role: string;
  /** Null stands for "done". */
  operation: Operation | null;
}

export type Place = Omit<Waiting, "n" | "operation">;

const memory: Waiting[] = [];
let counter = 0;

const database: Promise<IDBDatabase | null> = new Promise((resolve) => {
  try {
    const opening = indexedDB.open("diglot", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true }).createIndex("annotation", "annotation");
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
    opening.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
});

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | null): Promise<T | null> {
  const opened = await database;
  if (!opened) return null;
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction("outbox", mode, { durability: "strict" });
    const request = work(transaction.objectStore("outbox"));
    transaction.oncomplete = () => resolve(request ? request.result : null);
    transaction.onerror = () => reject(transaction.error ?? new Error("the outbox cannot be written"));
    transaction.onabort = () => reject(transaction.error ?? new Error("the outbox cannot be written"));
  });
}

/** Keep an operation until the server has it. */
export async function keep(place: Place, operation: Operation | null): Promise<void> {
  const record = { ...place, operation };
  if (await database) await inStore("readwrite", (store) => store.add(record));
  else memory.push({ ...record, n: ++counter });
}

/** What waits, in order; of one annotation or of all. */
export async function waiting(annotation?: number): Promise<Waiting[]> {
  if (!(await database)) return memory.filter((each) => annotation === undefined || each.annotation === annotation);
  const found = await inStore<Waiting[]>("readonly", (store) =>
    annotation === undefined ? store.getAll() : store.index("annotation").getAll(annotation),
  );
  return (found ?? []).sort((left, right) => left.n - right.n);
}

/** Forget what the server has: operations by id, or "done" by null. */
export async function forget(annotation: number, ids: Set<string | null>): Promise<void> {
  const mine = (await waiting(annotation)).filter((each) => ids.has(each.operation?.id ?? null));
  if (!mine.length) return;
  if (await database) {
    await inStore("readwrite", (store) => {
      mine.forEach((each) => store.delete(each.n));
      return null;
    });
  } else {
    for (const each of mine) memory.splice(memory.indexOf(each), 1);
  }
}
