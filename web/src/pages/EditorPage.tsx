// One item in its editor, and everything around it that is the same for all layers.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { ConflictView } from "../components/Conflict";
import { Context, useWide } from "../components/Context";
import { Failure } from "../components/Failure";
import { Foot } from "../components/Foot";
import { Guideline } from "../components/Guideline";
import { ActionButton } from "../components/Keys";
import { Problems } from "../components/Problems";
import { Queue, WORDS, viewsHere } from "../components/Queue";
import { Reasons } from "../components/Reasons";
import { useActivity, usePace } from "../components/useActivity";
import { onReturn, useLoaded } from "../components/useLoaded";
import { EDITORS, layerName } from "../editors";
import { turn, viewOf } from "../editors/views";
import { drop, hold, release, useKeys, type Action } from "../keys";
import { go, query, withQuery } from "../router";
import { Discussion } from "../people/Discussion";
import { lineOf, type Line } from "../store/ahead";
import { alive } from "../store/annotation";
import { opened } from "../store/opening";
import { alone, layerOf, session } from "../store/session";
import { footing, online, say, tried } from "../store/status";
import type { Item, Layer } from "../types";

export function EditorPage({ layer, seq }: { layer: string; seq: string }) {
  const view = query.value.get("view") ?? "";
  const head = useLoaded(() => layerOf(layer), [layer]);
  const sheet = EDITORS[head.value?.kind ?? ""]?.sheet ?? false;
  // A text is read to its end, whatever of it was asked for: the next one is any that is left.
  const line = lineOf(layer, sheet ? "" : view, sheet);
  const here = line.find(Number(seq));
  const asked = useLoaded(async () => (here ? null : api.item(layer, seq)), [layer, here ? "" : seq]);
  const last = useRef<Item | null>(null);
  const error = head.error ?? (here ? null : asked.error);
  useLayoutEffect(() => {
    if (error) drop();
  }, [error]);
  if (error) return <Failure error={error} again={head.error ? head.again : asked.again} />;
  // While another item is fetched the last one stays in sight.
  const item = here ?? (asked.value?.seq === Number(seq) ? asked.value : last.current);
  last.current = item;
  if (!item || !head.value) return <p class="nothing">Opening…</p>;
  return <Open key={item.annotation.id} layer={head.value} address={layer} item={item} line={line} />;
}

/** Drawn apart: what an editor says changes with every key, and the page around it does not. */
function Said() {
  return footing.value ? <span>{footing.value}</span> : null;
}

/** Numbers of doubtful items, asked for once a layer and minute. */
async function doubtful(layer: string): Promise<number[]> {
  const { items } = await api.items(layer, { view: "doubtful", order: "seq", limit: 500 });
  return items.map((each) => each.seq);
}

