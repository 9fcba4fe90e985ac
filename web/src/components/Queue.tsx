// The items around the open one: where one is, and what is done; filtered and searched as in the list.

import { api } from "../api";
import { go, query, withQuery } from "../router";
import { alive } from "../store/annotation";
import { alone } from "../store/session";
import { counted } from "../text/counted";
import type { Item, State } from "../types";
import { useLoaded } from "./useLoaded";

export const SIGNS: Record<State, string> = { open: "", draft: "…", done: "✓", adjudicated: "✓✓" };
export const WORDS: Record<State, string> = { open: "open", draft: "begun", done: "done", adjudicated: "adjudicated" };
const WINDOW = 40;
const VIEWS: [string, string][] = [["", "All"], ["open", "Open"], ["draft", "Begun"], ["done", "Done"], ["doubtful", "Doubtful"], ["mine", "Mine"]];

/** Which items of a list can be asked for; where one person works, all are theirs. */
export const viewsHere = (): [string, string][] => VIEWS.filter(([name]) => name !== "mine" || !alone());

/** Neighbours of an item in its list; those judged here show it at once. */
export function Queue({ address, item }: { address: string; item: Item }) {
  const view = query.value.get("view") ?? "";
  const search = query.value.get("search") ?? "";
  const offset = view || search ? 0 : Math.floor(Math.max(0, item.seq - 1) / WINDOW) * WINDOW;
  const { value } = useLoaded(() => api.items(address, { view, search, offset, limit: WINDOW }), [address, view, search, offset]);
  const here = [...alive.values()].filter((each) => each.place.layer === address && each.place.role === "annotator");
  const states = new Map(here.map((each) => [each.place.seq, each.standing.value]));
  const rest = withQuery({ row: null }).replace(/^[^?]*/, "");
  const filter = (changes: Record<string, string>): void => go(withQuery(changes), { replace: true });
  return (
    <nav class="queue" aria-label="Items">
      <p>
        {/* A list that keeps the focus would take the next keys for its own. */}
        <select aria-label="Which items" value={view} onChange={(event) => { filter({ view: event.currentTarget.value }); event.currentTarget.blur(); }}>
          {viewsHere().map(([name, words]) => <option key={name} value={name}>{words}</option>)}
        </select>
        <input type="search" aria-label="Search in both sides" placeholder="Search" value={search} onInput={(event) => filter({ search: event.currentTarget.value })} onKeyDown={(event) => { if (["Enter", "Escape"].includes(event.key)) event.currentTarget.blur(); }} />
      </p>
      <ol>
        {value?.items.map((row) => {
          const state = states.get(row.seq) ?? row.state;
          return (
            <li key={row.id}>
              <a href={`/l/${address}/i/${row.seq}${rest}`} aria-current={row.seq === item.seq ? "true" : undefined} class={row.reasons.length ? "doubtful" : ""}>
                <span class="muted">{row.seq}</span> <bdi>{row.source}</bdi> <i aria-hidden="true">{SIGNS[state]}</i><span class="unseen">{WORDS[state]}</span>
              </a>
            </li>
          );
        })}
      </ol>
      {value && <p class="muted">{value.total ? counted(value.total, "item") : "No item fits."}</p>}
    </nav>
  );
}
