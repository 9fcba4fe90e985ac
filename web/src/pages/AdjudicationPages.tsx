// Judgements of one item in one view, names hidden: what differs is decided one by one under the cursor.

import { useSignal } from "@preact/signals";
import type { Ref } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { acting, api } from "../api";
import { changing, fromRecord, same, written } from "../cells";
import { ConflictView } from "../components/Conflict";
import { Failure } from "../components/Failure";
import { Foot } from "../components/Foot";
import { ActionButton, Key } from "../components/Keys";
import { Problems } from "../components/Problems";
import { Shell } from "../components/Shell";
import { TokenText } from "../components/TokenText";
import { useActivity } from "../components/useActivity";
import { useLoaded } from "../components/useLoaded";
import { EDITORS, layerName } from "../editors";
import { COLOURS, Merged, SIGNS } from "../editors/Merged";
import type { Editor } from "../editors/editor";
import { agreed, byCell, isPrivate, type Difference } from "../editors/differences";
import { drop, hold, release, useKeys, type Action } from "../keys";
import { go } from "../router";
import { opened } from "../store/opening";
import { layerOf, session } from "../store/session";
import { say } from "../store/status";
import { counted, grouped } from "../text/counted";
import type { Cells, Item, Layer, Payload, Value, Wanted } from "../types";

const REASONS: [string, string, string][] = [
  ["guideline gap", "Shift+g", "the guideline does not say"],
  ["slip", "Shift+s", "an annotator was careless"],
  ["ambiguous", "Shift+u", "the text can be read in both ways"],
];
export function QueuePage({ layer }: { layer: string }) {
  const loaded = useLoaded(async () => Promise.all([layerOf(layer), api.adjudication(layer)]), [layer]);
  if (loaded.error) return <Shell title="Adjudication"><Failure error={loaded.error} again={loaded.again} /></Shell>;
  const groups = loaded.value?.[1].groups ?? [];
  const apart = groups.filter((each) => new Set(each.labels).size > 1);
  const alike = groups.filter((each) => new Set(each.labels).size <= 1);
  return (
    <Shell title={`Adjudicate ${loaded.value ? layerName(loaded.value[0]) : ""}`}>
      <h1>Adjudicate {loaded.value && layerName(loaded.value[0])}</h1>
      {loaded.value && groups.length === 0 && <div class="nothing"><p>Nothing to decide: no undecided item has two completed judgements.</p><a class="button" href={`/l/${layer}`}>To the items</a></div>}
      {([["judged differently", apart], ["judged alike", alike]] as const).map(([words, found]) =>
        found.length > 0 && (
          <table class="list" key={words}>
            <caption>{words}</caption>
            <thead><tr><th>labels</th><th>items</th><th /></tr></thead>
            <tbody>
              {found.map((group) => (
                <tr key={group.labels.join("|")}>
                  <th scope="row">{group.labels.map((label) => label || "none").join(" – ")}</th>
                  <td>{group.items.slice(0, 12).map((seq) => <a key={seq} href={`/l/${layer}/adjudicate/${seq}`}>{seq} </a>)}{group.items.length > 12 && `and ${grouped(group.items.length - 12)} more`}</td>
                  <td class="end"><a class="button" href={`/l/${layer}/adjudicate/${group.items[0]}`}>Decide {group.items.length}</a></td>
                </tr>
              ))}
            </tbody>
          </table>
        ),
      )}
    </Shell>
  );
}

export function AdjudicationPage({ layer, seq }: { layer: string; seq: string }) {
  const loaded = useLoaded(
    async () => Promise.all([layerOf(layer), api.item(layer, seq, "adjudicator"), api.adjudication(layer)]),
    [layer, seq],
  );
  useEffect(() => {
    acting.role = "adjudicator";
    return () => void (acting.role = "annotator");
  }, []);
  if (loaded.error) return <Failure error={loaded.error} again={loaded.again} />;
  if (!loaded.value) return <p class="nothing">Opening…</p>;
  const [found, item, queue] = loaded.value;
  return <Decide key={item.annotation.id} layer={found} address={layer} item={item} queue={queue.groups.flatMap((each) => each.items)} />;
}

