// Who is here, in which project, with which keys.

import { signal } from "@preact/signals";
import { ApiError, api } from "../api";
import type { Layer, Role, Session, Settings } from "../types";
import { newest } from "./newest";
import { drain } from "./opening";
import { lost, online, say } from "./status";

export const session = signal<Session | null>(null);
/** Why there is no session: the server cannot be reached or refuses. */
export const refusal = signal<string | null>(null);

const ask = newest<Session>((found, error) => {
  if (found) {
    session.value = found;
    refusal.value = null;
    online.value = true;
  }
  if (error?.offline) lost(error);
  if (error && !session.peek()) refusal.value = error.message;
});

/** Ask who is here and how far the layers are: after whatever changes that. */
export const refresh = (): Promise<void> => ask(api.session());

export async function begin(): Promise<void> {
  await refresh();
  const user = session.peek()?.user;
  if (user) void drain(user.id);
}

const RANKS: Role[] = ["viewer", "annotator", "adjudicator", "manager", "owner"];

/** Whether the person here has this role or a higher one. */
export function may(role: Role): boolean {
  const own = session.value?.user?.role;
  return own !== undefined && RANKS.indexOf(own) >= RANKS.indexOf(role);
}

/** Change some of the person's own settings, here at once. */
export async function change(settings: Settings): Promise<void> {
  const now = session.peek();
  if (!now) return;
  const all = { ...now.settings, ...settings };
  session.value = { ...now, settings: all };
  try {
    await api.settings({ keys: all.keys ?? {}, views: all.views ?? {} });
    // What was asked before does not bring the old ones back.
    void refresh();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(`The setting holds until the next reload: ${error.message}`, true);
  }
}

/** Whether one person corrects files of their own: nobody to agree with, to invite or to release for. */
export const alone = (): boolean => Boolean(session.value?.workspace || session.value?.files.length);

const layers = new Map<string, Layer>();

/** A layer with scheme and guideline, asked for once unless its counts have to be new. */
export async function layerOf(id: string, anew = false): Promise<Layer> {
  const found = (!anew && layers.get(id)) || (await api.layer(id));
  layers.set(id, found);
  return found;
}
