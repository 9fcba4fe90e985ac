// Going on to the next item by a key.

import type { Action } from "../keys";

/** Closes the item. */
export const finishing = (
  kind: string,
  group: string,
  complete: () => Promise<boolean>,
  options: { keys?: string[]; label?: string; when?: () => boolean } = {},
): Action => ({ id: `${kind}.finish`, label: options.label ?? "Next", group, keys: options.keys ?? ["Enter"], when: options.when, run: () => void complete() });
