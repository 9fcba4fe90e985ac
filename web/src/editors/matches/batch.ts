// Accepting all matches of one entry and one form at once, each with the rule it was accepted by.

import { api } from "../../api";
import { changing, fresh, fromRecord } from "../../cells";
import { deliver } from "../../store/sender";
import type { Item } from "../../types";
import { acceptance, alike, form, type Match } from "./match";

const PAGE = 100;

const place = (layer: number, match: Match): string => `diglot.accepted.${layer}.${match.entry.id}.${form(match)}`;

/** How often this form of this entry has been accepted here by hand. */
export function accepted(layer: number, match: Match): number {
  try {
    return Number(localStorage.getItem(place(layer, match)) ?? 0);
  } catch {
    return 0;
  }
}

/** One more; returns how many there are now. */
export function noted(layer: number, match: Match): number {
  const count = accepted(layer, match) + 1;
  try {
    localStorage.setItem(place(layer, match), String(count));
  } catch {
    // A browser that keeps nothing offers no batch; nothing is lost.
  }
  return count;
}

/** Numbers of the open items whose target has the words; the list is read before it is changed. */
async function candidates(item: Item, match: Match): Promise<number[]> {
  const found: number[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { total, items } = await api.items(item.layer, { view: "open", search: match.entry.source, order: "seq", offset, limit: PAGE });
    found.push(...items.map((each) => each.seq).filter((seq) => seq !== item.seq));
    if (offset + PAGE >= total || !items.length) return found;
  }
}

/** Accept every open match like this one; items somebody has judged stay as they are. */
export async function acceptRest(
  item: Item,
  match: Match,
  count: number,
  tell: (progress: { done: number; of: number }) => void,
): Promise<{ accepted: number; kept: number }> {
  const seqs = await candidates(item, match);
  let [done, taken, kept] = [0, 0, 0];
  for (const seq of seqs) {
    tell({ done: done++, of: seqs.length });
    const other = await api.item(item.layer, seq);
    const theirs = other.payload as Match;
    if (!alike(match, theirs)) continue;
    const cells = fromRecord(other.annotation.cells);
    const wanted = acceptance(theirs, cells, count);
    if (!wanted) {
      kept++;
      continue;
    }
    const operation = { id: fresh(), name: "accept_by_rule", changes: changing(cells, wanted) };
    try {
      const saved = await deliver({ id: other.annotation.id, rev: other.annotation.rev, operations: [operation], seconds: 0, done: true });
      if (saved.state === "done") taken++;
      else kept++;
    } catch {
      kept++;
    }
  }
  return { accepted: taken, kept };
}
