// Whether files under review hold what was saved: asked for until they do.

import { effect } from "@preact/signals";
import { ApiError, api } from "../api";
import { alone } from "./session";
import { files, savedAt } from "./status";

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
