// The items of a layer: filters and search stand in the address, arrows walk, Enter opens.

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { Bar, countWords } from "../components/Bar";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { useKeys, type Action } from "../keys";
import { go, query, withQuery } from "../router";
import { layerOf, may } from "../store/session";
import { counted } from "../text/counted";
import type { ItemRow, State } from "../types";

const VIEWS: [string, string][] = [["", "All"], ["open", "Open"], ["draft", "Begun"], ["done", "Done"], ["doubtful", "Doubtful"], ["mine", "Mine"]];
const ORDERS: [string, string][] = [["", "as in the text"], ["doubt", "most doubtful first"], ["updated", "last changed first"]];
const SIGNS: Record<State, string> = { open: "", draft: "…", done: "✓", adjudicated: "✓✓" };
const WORDS: Record<State, string> = { open: "open", draft: "begun", done: "done", adjudicated: "adjudicated" };
const PAGE = 100;

export function ListPage({ layer }: { layer: string }) {
  const view = query.value.get("view") ?? "";
  const search = query.value.get("search") ?? "";
  const order = query.value.get("order") ?? "";
  const offset = Number(query.value.get("offset") ?? 0);
  const [row, setRow] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useLoaded(() => layerOf(layer, true), [layer]);
  const loaded = useLoaded(() => api.items(layer, { view, search, order, offset, limit: PAGE }), [layer, view, search, order, offset]);
  const items = loaded.value?.items ?? [];
  const count = loaded.value?.total ?? 0;
  useEffect(() => setRow(0), [layer, view, search, order, offset]);

  const filter = (changes: Record<string, string | null>): void => go(withQuery({ offset: null, ...changes }), { replace: true });
  const address = (seq: number): string => `/l/${layer}/i/${seq}${withQuery({ offset: null, order: null, search: null }).replace(/^[^?]*/, "")}`;
  const walk = (to: number): void => {
    const at = Math.max(0, Math.min(items.length - 1, to));
    setRow(at);
    body.current?.rows[at]?.querySelector("a")?.focus();
  };
  const act = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action => ({ id: `list.${id}`, label, group: "List", keys, run, when });
  useKeys([
    act("down", "Next row", ["ArrowDown", "j"], () => walk(document.activeElement?.closest("tbody") ? row + 1 : row)),
    act("up", "Row above", ["ArrowUp", "k"], () => walk(row - 1)),
    act("open", "Open", ["Enter"], () => items[row] && go(address(items[row].seq))),
    act("search", "Search", ["/"], () => field.current?.focus()),
    act("later", "Next page", ["PageDown"], () => filter({ offset: String(offset + PAGE) }), () => offset + PAGE < count),
    act("earlier", "Previous page", ["PageUp"], () => filter({ offset: String(Math.max(0, offset - PAGE)) }), () => offset > 0),
  ]);

  if (head.error) return <Shell title="Items"><Failure error={head.error} again={head.again} /></Shell>;
  const found = head.value;
  return (
    <Shell title={found?.name ?? "Items"}>
      <div class="list-head">
        <h1>{found?.name}</h1>
        {found && <><Bar counts={found.counts} /> <small class="muted">{countWords(found.counts)}</small></>}
        <span class="space" />
        {may("manager") && <a class="small-link" href={`/api/layers/${layer}/export`} download>Export</a>}
        {may("manager") && <a class="small-link" href={`/agreement?layer=${layer}`}>Agreement</a>}
      </div>
      <div class="filters">
        <div class="views" role="group" aria-label="Which items">
          {VIEWS.map(([name, words]) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => filter({ view: name })}>{words}</button>
          ))}
        </div>
        <input
          ref={field}
          type="search"
          placeholder="Search  /"
          aria-label="Search in both sides"
          value={search}
          onInput={(event) => filter({ search: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Escape") field.current?.blur();
            if (event.key === "Enter" || event.key === "ArrowDown") walk(0);
          }}
        />
        <label class="order"><span class="unseen">Order</span>
          <select value={order} onChange={(event) => filter({ order: event.currentTarget.value })}>
            {ORDERS.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
          </select>
        </label>
        <span class="muted count">{loaded.value ? counted(count, "item") : ""}</span>
      </div>
      {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
      {loaded.value && items.length === 0 && (
        <div class="nothing">
          <p>{search || view ? "No item fits these filters." : "This layer has no items yet."}</p>
          {(search || view) ? <button type="button" onClick={() => filter({ search: null, view: null })}>Show all</button> : <a class="button" href="/">Import a file</a>}
        </div>
      )}
      {items.length > 0 && (
        <table class="list items">
          <thead><tr><th>n</th><th>source</th><th>target</th><th>state</th><th>label</th><th>why doubtful</th></tr></thead>
          <tbody ref={body}>{items.map((each, n) => <Line key={each.id} item={each} here={n === row} href={address(each.seq)} onFocus={() => setRow(n)} />)}</tbody>
        </table>
      )}
      {count > PAGE && (
        <p class="pages">
          <button type="button" disabled={offset === 0} onClick={() => filter({ offset: String(Math.max(0, offset - PAGE)) })}>Earlier</button>
          <span class="muted">{offset + 1} to {Math.min(count, offset + PAGE)} of {count.toLocaleString("en")}</span>
          <button type="button" disabled={offset + PAGE >= count} onClick={() => filter({ offset: String(offset + PAGE) })}>Later</button>
        </p>
      )}
    </Shell>
  );
}

function Line({ item, here, href, onFocus }: { item: ItemRow; here: boolean; href: string; onFocus: () => void }) {
  return (
    <tr class={item.reasons.length ? "doubtful" : ""} onClick={() => go(href)}>
      <td class="end"><a href={href} tabIndex={here ? 0 : -1} onFocus={onFocus} aria-label={`Item ${item.seq}, ${WORDS[item.state]}`}>{item.seq}</a></td>
      <td class="excerpt" dir="auto">{item.source}</td>
      <td class="excerpt" dir="auto">{item.target}</td>
      <td class="state"><i aria-hidden="true">{SIGNS[item.state]}</i> {WORDS[item.state]}</td>
      <td class="labelled">{item.label}</td>
      <td class="why">{item.score !== null && <span class="score">{item.score.toFixed(2)}</span>} {item.reasons.join("; ")}</td>
    </tr>
  );
}
