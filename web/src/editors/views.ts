// Which view of an editor a person likes, kept with the person's settings.

import { signal, type Signal } from "@preact/signals";
import { change, session } from "../store/session";

const chosen = new Map<string, Signal<string>>();

/** The view of an editor, the first one until another is chosen. */
export function viewOf(editor: string, views: readonly string[]): Signal<string> {
  const stored = session.peek()?.settings.views?.[editor];
  const found = chosen.get(editor) ?? signal(typeof stored === "string" && views.includes(stored) ? stored : views[0]);
  chosen.set(editor, found);
  return found;
}

/** Go on to the next view. */
export function turn(editor: string, views: readonly string[]): void {
  const view = viewOf(editor, views);
  view.value = views[(views.indexOf(view.peek()) + 1) % views.length];
  void change({ views: { ...session.peek()?.settings.views, [editor]: view.peek() } });
}