function Open({ layer, address, item, line }: { layer: Layer; address: string; item: Item; line: Line }) {
  const user = session.value?.user?.id ?? 0;
  const annotation = useMemo(() => opened(address, item, user), [item.annotation.id]);
  const [guide, setGuide] = useState(false);
  const context = viewOf("context", ["shown", "hidden"]);
  // Asked for when it is opened: a question at every item would stand before those that come next.
  const [talking, setTalking] = useState(false);
  const pace = usePace();
  const wide = useWide();
  const editor = EDITORS[layer.kind];
  /** A file under review is one text: there is nothing to step to. */
  const single = item.of === 1 && alone();
  useActivity(annotation);
  document.title = `${layerName(layer)}${single ? "" : ` ${item.seq}`} – ${session.peek()?.project.name}`;
  useLayoutEffect(() => {
    line.open(item);
    return onReturn(() => line.open(item));
  }, [item, line]);

  const to = (seq: number): void => go(withQuery({ row: null }).replace(/\/i\/[^/?]+/, `/i/${seq}`));
  const onward = async (): Promise<void> => {
    line.finish(item);
    let next = line.after(item);
    if (!next) {
      hold();
      next = await tried(line.next(item));
      if (!next) {
        drop();
        const back = session.peek()?.workspace ? " ‹ leads back to your texts." : "";
        const list = editor?.sheet ? undefined : viewsHere().find(([name]) => name && name === query.peek().get("view"))?.[1];
        return say(online.peek() ? `Nothing else is left${list ? ` in the list “${list}”` : ""}.${back}` : "Offline: what was done is kept here, and the next items are not here yet.", true);
      }
    }
    if (!here()) return;
    if (editor?.sheet && next.seq < item.seq) say(`Back to text ${next.seq}, which was left out.`, true);
    to(next.seq);
  };
  const toDoubt = async (step: 1 | -1): Promise<void> => {
    const found = await tried(doubtful(address));
    if (!found || !here()) return;
    const next = step > 0 ? found.find((seq) => seq > item.seq) : found.findLast((seq) => seq < item.seq);
    if (next === undefined) say(`No doubtful item ${step > 0 ? "after" : "before"} this one.`, true);
    else to(next);
  };
  const here = (): boolean => location.pathname.endsWith(`/i/${item.seq}`);
  const complete = async (): Promise<boolean> => {
    const stop = editor?.stops?.(item.payload, annotation.cells.peek());
    if (stop) {
      annotation.asked.value = true;
      say(stop, true);
      return false;
    }
    if (!editor?.stops) hold();
    if (!(editor?.stops ? annotation.close() : await annotation.finish())) {
      release();
      return false;
    }
    pace.count();
    void onward();
    return true;
  };
  const undoes = (): void => {
    // What was finished last comes back when there is nothing left to take back here.
    const before = annotation.undoable.peek() ? null : line.trail.pop();
    if (!before) return annotation.undo();
    to(before.seq);
    alive.get(before.annotation.id)?.undo();
  };
  const closed = annotation.state.value === "done" || annotation.state.value === "adjudicated";
  const act = (id: string, label: string, keys: string[], run: () => void, more: Partial<Action> = {}): Action => ({
    id, label, group: "Item", keys, run, ...more,
  });
  const undo = act("undo", "Undo", ["z"], undoes, { group: "Everywhere" });
  const redo = act("redo", "Redo", ["Shift+z"], () => annotation.redo(), { group: "Everywhere" });
  const done = act("item.done", "Finish and go on", ["Ctrl+Enter"], () => void complete(), { inText: true });
  const reopen = act("item.reopen", "Reopen", [], () => void annotation.reopen("looked at again"));
  const previous = act("item.previous", "Previous item", ["Alt+ArrowLeft", "PageUp"], () => to(item.previous!), { when: () => item.previous !== null });
  const next = act("item.next", "Next item", ["Alt+ArrowRight", "PageDown"], () => to(item.next!), { when: () => item.next !== null });
  const doubts = [
    act("item.next_doubtful", "Next doubtful item", ["n"], () => void toDoubt(1)),
    act("item.previous_doubtful", "Previous doubtful item", ["p"], () => void toDoubt(-1)),
  ];
  const list = act("item.list", "List of items", ["Alt+ArrowUp"], () => go(`/l/${address}${location.search}`));
  const shown = wide ? context.value === "shown" : guide;
  const help = act("item.guideline", shown ? "Hide guideline" : "Guideline", ["h"], () => (wide ? turn("context", ["shown", "hidden"]) : setGuide(!guide)));
  useKeys([undo, redo, done, reopen, previous, next, ...(editor?.sheet ? [] : doubts), list, help]);
  // After the keys of the editor, which is drawn first.
  useLayoutEffect(release, []);

  const talk = session.value?.mode === "team" && <details class="talk" onToggle={(event) => setTalking(event.currentTarget.open)}><summary>Discussion</summary>{talking && <Discussion item={item.id} />}</details>;
  const beside = wide && context.value === "shown";
  const queue = wide && !editor?.sheet;
  if (!editor) return <p class="nothing">This page has no editor for layers of kind “{layer.kind}”.</p>;
  return (
    <>
      <header class="bar">
        {session.value?.workspace && <a class="up" href="/" aria-label="To your texts">‹</a>}
        <a class="up" href={session.value?.workspace && editor?.sheet ? "/" : `/l/${address}${withQuery({ row: null }).replace(/^[^?]*/, "")}`}>{layerName(layer)}</a>
        {single || <span class="steps">
          <button type="button" onClick={() => previous.run()} disabled={item.previous === null} aria-label="Previous item" title={`Previous item (${editor?.sheet ? "Alt+←" : "PageUp"})`}>‹</button>
          <span class="place">{item.seq.toLocaleString("en")} of {item.of.toLocaleString("en")}{editor?.sheet && session.value?.workspace ? `: ${item.payload.source.doc ?? ""}` : ""}</span>
          <button type="button" onClick={() => next.run()} disabled={item.next === null} aria-label="Next item" title={`Next item (${editor?.sheet ? "Alt+→" : "PageDown"})`}>›</button>
        </span>}
        <span class="space" />
        <ActionButton action={undo} disabled={!annotation.undoable.value && !line.trail.length} />
        <ActionButton action={redo} disabled={!annotation.redoable.value} className="wide" />
        {layer.guideline && <ActionButton action={help} className="quiet wide" />}
        {closed && <ActionButton action={reopen} className="wide" />}
        <ActionButton action={done} className={closed ? "" : "main"}>{closed ? "✓ Done" : "Done"}</ActionButton>
      </header>
      <div class={`panes ${queue ? "with-queue" : ""} ${beside ? "with-context" : ""}`}>
      {queue && <Queue address={address} item={item} />}
      <main class={`editor ${layer.kind}-editor`}>
        {guide && !wide && <Guideline text={layer.guideline} />}
        <ConflictView annotation={annotation} payload={item.payload} />
        {editor.sheet || <Reasons reasons={item.payload.reasons} score={item.payload.score} />}
        <editor.View payload={item.payload} scheme={layer.scheme} annotation={annotation} item={item} complete={complete} />
        <Problems annotation={annotation} folded={editor.sheet ?? false} />
        {layer.guideline && <ActionButton action={help} className="quiet narrow" />}
        {!beside && talk}
      </main>
      {beside && <Context layer={layer} payload={item.payload}>{talk}</Context>}
      </div>
      <Foot>
        {single || <span>item {item.seq.toLocaleString("en")} of {item.of.toLocaleString("en")}, {WORDS[annotation.standing.value]}</span>}
        <Said />
        {pace.words && <span>{pace.words}</span>}
      </Foot>
    </>
  );
}
