// One item in its editor, and everything around it that is the same for all layers.

import { useMemo, useState } from "preact/hooks";
import { ApiError, api } from "../api";
import { ConflictView } from "../components/Conflict";
import { Failure } from "../components/Failure";
import { Foot } from "../components/Foot";
import { Guideline } from "../components/Guideline";
import { ActionButton } from "../components/Keys";
import { Problems } from "../components/Problems";
import { Reasons } from "../components/Reasons";
import { useActivity, usePace } from "../components/useActivity";
import { useLoaded } from "../components/useLoaded";
import { EDITORS } from "../editors";
import { useKeys, type Action } from "../keys";
import { go, query, withQuery } from "../router";
import { Discussion } from "../people/Discussion";
import { opened } from "../store/opening";
import { layerOf, session } from "../store/session";
import { say } from "../store/status";
import type { Item, Layer } from "../types";

export function EditorPage({ layer, seq }: { layer: string; seq: string }) {
  const loaded = useLoaded(async () => Promise.all([layerOf(layer), api.item(layer, seq)]), [layer, seq]);
  if (loaded.error) return <Failure error={loaded.error} again={loaded.again} />;
  if (!loaded.value) return <p class="nothing">Opening…</p>;
  const [found, item] = loaded.value;
  // While the next item is fetched the last one stays in sight.
  return <Open key={item.annotation.id} layer={found} address={layer} item={item} />;
}

/** Numbers of doubtful items, asked for once a layer and minute. */
async function doubtful(layer: string): Promise<number[]> {
  const { items } = await api.items(layer, { view: "doubtful", order: "seq", limit: 500 });
  return items.map((each) => each.seq);
}

function Open({ layer, address, item }: { layer: Layer; address: string; item: Item }) {
  const user = session.value?.user?.id ?? 0;
  const annotation = useMemo(() => opened(address, item, user), [item.annotation.id]);
  const [guide, setGuide] = useState(false);
  const pace = usePace();
  useActivity(annotation);

  const to = (seq: number): void => go(withQuery({ row: null }).replace(/\/i\/[^/?]+/, `/i/${seq}`));
  const asked = async <T,>(question: Promise<T>): Promise<T | null> => {
    try {
      return await question;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
      return null;
    }
  };
  const onward = async (): Promise<void> => {
    // In a list of doubtful items the next one is the next doubtful one.
    if (query.peek().get("view") === "doubtful") return toDoubt(1);
    const next = await asked(api.next(address, item.seq));
    if (next?.item === null) say("Nothing is left after this one.", true);
    else if (next) to(next.item!);
  };
  const toDoubt = async (step: 1 | -1): Promise<void> => {
    const found = await asked(doubtful(address));
    if (!found) return;
    const next = step > 0 ? found.find((seq) => seq > item.seq) : found.findLast((seq) => seq < item.seq);
    if (next === undefined) say(`No doubtful item ${step > 0 ? "after" : "before"} this one.`, true);
    else to(next);
  };
  const here = (): boolean => location.pathname.endsWith(`/i/${item.seq}`);
  const complete = async (): Promise<boolean> => {
    if (annotation.held) return false;
    annotation.held = true;
    const done = await annotation.finish();
    if (done) {
      pace.count();
      await onward();
    }
    annotation.held = done && !here();
    return done;
  };
  const closed = annotation.state.value === "done" || annotation.state.value === "adjudicated";
  const act = (id: string, label: string, keys: string[], run: () => void, more: Partial<Action> = {}): Action => ({
    id, label, group: "Item", keys, run, ...more,
  });
  const undo = act("undo", "Undo", ["z"], () => annotation.undo(), { group: "Everywhere" });
  const redo = act("redo", "Redo", ["Shift+z"], () => annotation.redo(), { group: "Everywhere" });
  const done = act("item.done", "Done, next", ["Ctrl+Enter"], () => void complete(), { inText: true });
  const reopen = act("item.reopen", "Reopen", [], () => void annotation.reopen("looked at again"));
  const previous = act("item.previous", "Previous item", ["Alt+ArrowLeft", "PageUp"], () => to(item.previous!), { when: () => item.previous !== null });
  const next = act("item.next", "Next item", ["Alt+ArrowRight", "PageDown"], () => to(item.next!), { when: () => item.next !== null });
  const doubts = [
    act("item.next_doubtful", "Next doubtful item", ["n"], () => void toDoubt(1)),
    act("item.previous_doubtful", "Previous doubtful item", ["p"], () => void toDoubt(-1)),
  ];
  const list = act("item.list", "List of items", ["Alt+ArrowUp"], () => go(`/l/${address}${location.search}`));
  const help = act("item.guideline", "Guideline", ["h"], () => setGuide(!guide));
  useKeys([undo, redo, done, reopen, previous, next, ...doubts, list, help]);

  const editor = EDITORS[layer.kind];
  if (!editor) return <p class="nothing">This page has no editor for layers of kind “{layer.kind}”.</p>;
  return (
    <>
      <header class="bar">
        <a class="up" href={`/l/${address}${withQuery({ row: null }).replace(/^[^?]*/, "")}`}>{layer.name}</a>
        <span class="steps">
          <button type="button" onClick={() => previous.run()} disabled={item.previous === null} aria-label="Previous item" title="Previous item (PageUp)">‹</button>
          <span class="place">{item.seq} of {item.of}</span>
          <button type="button" onClick={() => next.run()} disabled={item.next === null} aria-label="Next item" title="Next item (PageDown)">›</button>
        </span>
        <span class="space" />
        <ActionButton action={undo} disabled={!annotation.undoable.value} />
        <ActionButton action={redo} disabled={!annotation.redoable.value} className="wide" />
        {layer.guideline && <ActionButton action={help} pressed={guide} className="wide" />}
        {closed && <ActionButton action={reopen} className="wide" />}
        <ActionButton action={done} className={closed ? "" : "main"}>{closed ? "✓ Done" : "Done"}</ActionButton>
      </header>
      <main class={`editor ${layer.kind}-editor`}>
        {guide && <Guideline text={layer.guideline} />}
        <ConflictView annotation={annotation} payload={item.payload} />
        {editor.sheet || <Reasons reasons={item.payload.reasons} score={item.payload.score} />}
        <editor.View payload={item.payload} scheme={layer.scheme} annotation={annotation} item={item} readonly={false} complete={complete} />
        <Problems annotation={annotation} folded={editor.sheet ?? false} complete={complete} />
        {session.value?.mode === "team" && <details class="talk"><summary>Discussion</summary><Discussion item={item.id} /></details>}
      </main>
      <Foot>
        <span>item {item.seq} of {item.of}, {annotation.state.value}</span>
        {pace.words && <span>{pace.words}</span>}
      </Foot>
    </>
  );
}
