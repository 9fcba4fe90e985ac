// What is followed while the page is open: whether files under review hold what was saved, and
// whether diglot was updated.

import { effect } from "@preact/signals";
import { ApiError, api, outdated } from "../api";
import { alone, refresh } from "./session";
import { files, savedAt, typing, waitingCount } from "./status";

const OFTEN = 500;
let asking = false;

async function ask(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    for (;;) {
      const found = await api.review();
      files.value = found;
      if (!found.behind) break;
      await new Promise((resolve) => setTimeout(resolve, OFTEN));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  asking = false;
}

/** What is said to be saved is in the file. */
export function followFiles(): void {
  effect(() => {
    if (!savedAt.value || !alone()) return;
    files.value = { ...files.peek(), behind: true };
    void ask();
  });
}

/** Milliseconds in which what a field gave away is on its way. */
const SOON = 1000;

/** The page of another diglot is loaded as soon as nothing is being typed or waits to be sent. */
export function followUpdates(): void {
  const reload = (): void => {
    const { activeElement } = document;
    if (!outdated.value || typing.value || waitingCount.value) return;
    if (!activeElement?.matches("input, textarea, select")) location.reload();
  };
  const soon = (): void => void setTimeout(reload, SOON);
  effect(() => void (outdated.value && !typing.value && !waitingCount.value && soon()));
  document.addEventListener("focusout", soon);
  // Who comes back to a tab, perhaps the next day, hears at once whether diglot is still there.
  document.addEventListener("visibilitychange", () => void (document.hidden || refresh()));
}
