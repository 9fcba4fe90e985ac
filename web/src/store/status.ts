// What the page says about itself: connection, saving, announcements.

import { signal } from "@preact/signals";
import { ApiError } from "../api";
import { counted } from "../text/counted";
import { clock } from "../text/times";

export const online = signal(true);
/** Why the server that answers does not save, such as a full disk. */
export const trouble = signal("");
/** Nothing can be saved now: nobody answers, or who answers says why. */
export function lost(error: ApiError): void {
  online.value = false;
  trouble.value = error.status === 503 ? error.message : "";
}

/** Operations that wait in the outbox, of all annotations. */
export const waitingCount = signal(0);
/** A text that is being corrected and that nothing but the field has yet. */
export const typing = signal(false);
/** When the server last confirmed a saving. */
export const savedAt = signal<Date | null>(null);
/** The last sentence for screen readers and, for a moment, for the eye. */
export const announcement = signal<{ text: string; loud: boolean; n: number }>({ text: "", loud: false, n: 0 });

/** What an editor says at the foot of its page. */
export const footing = signal("");

/** Say something: `loud` shows it too, otherwise only screen readers hear it. */
export function say(text: string, loud = false): void {
  announcement.value = { text, loud, n: announcement.peek().n + 1 };
}

/** What is said of files under review: whether they hold what the server has. */
export const files = signal<{ names: string[]; behind: boolean; error: string | null }>({ names: [], behind: false, error: null });

/** What the foot says of saving; who works alone has the server on their own machine, where no network is missing. */
export function savedWords(own: boolean): string {
  const { names, behind, error } = files.value;
  if (error && !waitingCount.value) return `not in the file: ${error}`;
  const count = waitingCount.value;
  const changes = `${counted(count, "change")} waiting`;
  const silent = own ? "diglot does not answer: start it again" : "offline";
  if (!online.value) return [trouble.value ? `not saved yet: ${trouble.value}` : silent, ...(count ? [changes] : [])].join(", ");
  if (count) return changes;
  if (typing.value) return "not saved yet: Enter saves";
  if (!savedAt.value) return "nothing to save";
  if (behind) return `writing ${names.length === 1 ? names[0] : "the files"}`;
  return `saved ${clock(savedAt.value)}${names.length === 1 ? ` in ${names[0]}` : ""}`;
}

/** Ask the server; what it refuses is said, and null comes back. */
export async function tried<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(error.message, true);
    return null;
  }
}
