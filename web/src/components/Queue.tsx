// The items around the open one: where one is, and what is done.

import { api } from "../api";
import { alive } from "../store/annotation";
import type { Item, State } from "../types";
import { useLoaded } from "./useLoaded";

export const SIGNS: Record<State, string> = { open: "", draft: "…", done: "✓", adjudicated: "✓✓" };
const WINDOW = 40;

/** Neighbours of an item in its list; those judged here show it at once. */
export function Queue({ address, item, view, search }: { address: string; item: Item; view: string; search: string }) {
  const part = Math.floor(Math.max(0, item.seq - 1) / WINDOW);
  const { value } = useLoaded(() => api.items(address, view ? { view, limit: WINDOW } : { offset: part * WINDOW, limit: WINDOW }), [address, view, view ? "" : part]);
  const mine = [...alive.values()].filter((each) => each.place.layer === address && (each.undoable.value || each.state.value !== "draft"));
  const states = new Map(mine.map((each) => [each.place.seq, each.state.value]));
  return (
    <nav class="queue" aria-label="Items">
      <ol>
        {value?.items.map((row) => {
          const state = states.get(row.seq) ?? row.state;
          return (
            <li key={row.id}>
              <a href={`/l/${address}/i/${row.seq}${search}`} aria-current={row.seq === item.seq ? "true" : undefined} class={row.reasons.length ? "doubtful" : ""}>
                <span class="muted">{row.seq}</span> <bdi>{row.source}</bdi> <i aria-hidden="true">{SIGNS[state]}</i><span class="unseen">{state}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
