// Judgements of one item side by side, names hidden, and what is decided.

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { acting, api } from "../api";
import { fromRecord, same } from "../cells";
import { ConflictView } from "../components/Conflict";
import { Failure } from "../components/Failure";
import { Foot } from "../components/Foot";
import { ActionButton } from "../components/Keys";
import { Problems } from "../components/Problems";
import { Shell } from "../components/Shell";
import { useActivity } from "../components/useActivity";
import { useLoaded } from "../components/useLoaded";
import { EDITORS } from "../editors";
import { drop, hold, release, useKeys, type Action } from "../keys";
import { go } from "../router";
import { opened, shown } from "../store/opening";
import { layerOf, session } from "../store/session";
import { say } from "../store/status";
import { counted } from "../text/counted";
import { cellName, cellValue } from "../text/describe";
import type { Cells, Item, Layer, Wanted } from "../types";

const REASONS: [string, string, string][] = [
  ["guideline gap", "Shift+g", "the guideline does not say"],
  ["slip", "Shift+s", "an annotator was careless"],
  ["ambiguous", "Shift+u", "the text can be read in both ways"],
];
/** Cells that belong to one judgement and are not what is compared. */
const PRIVATE = /^(ack:|note$|reason$)/;

export function QueuePage({ layer }: { layer: string }) {
  const loaded = useLoaded(async () => Promise.all([layerOf(layer), api.adjudication(layer)]), [layer]);
  if (loaded.error) return <Shell title="Adjudication"><Failure error={loaded.error} again={loaded.again} /></Shell>;
  const groups = loaded.value?.[1].groups ?? [];
  const apart = groups.filter((each) => new Set(each.labels).size > 1);
  const alike = groups.filter((each) => new Set(each.labels).size <= 1);
  return (
    <Shell title={`Adjudicate ${loaded.value?.[0].name ?? ""}`}>
      <h1>Adjudicate {loaded.value?.[0].name}</h1>
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
                  <td>{group.items.slice(0, 12).map((seq) => <a key={seq} href={`/l/${layer}/adjudicate/${seq}`}>{seq} </a>)}{group.items.length > 12 && `and ${group.items.length - 12} more`}</td>
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

interface DecideProps {
  layer: Layer;
  address: string;
  item: Item;
  queue: number[];
}

function Decide({ layer, address, item, queue }: DecideProps) {
  const annotation = useMemo(() => opened(address, item, session.value?.user?.id ?? 0, "adjudicator"), [item.annotation.id]);
  useActivity(annotation);
  const [side, setSide] = useState(!EDITORS[layer.kind]?.sheet);
  const judgements = item.judgements ?? [];
  const bodies = useMemo(() => judgements.map((each) => fromRecord(each.cells)), [item]);
  const views = useMemo(() => judgements.map((each) => shown(item, each.cells)), [item]);
  const cells = annotation.cells.value;
  const differing = useMemo(() => differences(bodies), [bodies]);

  const take = (body: Cells): Wanted => {
    const wanted: Wanted = {};
    for (const name of new Set([...cells.keys(), ...body.keys()])) if (!PRIVATE.test(name)) wanted[name] = body.get(name) ?? null;
    return wanted;
  };
  const onward = (): void => {
    const at = queue.indexOf(item.seq);
    const next = queue[at + 1] ?? queue.find((seq) => seq !== item.seq);
    if (next === undefined || (at >= 0 && at + 1 >= queue.length)) {
      drop();
      go(`/l/${address}/adjudicate`);
      say("That was the last one.", true);
    } else go(`/l/${address}/adjudicate/${next}`);
  };
  const complete = async (): Promise<boolean> => {
    hold();
    const done = await annotation.finish();
    if (done) onward();
    else release();
    return done;
  };
  const act = (id: string, label: string, keys: string[], run: () => void, more: Partial<Action> = {}): Action => ({ id, label, group: "Adjudication", keys, run, ...more });
  const undo = act("undo", "Undo", ["z"], () => annotation.undo(), { group: "Everywhere" });
  const redo = act("redo", "Redo", ["Shift+z"], () => annotation.redo(), { group: "Everywhere" });
  const done = act("adjudicate.done", "Decided, next", ["Ctrl+Enter"], () => void complete(), { inText: true });
  const takes = judgements.map((each, n) =>
    act(`adjudicate.take.${each.name}`, `Take ${each.name}`, [`Shift+${each.name.toLowerCase()}`], () => void annotation.act(`take_${each.name}`, take(bodies[n]))),
  );
  const reasons = REASONS.map(([name, key]) => act(`adjudicate.${name}`, name, [key], () => void annotation.act("set_reason", { reason: annotation.get("reason") === name ? null : name })));
  useKeys([undo, redo, done, ...takes, ...reasons]);
  useLayoutEffect(release, []);

  const editor = EDITORS[layer.kind];
  if (!editor) return <p class="nothing">This page has no editor for layers of kind “{layer.kind}”.</p>;
  return (
    <>
      <header class="bar">
        <a class="up" href={`/l/${address}/adjudicate`}>Adjudicate {layer.name}</a>
        <span class="place">item {item.seq}</span>
        <span class="space" />
        <ActionButton action={undo} disabled={!annotation.undoable.value} />
        <ActionButton action={redo} disabled={!annotation.redoable.value} className="wide" />
        <ActionButton action={done} className="main" />
      </header>
      <main class={`editor ${layer.kind}-editor adjudication`}>
        <ConflictView annotation={annotation} payload={item.payload} />
        <Differences payload={item.payload} names={differing} judgements={judgements.map((each) => each.name)} bodies={bodies} now={cells} take={(name, n) => void annotation.act("take_cell", { [name]: bodies[n].get(name) ?? null })} />
        <div class="toolbar">
          {takes.map((action, n) => <ActionButton key={action.id} action={action} pressed={alike(cells, bodies[n])} />)}
          <span class="muted">or edit below. Why did they differ?</span>
          {reasons.map((action, n) => <span key={action.id} title={REASONS[n][2]}><ActionButton action={action} pressed={cells.get("reason") === REASONS[n][0]} /></span>)}
          <label class="note"><span class="unseen">Note</span>
            <input placeholder="Note" value={String(cells.get("note") ?? "")} onChange={(event) => void annotation.act("set_note", { note: event.currentTarget.value || null })} />
          </label>
          {editor.sheet || <button type="button" aria-pressed={side} onClick={() => setSide(!side)}>Side by side</button>}
        </div>
        {side && (
          <div class="sides">
            {judgements.map((each, n) => (
              <section key={each.name} aria-label={`Judgement ${each.name}`}>
                <h2>{each.name}</h2>
                <editor.View payload={item.payload} scheme={layer.scheme} annotation={views[n]} item={item} readonly other={bodies[n === 0 ? 1 : 0]} complete={() => Promise.resolve(false)} />
              </section>
            ))}
          </div>
        )}
        <h2>Decision</h2>
        <editor.View payload={item.payload} scheme={layer.scheme} annotation={annotation} item={item} readonly={false} complete={complete} />
        <Problems annotation={annotation} />
      </main>
      <Foot><span>item {item.seq}, {annotation.state.value}, {queue.length} in the queue</span></Foot>
    </>
  );
}

function differences(bodies: Cells[]): string[] {
  const names = new Set(bodies.flatMap((body) => [...body.keys()]));
  return [...names].filter((name) => !PRIVATE.test(name) && bodies.some((body) => !same(body.get(name) ?? null, bodies[0].get(name) ?? null))).sort();
}

function alike(left: Cells, right: Cells): boolean {
  const names = [...new Set([...left.keys(), ...right.keys()])].filter((name) => !PRIVATE.test(name));
  return names.every((name) => same(left.get(name) ?? null, right.get(name) ?? null));
}

interface DifferencesProps {
  payload: Item["payload"];
  names: string[];
  judgements: string[];
  bodies: Cells[];
  now: Cells;
  take: (name: string, n: number) => void;
}

const MOST = 200;

function Differences({ payload, names, judgements, bodies, now, take }: DifferencesProps) {
  if (!names.length) return <p class="muted">All judgements are the same.</p>;
  return (
    <div class="scroll differences">
      <table class="list">
        <thead><tr><th>{counted(names.length, "difference")}</th>{judgements.map((name) => <th key={name}>{name}</th>)}</tr></thead>
        <tbody>
          {names.slice(0, MOST).map((name) => {
            const known = bodies.map((body) => body.get(name) ?? null);
            return (
              <tr key={name}>
                <th scope="row" dir="auto">{cellName(payload, name, known.find((value) => value !== null) ?? null)}</th>
                {known.map((value, n) => (
                  <td key={n}>
                    <button type="button" class="small" aria-pressed={same(now.get(name) ?? null, value)} onClick={() => take(name, n)}>{cellValue(payload, name, value)}</button>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {names.length > MOST && <p class="muted">and {names.length - MOST} more</p>}
    </div>
  );
}

