// The items of a layer: filters and search stand in the address, arrows walk, Enter opens.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { Bar, countWords } from "../components/Bar";
import { Context } from "../components/Context";
import { Failure } from "../components/Failure";
import { SIGNS, WORDS, viewsHere } from "../components/Queue";
import { Shell } from "../components/Shell";
import { TokenText } from "../components/TokenText";
import { useLoaded } from "../components/useLoaded";
import { EDITORS, layerName } from "../editors";
import type { Editor, Marked } from "../editors/editor";
import { drop, hold, release, useKeys, type Action } from "../keys";
import { go, query, withQuery } from "../router";
import type { Annotation } from "../store/annotation";
import { opened } from "../store/opening";
import { alone, layerOf, may, session } from "../store/session";
import { online, say, waitingCount } from "../store/status";
import { counted } from "../text/counted";
import type { Cells, Item, ItemRow } from "../types";

const ORDERS: [string, string][] = [["", "as in the text"], ["doubt", "most doubtful first"], ["updated", "last changed first"]];
/** Rows of a page; fewer where they are judged in the list itself. */
const MOST = 100;
const JUDGED = 50;
const NONE: ItemRow[] = [];
/** Views that a row leaves as soon as it is judged. */
const LEFT = ["open", "draft"];

export function ListPage({ layer }: { layer: string }) {
  const view = query.value.get("view") ?? "";
  const search = query.value.get("search") ?? "";
  const order = query.value.get("order") ?? "";
  const offset = Number(query.value.get("offset") ?? 0);
  const [row, setRow] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useLoaded(() => layerOf(layer, true), [layer]);
  const editor = EDITORS[head.value?.kind ?? ""];
  const judged = may("annotator") && editor?.answer ? editor.answer : null;
  const PAGE = judged ? JUDGED : MOST;
  const loaded = useLoaded(
    async () => (head.value ? api.items(layer, { view, search, order, offset, limit: PAGE }) : null),
    [layer, view, search, order, offset, head.value === null],
  );
  const items = loaded.value?.items ?? NONE;
  const count = loaded.value?.total ?? 0;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const trail = useRef<Annotation[][]>([]);
  const open = useRows(layer, loaded.waiting ? null : judged ? items : NONE);
  const closed = [...open.values()].filter(({ annotation }) => annotation.state.value === "done").length;
  // Counted anew now and then, also while one key follows the other.
  const counting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    counting.current ??= setTimeout(() => {
      counting.current = undefined;
      void head.again();
    }, 1500);
  }, [closed]);
  useEffect(() => () => clearTimeout(counting.current), []);
  useLayoutEffect(() => {
    setRow(0);
    setSelected(new Set());
    if (judged) hold(); // what is typed now is for the rows that come
  }, [layer, view, search, order, offset, judged === null]);

  const filter = (changes: Record<string, string | null>): void => go(withQuery({ offset: null, ...changes }), { replace: true });
  const address = (seq: number): string => `/l/${layer}/i/${seq}${withQuery({ offset: null, order: null, search: null }).replace(/^[^?]*/, "")}`;
  // A link to the doubtful ones leads to all where nothing is in doubt.
  const followed = useRef(view === "doubtful" && !search);
  useEffect(() => {
    if (!loaded.value) return;
    const nothing = followed.current && view === "doubtful" && !loaded.value.total;
    followed.current = false;
    if (!nothing) return;
    say("Nothing is in doubt: all items are shown.", true);
    filter({ view: null });
  }, [loaded.value]);
  const walk = (to: number): void => {
    const at = Math.max(0, Math.min(items.length - 1, to));
    setRow(at);
    body.current?.rows[at]?.querySelector("a")?.focus();
  };
  /** The rows that follow this page in its list, which those judged here may have left. */
  const later = async (): Promise<void> => {
    const shrinks = judged !== null && LEFT.includes(view);
    const rest = shrinks ? items.filter(({ seq }) => open.get(seq)?.annotation.state.peek() !== "done").length : items.length;
    if (judged) hold();
    if (shrinks) await sent();
    if (rest) return filter({ offset: String(offset + rest) });
    await loaded.again();
    setRow(0);
  };
  const act = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action => ({ id: `list.${id}`, label, group: "List", keys, run, when });
  const select = (from: number, to: number): void => {
    const next = new Set(selected);
    for (let n = Math.min(from, to); n <= Math.max(from, to); n++) if (items[n]) next.add(items[n].seq);
    setSelected(next);
  };
  const toggle = (seq: number): void => {
    const next = new Set(selected);
    if (!next.delete(seq)) next.add(seq);
    setSelected(next);
  };
  const give = (name: string): void => {
    const chosen = selected.size ? items.filter((each) => selected.has(each.seq)) : items.slice(row, row + 1);
    if (!chosen.length) return say("Nothing else is left in this list.", true);
    const done: Annotation[] = [];
    let stopped = false;
    for (const each of chosen) {
      const found = open.get(each.seq);
      if (!found) {
        say(`Item ${each.seq} is somebody else's.`, true);
        continue;
      }
      const wanted = judged?.(name, found.annotation.cells.peek(), found.item.payload);
      if (!wanted) {
        if (chosen.length === 1) go(address(each.seq));
        else say(`${name}: each of these has to be opened.`, true);
        return;
      }
      found.annotation.act("set_label", wanted);
      const stop = editor?.stops?.(found.item.payload, found.annotation.cells.peek());
      stopped ||= Boolean(stop);
      if (stop) say(stop, true);
      else found.annotation.close();
      done.push(found.annotation);
    }
    if (done.length) trail.current.push(done);
    // What wants another key keeps the selection, and the row.
    if (stopped) return;
    if (selected.size) {
      say(`${counted(done.length, "item")}: ${name}`, true);
      setSelected(new Set());
    } else if (row + 1 < items.length) walk(row + 1);
    else if (offset + PAGE < count) void later();
    else {
      // The next key must not judge the last row again.
      setRow(items.length);
      say("Nothing else is left in this list.", true);
    }
  };
  const undo = (): void => {
    const last = trail.current.pop();
    if (!last) return say("Nothing to undo in this list.", true);
    last.forEach((annotation) => annotation.undo());
    const at = items.findIndex((each) => each.seq === last[0].place.seq);
    if (at >= 0) walk(at);
  };
  // Keys act on the first row at once: it is shown where they act. A row of the list before, which may stand in the
  // next one, too, must not take the focus when that has been asked for.
  const asked = query.value.toString();
  useEffect(() => {
    if (open.size && query.peek().toString() === asked && document.activeElement === document.body) body.current?.rows[row]?.querySelector("a")?.focus({ preventScroll: true });
  }, [open]);
  const labels: Action[] = judged && head.value ? head.value.scheme.labels.map((label) => act(`label.${label.name}`, label.name, [label.key], () => give(label.name))) : [];
  useKeys(labels);
  useKeys([
    act("undo", "Undo", ["z"], undo),
    act("select", "Select the row", ["x"], () => items[row] && toggle(items[row].seq)),
    act("select_down", "Select downwards", ["Shift+ArrowDown"], () => { select(row, row + 1); walk(row + 1); }),
    act("select_up", "Select upwards", ["Shift+ArrowUp"], () => { select(row, row - 1); walk(row - 1); }),
    act("select_all", "Select the page", ["Ctrl+a"], () => select(0, items.length - 1)),
    act("select_none", "Select nothing", ["Escape"], () => setSelected(new Set()), () => selected.size > 0),
  ], judged !== null);
  useKeys([
    act("down", "Next row", ["ArrowDown", "j"], () => walk(document.activeElement?.closest("tbody") ? row + 1 : row)),
    act("up", "Row above", ["ArrowUp", "k"], () => walk(row - 1)),
    act("open", "Open", ["Enter"], () => items[row] && go(address(items[row].seq))),
    act("search", "Search", ["/"], () => field.current?.focus()),
    act("later", "Next page", ["PageDown"], () => void later(), () => offset + PAGE < count),
    act("earlier", "Previous page", ["PageUp"], () => filter({ offset: String(Math.max(0, offset - PAGE)) }), () => offset > 0),
  ]);

  useLayoutEffect(release, [open]);

  if (head.error && !head.value) return <Shell title="Items"><Failure error={head.error} again={head.again} /></Shell>;
  const found = head.value;
  return (
    <Shell title={found ? layerName(found) : "Items"}>
      <div class="list-head">
        {session.value?.workspace && <a class="up" href="/" aria-label="To your texts">‹</a>}
        <h1>{found && layerName(found)}</h1>
        {found && <><Bar counts={found.counts} /> <small class="muted">{countWords(found.counts)}</small></>}
        <span class="space" />
        {!alone() && may("manager") && <a class="small-link" href={`/api/layers/${layer}/export`} download>Export</a>}
        {!alone() && may("manager") && <a class="small-link" href={`/agreement?layer=${layer}`}>Agreement</a>}
      </div>
      <div class="filters">
        <div class="views" role="group" aria-label="Which items">
          {viewsHere().map(([name, words]) => (
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
      {judged && <Warnings rows={[...open.values()]} />}
      {items.length > 0 && (
        <div class={judged ? "worklist" : ""}>
        <table class={`list items ${judged ? "judged" : ""} of-${head.value?.kind}`}>
          <thead><tr><th>item</th><th>source</th><th>target</th><th>state</th><th>label</th><th>why doubtful</th></tr></thead>
          <tbody ref={body}>{items.map((each, n) => <Line key={each.id} item={each} row={open.get(each.seq)} editor={editor} here={n === row} selected={selected.has(each.seq)} href={address(each.seq)} onFocus={() => setRow(n)} onPick={judged ? () => toggle(each.seq) : undefined} />)}</tbody>
        </table>
        {judged && found && <Context layer={found} actions={labels} />}
        </div>
      )}
      {count > PAGE && (
        <p class="pages">
          <button type="button" disabled={offset === 0} onClick={() => filter({ offset: String(Math.max(0, offset - PAGE)) })}>Earlier</button>
          <span class="muted">{offset + 1} to {Math.min(count, offset + PAGE)} of {count.toLocaleString("en")}</span>
          <button type="button" disabled={offset + PAGE >= count} onClick={() => void later()}>Later</button>
        </p>
      )}
    </Shell>
  );
}

interface Row {
  item: Item;
  annotation: Annotation;
}

/** Wait until the server has what was judged; offline that may be long, and nothing is waited for. */
const sent = (): Promise<void> => new Promise((done) => {
  const look = (): void => (waitingCount.peek() && online.peek() ? void setTimeout(look, 50) : done());
  look();
});

/** The items of a page as they are judged, there before a key is pressed; null while another page is on its way. */
function useRows(layer: string, rows: ItemRow[] | null): ReadonlyMap<number, Row> {
  const [found, setFound] = useState<ReadonlyMap<number, Row>>(new Map());
  useEffect(() => drop, []);
  useEffect(() => {
    if (!rows) return;
    if (!rows.length) return drop();
    let current = true;
    let shown: Row[] = [];
    hold(); // what is typed now is for these rows
    api.open(layer, rows.map((each) => each.seq)).then(
      ({ items }) => {
        if (!current) return;
        const user = session.peek()?.user?.id ?? 0;
        shown = items.map((item) => ({ item, annotation: opened(layer, item, user) }));
        setFound(new Map(shown.map((each) => [each.item.seq, each])));
      },
      (error: unknown) => {
        drop();
        if (!(error instanceof ApiError)) throw error;
        say(error.message, true);
      },
    );
    return () => {
      current = false;
      shown.forEach(({ annotation }) => annotation.leave());
    };
  }, [layer, rows]);
  return found;
}

/** Warnings of a page, each said once for all its items. */
function Warnings({ rows }: { rows: Row[] }) {
  const found = new Map<string, number[]>();
  for (const { annotation } of rows) {
    if (annotation.standing.value === "open") continue;
    for (const each of annotation.problems.value) {
      if (each.severity === "warning") found.set(each.message, [...(found.get(each.message) ?? []), annotation.place.seq]);
    }
  }
  if (!found.size) return null;
  return (
    <ul class="problems" aria-label="Warnings of this page">
      {[...found].map(([message, items]) => (
        <li key={message} class="warning"><i aria-hidden="true">!</i><span>{message} <small>{items.length > 1 ? counted(items.length, "item") : `item ${items[0]}`}</small></span></li>
      ))}
    </ul>
  );
}

const judgedLabel = (cells: Cells): string => String(cells.get("label") ?? cells.get("status") ?? "");

function Words({ side, marked }: Marked) {
  return <TokenText side={side} label="" look={(n) => (marked.has(n) ? "hit" : "")} />;
}

interface LineProps {
  item: ItemRow;
  row?: Row;
  editor?: Editor;
  here: boolean;
  selected: boolean;
  href: string;
  onFocus: () => void;
  onPick?: () => void;
}

function Line({ item, row, editor, here, selected, href, onFocus, onPick }: LineProps) {
  const annotation = row?.annotation;
  const cells = annotation?.cells.value;
  const about = row && cells && editor?.about?.(row.item.payload, cells);
  const state = annotation?.standing.value ?? item.state;
  const pick = (event: MouseEvent): void => {
    // In a list that is worked in, the number opens and the row selects.
    if (!onPick) return go(href);
    if ((event.target as Element).closest("a")) return;
    onFocus();
    if (event.ctrlKey || event.metaKey || event.shiftKey) onPick();
    else (event.currentTarget as HTMLElement).querySelector("a")?.focus();
  };
  return (
    <tr class={`${item.reasons.length ? "doubtful" : ""} ${selected ? "selected" : ""}`} onClick={pick}>
      <td class="end"><a href={href} tabIndex={here ? 0 : -1} onFocus={onFocus} aria-label={`Item ${item.seq}, ${WORDS[state]}${selected ? ", selected" : ""}`}>{item.seq}</a></td>
      <td class="excerpt" dir="auto">{about ? <><Words {...about.source} /><small class="muted" dir="auto">{about.terms}</small></> : item.source}</td>
      <td class="excerpt" dir="auto">{about ? <Words {...about.target} /> : item.target}</td>
      <td class="state"><i aria-hidden="true">{SIGNS[state]}</i> {WORDS[state]}</td>
      <td class="labelled">{cells && editor?.says ? editor.says(cells) : cells?.size ? judgedLabel(cells) : item.label}</td>
      <td class="why">{item.score !== null && <span class="score">{item.score.toFixed(2)}</span>} {item.reasons.join("; ")}</td>
    </tr>
  );
}