/** A decision, and whether it changed anything. */
interface Decided {
  keys: string[];
  changed: boolean;
}

interface DecideProps {
  layer: Layer;
  address: string;
  item: Item;
  queue: number[];
}

function Decide({ layer, address, item, queue }: DecideProps) {
  const annotation = useMemo(() => opened(address, item, session.value?.user?.id ?? 0, "adjudicator"), [item.annotation.id]);
  useActivity(annotation);
  const editor = EDITORS[layer.kind];
  const judgements = item.judgements ?? [];
  const bodies = useMemo(() => judgements.map((each) => fromRecord(each.cells)), [item]);
  const cells = annotation.cells.value;
  const found = useMemo(() => (editor?.differences ?? byCell)(item.payload, bodies), [item]);
  // Signals: a key may come before what the last one changed is drawn.
  const here = useSignal(0);
  const at = here.value;
  const [editing, setEditing] = useState(false);
  /** Who edits by hand decides what is left out by hand, too. */
  const edited = useRef(false);
  /** In the order of the decisions: undo goes back to the last. */
  const known = useSignal<readonly Decided[]>(annotation.state.peek() === "draft" ? [] : [{ keys: found.map((each) => each.key), changed: true }]);
  const decided = known.value.flatMap((each) => each.keys);
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => rows.current?.rows[at]?.scrollIntoView({ block: "nearest" }), [at]);

  /** What all say, in the place of what the item came with. */
  const base = (): Wanted => {
    if (annotation.undoable.peek()) return {};
    const wanted: Wanted = Object.fromEntries([...annotation.cells.peek().keys()].filter((name) => !isPrivate(name)).map((name) => [name, null]));
    return { ...wanted, ...(editor?.agreed ?? agreed)(bodies) };
  };
  const take = (n: number, judgement: number | null): void => {
    const difference = found[n];
    if (!difference) return;
    const alike = base();
    const now = written(annotation.cells.peek(), changing(annotation.cells.peek(), alike));
    const changed = annotation.act("decide", { ...alike, ...difference.take(now, judgement) }) !== null;
    const all = [...known.peek(), { keys: [difference.key], changed }];
    known.value = all;
    const open = (each: Difference): boolean => !all.some(({ keys }) => keys.includes(each.key));
    const next = found.findIndex((each, place) => place > n && open(each));
    const left = next >= 0 ? next : found.findIndex(open);
    if (left >= 0) here.value = left;
    else say("All is decided: Enter goes on.", true);
  };
  const takeAll = (n: number): void => {
    const wanted: Wanted = {};
    for (const name of new Set([...cells.keys(), ...bodies[n].keys()])) if (!isPrivate(name)) wanted[name] = bodies[n].get(name) ?? null;
    const changed = annotation.act(`take_${judgements[n].name}`, wanted) !== null;
    known.value = [...known.peek(), { keys: found.map((each) => each.key), changed }];
  };
  const onward = (): void => {
    const place = queue.indexOf(item.seq);
    const next = queue[place + 1] ?? queue.find((seq) => seq !== item.seq);
    if (next === undefined || (place >= 0 && place + 1 >= queue.length)) {
      drop();
      go(`/l/${address}/adjudicate`);
      say("That was the last one.", true);
    } else go(`/l/${address}/adjudicate/${next}`);
  };
  const complete = async (): Promise<boolean> => {
    const draft = annotation.state.peek() === "draft";
    const left = found.filter((each) => !known.peek().some(({ keys }) => keys.includes(each.key))).length;
    if (draft && left > 0 && !edited.current) {
      say(`${counted(left, "difference")} to decide: take one side, all of one judgement, or edit the decision.`, true);
      return false;
    }
    // What all say alike is the decision, unless somebody has said something else.
    if (draft && !found.length && !annotation.undoable.peek()) takeAll(0);
    hold();
    const done = await annotation.finish();
    if (done) onward();
    else release();
    return done;
  };
  const back = (): void => {
    const last = known.peek().at(-1);
    if (!last || last.changed) annotation.undo();
    if (!last) return;
    known.value = known.peek().slice(0, -1);
    here.value = Math.max(0, found.findIndex((each) => last.keys.includes(each.key)));
  };
  const act = (id: string, label: string, keys: string[], run: () => void, more: Partial<Action> = {}): Action => ({ id, label, group: "Adjudication", keys, run, ...more });
  const undo = act("undo", "Undo", ["z"], back, { group: "Everywhere" });
  const redo = act("redo", "Redo", ["Shift+z"], () => annotation.redo(), { group: "Everywhere" });
  const done = act("adjudicate.done", "Finish and go on", ["Ctrl+Enter"], () => void complete(), { inText: true });
  const goOn = act("adjudicate.on", "Go on when all is decided", ["Enter"], () => void complete(), { when: () => !editing && found.every((each) => known.peek().some(({ keys }) => keys.includes(each.key))) });
  const edit = act("adjudicate.edit", editing ? "Close the editor" : "Edit the decision", ["e"], () => { edited.current = true; setEditing(!editing); }, { when: () => !editing || !document.activeElement?.closest("input, textarea") });
  const walk = (step: number): void => void (here.value = Math.max(0, Math.min(found.length - 1, here.peek() + step)));
  const letters = judgements.map((each, n) => act(`adjudicate.one.${each.name}`, `As ${each.name} says`, [each.name.toLowerCase()], () => take(here.peek(), n), { when: () => !editing }));
  const neither = act("adjudicate.neither", "Neither", ["0", "Backspace"], () => take(here.peek(), null), { when: () => !editing });
  const moves = [act("adjudicate.down", "Next difference", ["ArrowDown"], () => walk(1), { when: () => !editing }), act("adjudicate.up", "Previous difference", ["ArrowUp"], () => walk(-1), { when: () => !editing })];
  const takes = judgements.map((each, n) => act(`adjudicate.take.${each.name}`, `All as ${each.name}`, [`Shift+${each.name.toLowerCase()}`], () => takeAll(n)));
  const reasons = REASONS.map(([name, key]) => act(`adjudicate.${name}`, name, [key], () => void annotation.act("set_reason", { reason: annotation.get("reason") === name ? null : name })));
  useKeys([undo, redo, done, goOn, edit, ...letters, neither, ...moves, ...takes, ...reasons]);
  useLayoutEffect(release, []);

  if (!editor) return <p class="nothing">This page has no editor for layers of kind “{layer.kind}”.</p>;
  document.title = `Adjudicate ${layerName(layer)} ${item.seq} – ${session.peek()?.project.name}`;
  const texts = !editor.sheet && item.payload.source?.tokens?.length > 0 && item.payload.target?.tokens?.length > 0;
  return (
    <>
      <header class="bar">
        <a class="up" href={`/l/${address}/adjudicate`}>Adjudicate {layerName(layer)}</a>
        <span class="place">item {item.seq}</span>
        <span class="space" />
        <ActionButton action={undo} disabled={!annotation.undoable.value && !decided.length} />
        <ActionButton action={redo} disabled={!annotation.redoable.value} className="wide" />
        <ActionButton action={done} className="main" />
      </header>
      <main class={`editor ${layer.kind}-editor adjudication`}>
        <ConflictView annotation={annotation} payload={item.payload} />
        {!texts && !editor.sheet && !editing && <Asked editor={editor} payload={item.payload} cells={cells} />}
        {texts && <Merged payload={item.payload} names={judgements.map((each) => each.name)} bodies={bodies} links={editor.links} here={found[at]} />}
        <Differences low={editing} found={found} at={at} pick={(n) => void (here.value = n)} judgements={judgements.map((each) => each.name)} decided={decided} now={cells} take={take} letters={letters} neither={neither} rows={rows} />
        <div class="toolbar">
          {takes.map((action) => <ActionButton key={action.id} action={action} />)}
          <ActionButton action={edit} pressed={editing} />
          <span class="muted">Why did they differ?</span>
          {reasons.map((action, n) => <span key={action.id} title={REASONS[n][2]}><ActionButton action={action} pressed={cells.get("reason") === REASONS[n][0]} /></span>)}
          <label class="note"><span class="unseen">Note</span>
            <input placeholder="Note" value={String(cells.get("note") ?? "")} onChange={(event) => void annotation.act("set_note", { note: event.currentTarget.value || null })} />
          </label>
        </div>
        {editing && <editor.View payload={item.payload} scheme={layer.scheme} annotation={annotation} item={item} complete={complete} />}
        <Problems annotation={annotation} />
      </main>
      <Foot><span>item {item.seq}, {found.filter((each) => decided.includes(each.key)).length} of {counted(found.length, "difference")} decided, {counted(queue.length, "item")} in the queue</span></Foot>
    </>
  );
}

