// What leaves the page: saves of one moment, and those that come while a request is out, go together.

import { ApiError, api } from "../api";
import type { Save, Saved } from "../types";

/** Saves that a request carries at most. */
const MOST = 50;

interface Waiting {
  save: Save;
  resolve: (saved: Saved) => void;
  reject: (error: unknown) => void;
}

const queue: Waiting[] = [];
let working = false;

/** Send what was done to one annotation; refused as if it had been sent alone. */
export function deliver(save: Save): Promise<Saved> {
  return new Promise((resolve, reject) => {
    queue.push({ save, resolve, reject });
    if (!working) void work();
  });
}

async function work(): Promise<void> {
  working = true;
  await Promise.resolve();
  while (queue.length) await send(queue.splice(0, MOST));
  working = false;
}

async function send(batch: Waiting[]): Promise<void> {
  try {
    const { results } = await api.save(batch.map((each) => each.save));
    batch.forEach(({ resolve, reject }, n) => {
      const { status, body } = results[n];
      if (status === 200) resolve(body as unknown as Saved);
      else reject(new ApiError(status, String(body.error), body));
    });
  } catch (error) {
    batch.forEach(({ reject }) => reject(error));
  }
}