/** What an item asks about, where it is not two texts of words. */
function Asked({ editor, payload, cells }: { editor: Editor; payload: Payload; cells: Cells }) {
  if (editor.Shown) return <editor.Shown payload={payload} cells={cells} />;
  const about = editor.about?.(payload, cells);
  if (!about) return null;
  return (
    <div class="two-texts">
      {[about.source, about.target].map(({ side, marked }, n) => (
        <TokenText key={n} side={side} label={n ? "target" : "source"} look={(at) => (marked.has(at) ? "hit" : "")} />
      ))}
      <p class="muted" dir="auto">{about.terms}</p>
    </div>
  );
}

interface DifferencesProps {
  /** Whether an editor needs the space below. */
  low: boolean;
  found: readonly Difference[];
  at: number;
  pick: (n: number) => void;
  judgements: readonly string[];
  decided: readonly string[];
  now: Cells;
  take: (n: number, judgement: number | null) => void;
  letters: readonly Action[];
  neither: Action;
  rows: Ref<HTMLTableSectionElement>;
}

const MOST = 200;

function Differences({ low, found, at, pick, judgements, decided, now, take, letters, neither, rows }: DifferencesProps) {
  if (!found.length) return <p class="muted">All judgements are the same: Enter takes what they say.</p>;
  /** Whether the decision is what a judgement says; groups are numbered anew as they are taken. */
  const taken = (each: Difference, n: number | null): boolean => {
    if (!decided.includes(each.key)) return false;
    const wanted = Object.entries(each.take(now, n));
    const numbered = wanted.filter(([name]) => /^g\d+$/.test(name));
    const values = (all: (Value | null | undefined)[]): string => all.flatMap((value) => (value == null ? [] : [JSON.stringify(value)])).sort().join();
    return wanted.every(([name, value]) => /^g\d+$/.test(name) || same(now.get(name) ?? null, value)) && values(numbered.map(([, value]) => value)) === values(numbered.map(([name]) => now.get(name)));
  };
  return (
    <div class={`scroll differences ${low ? "low" : ""}`} role="region" aria-label="Differences" tabIndex={0}>
      <table class="list">
        <thead><tr><th>{counted(found.length, "difference")}</th>{judgements.map((name, n) => <th key={name}><span class={`sign ${COLOURS[n % COLOURS.length]}`}>{SIGNS[n % SIGNS.length]} {name}</span></th>)}<th>decided</th></tr></thead>
        <tbody ref={rows}>
          {found.slice(0, MOST).map((each, row) => (
            <tr key={each.key} class={row === at ? "here" : ""} aria-current={row === at ? "true" : undefined} onClick={() => pick(row)}>
              <th scope="row" dir="auto">{each.title}</th>
              {each.says.map((words, n) => (
                <td key={n} dir="auto">
                  <button type="button" class="small" title={letters[n]?.label} aria-pressed={taken(each, n)} onClick={() => take(row, n)}>
                    {words ?? "–"}{row === at && <Key action={letters[n]} />}
                  </button>
                </td>
              ))}
              <td>
                {decided.includes(each.key) ? <b aria-label="decided">✓</b> : null}
                {row === at && <ActionButton action={neither} className="small quiet" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > MOST && <p class="muted">and {grouped(found.length - MOST)} more</p>}
    </div>
  );
}
