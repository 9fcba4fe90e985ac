// Which segments translate each other: rows between two columns, confirmed one after the other.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../../api";
import { toRecord } from "../../cells";
import { InHead } from "../../components/InHead";
import { ActionButton } from "../../components/Keys";
import { useKeys, type Action } from "../../keys";
import { go, query, withQuery } from "../../router";
import { footing, say } from "../../store/status";
import { counted } from "../../text/counted";
import type { Wanted } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { suspicious } from "./doubts";
import { confirmed, correctedText, cut, joinedSegments, merge, moved, nulled, split, zoned, type Edit } from "./edits";
import { differences } from "./judged";
import { firstAt, place, type Row, type Shown, type SideName } from "./model";
import { RowView } from "./RowView";
import { Sheet } from "./Sheet";
import { Strip } from "./Strip";
import { useFold, useSheet } from "./useSheet";
import "../../styles/editor-sentences.css";

const CJK = /^(zh|ja|ko|yue)\b/;
/** Of what is shown: the doubts of every kind. */
const DOUBTS = "doubts";

function SentencesEditor({ payload, scheme, annotation, item }: EditorProps) {
  const { offsets, model, doubts, lengths, version, focus, move, act } = useSheet(payload, annotation, item.suggestions[0]?.cells ?? {});
  const [needle, setNeedle] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { n, side } = focus;
  // The place that is edited, not only that something is: a key that comes before a move has settled stays.
  const [edited, setEdited] = useState("");
  const here = `${n} ${side}`;
  const editing = edited === here;
  const row = model.rows[n];
  /** The doubts that are gone through: all, or those of one kind. */
  const kind = query.value.get("doubt") ?? "";
  const [low, high] = [Math.min(n, focus.anchor), Math.max(n, focus.anchor)];
  // Where nothing was in doubt from the first, there is nothing to fold away.
  const doubted = useMemo(() => suspicious(model, doubts, -1, 1) >= 0, [model]);
  const folded = doubted && (query.value.get("view") === "doubtful" || kind !== "");
  const fold = useFold(model, doubts, version, [low, high], folded);

  // With what is drawn: one frame shows the row and the focus on it.
  useLayoutEffect(() => {
    if (editing) return;
    const active = document.activeElement;
    if (active && active !== document.body && !grid.current?.contains(active)) return;
    const here = (): HTMLElement | null | undefined => grid.current?.querySelector<HTMLElement>(".cell.here");
    here()?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => here() === document.activeElement || here()?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [n, side, version, editing]);

  const problems = useMemo(() => {
    const found = new Map<string, string>();
    for (const each of annotation.problems.value) {
      if (each.severity === "error") for (const cell of each.cells) if (cell.startsWith("b")) found.set(cell.slice(1), each.message);
    }
    return found;
  }, [annotation.problems.value]);

  const edit = (name: string, change: Edit, refusal: string) => (): void => {
    if (!act(name, change(model, lengths, n))) say(refusal, true);
  };
  const shift = (at: number, count: 1 | -1, up: boolean) => (): void => {
    const before = model.rows.length;
    const wanted = moved(model, lengths, at, side, count);
    // A row that was emptied takes the focus one up if it stood above.
    if (!act("move_edge", wanted, n)) return say(`There is no sentence to move on the ${side} side.`, true);
    if (model.rows.length < before && up) move(n - 1);
  };
  const confirm = (): void => {
    if (!row) return;
    act("confirm", confirmed(model, low, high), high);
    // Who came for the doubts is led from one to the next, at last to those that were left out.
    if (kind || folded) {
      const doubt = suspicious(model, doubts, high, 1, kind);
      const left = doubt < 0 ? suspicious(model, doubts, -1, 1, kind) : doubt;
      if (left >= 0) return move(left);
      return say(kind ? `No doubt “${kind}” is left.` : "No doubt is left. Done finishes the text; All links shows the rest of it.", true);
    }
    for (let k = high + 1; k < model.rows.length; k++) {
      if (model.rows[k].kind !== "excluded" && !model.rows[k].confirmed) return move(k);
    }
    move(Math.min(high + 1, model.rows.length - 1));
    const above = model.rows.filter((each, k) => k < high && each.kind !== "excluded" && !each.confirmed).length;
    say(above ? `Nothing unconfirmed below. ${counted(above, "link")} above: “Confirm all above” takes ${above === 1 ? "it" : "them"}.` : "Everything is confirmed.", true);
  };
  const toDoubt = (step: 1 | -1) => (): void => {
    const found = suspicious(model, doubts, n, step, kind);
    if (found >= 0) return move(found);
    const name = kind ? `doubt “${kind}”` : "doubtful row";
    const back = suspicious(model, doubts, n, step > 0 ? -1 : 1, kind) < 0 ? "" : ` “${(step > 0 ? acts.previous : acts.next).label}” leads to the last one ${step > 0 ? "above" : "below"}.`;
    say(suspicious(model, doubts, -1, 1, kind) < 0 ? `No ${name} is left.` : `No ${name} ${step > 0 ? "below" : "above"}.${back}`, true);
  };
  const realign = async (): Promise<void> => {
    if (!row) return;
    try {
      const cells = annotation.cells.peek();
      const { changes } = await api.realign(item.id, toRecord(cells), [row.a, row.c]);
      // What was decided meanwhile stays: the rest is aligned around it.
      if (annotation.cells.peek() !== cells) return await realign();
      const wanted: Wanted = {};
      for (const [cell, [, after]] of Object.entries(changes)) wanted[cell] = after;
      say(act("realign", wanted) ? "Realigned from here; confirmed rows were kept." : "The alignment from here stays the same.", true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
    }
  };
  const find = (from: number): void => {
    const next = hits.find((k) => k > from) ?? hits[0];
    if (next !== undefined) move(next);
    else if (needle) say(`“${needle}” is in neither text.`, true);
  };
  const rowAt = (name: SideName, offset: number): number => {
    if (name === "source") {
      let k = firstAt(model.rows.map((each) => each.a), offset + 1) - 1;
      while (k > 0 && model.rows[k].b <= offset) k--;
      return model.rows[k] && model.rows[k].a <= offset && offset < model.rows[k].b ? k : -1;
    }
    return model.rows.findIndex((each) => each.c <= offset && offset < each.d);
  };

  /** Rows that hold what is searched for. */
  const hits = useMemo(() => {
    if (!needle) return [];
    const found = (["source", "target"] as const).flatMap((name) => matches(offsets[name].text, needle).map((at) => rowAt(name, offsets[name].toPoints(at))));
    return [...new Set(found.filter((k) => k >= 0))].sort((left, right) => left - right);
  }, [model, needle]);

  const group = "Sentences";
  const key = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action => ({ id: `sentences.${id}`, label, group, keys, run, when });
  const inGrid = (): boolean => Boolean(grid.current?.contains(document.activeElement));
  const acts = {
    confirm: key("confirm", "Confirm", ["Enter"], confirm),
    above: key("confirm_above", "Confirm all above", ["Shift+Enter"], () => void act("confirm_to", confirmed(model, 0, n))),
    merge: key("merge", "Join", ["m"], edit("merge", merge, "There is no row below to join with.")),
    split: key("split", "Split", ["s"], edit("split", split, "There is only one sentence on each side: E opens it, and Enter inside cuts it.")),
    up: key("first_up", "Sentence up", ["["], shift(n - 1, -1, true)),
    down: key("last_down", "Sentence down", ["]"], shift(n, 1, true)),
    pullDown: key("pull_down", "Sentence from above", ["{"], shift(n - 1, 1, false)),
    pullUp: key("pull_up", "Sentence from below", ["}"], shift(n, -1, false)),
    nulled: key("null", "No translation", ["0"], edit("null", nulled, "One side is empty already.")),
    edit: key("edit", "Correct", ["e"], () => setEdited(editing ? "" : here), () => Boolean(row && row.kind === "bead" && (side === "source" ? row.b > row.a : row.d > row.c))),
    realign: key("realign", "Realign the rest", ["r"], () => void realign()),
    next: key("next_doubt", "Next doubt", ["n"], toDoubt(1)),
    previous: key("previous_doubt", "Previous doubt", ["p"], toDoubt(-1)),
    again: key("search_again", "Next match", ["F3", "Ctrl+g"], () => find(n)),
    search: key("search", "Search", ["/"], () => field.current?.focus()),
    fold: key("fold", folded ? "All links" : "Doubts only", ["a"], () => go(withQuery({ view: folded ? null : "doubtful", doubt: null }), { replace: true })),
  };
  const walks: Action[] = [
    key("row_up", "Row up", ["ArrowUp"], () => move(n - 1)),
    key("row_down", "Row down", ["ArrowDown"], () => move(n + 1)),
    key("select_up", "Select upwards", ["Shift+ArrowUp"], () => move(n - 1, { extend: true })),
    key("select_down", "Select downwards", ["Shift+ArrowDown"], () => move(n + 1, { extend: true })),
    key("page_up", "Page up", ["PageUp"], () => move(n - 10)),
    key("page_down", "Page down", ["PageDown"], () => move(n + 10)),
    key("top", "First row", ["Home"], () => move(0)),
    key("bottom", "Last row", ["End"], () => move(model.rows.length - 1)),
    key("to_target", "Target side", ["Tab", "ArrowRight"], () => move(n, { side: "target" }), () => inGrid() && side === "source"),
    key("to_source", "Source side", ["Shift+Tab", "ArrowLeft"], () => move(n, { side: "source" }), () => inGrid() && side === "target"),
  ];
  const zones = scheme.labels.map((label) =>
    key(`zone_${label.name}`, `Zone: ${label.name}`, [label.key], () => {
      act("zone", zoned(model, low, high, label.name), low);
    }),
  );
  useKeys([...Object.values(acts), ...walks, ...zones]);

  const shown: Shown = useMemo(
    () => ({
      model,
      offsets,
      sides: { source: payload.source, target: payload.target },
      onJoin: (name, segment) => void acting.current.act("join_segments", joinedSegments(model, lengths, name, segment, [segment, segment + 1].map((k) => model.textOf(name, k, offsets[name])).join(CJK.test(payload[name].lang) ? "" : " ")), acting.current.n),
      onCut: (name, segment, at) => {
        const { starts, ends } = model[name];
        void acting.current.act("cut_segment", cut(model, name, segment, at, offsets[name].slice(starts[segment], ends[segment])), acting.current.n);
      },
      onCorrect: (name, segment, text) => {
        const { starts, ends } = model[name];
        void acting.current.act("correct_text", correctedText(model, name, segment, text, offsets[name].slice(starts[segment], ends[segment])), acting.current.n);
      },
      onLeave: () => setEdited(""),
      onUnfold: fold.unfold,
    }),
    [model, payload, fold.unfold],
  );
  const acting = useRef({ act, n });
  acting.current = { act, n };
  useEffect(() => setEdited((at) => (at === here ? at : "")), [here]);

  const wide = [CJK.test(payload.source.lang) ? 15 : 7.6, CJK.test(payload.target.lang) ? 15 : 7.6];
  const estimate = (each: Row, width: number): number => {
    const narrow = width < 700;
    const column = narrow ? width - 28 : Math.min(562, (width - 280) / 2);
    const lines = [each.b - each.a, each.d - each.c].map((size, k) => Math.ceil((size * wide[k]) / column));
    return (narrow ? lines[0] + lines[1] + 1 : Math.max(1, ...lines)) * 22.5 + 12;
  };
  const { done, links, kinds } = useMemo(() => {
    const counts = new Map<string, number>();
    for (const each of model.rows) {
      const doubt = doubts.of(each);
      if (doubt.doubtful) counts.set(doubt.kind, (counts.get(doubt.kind) ?? 0) + 1);
    }
    return {
      ...model.progress(),
      kinds: [...counts].sort(([, left], [, right]) => right - left),
    };
  }, [model, version]);
  const doubtful = kinds.reduce((sum, [, count]) => sum + count, 0);
  const goThrough = (wanted: string): void => {
    const only = wanted === DOUBTS ? "" : wanted;
    go(withQuery({ view: wanted && "doubtful", doubt: only }), { replace: true });
    const first = wanted ? suspicious(model, doubts, -1, 1, only) : -1;
    if (first >= 0) move(first);
  };
  const button = (each: Action) => <ActionButton key={each.id} action={each} pressed={each === acts.edit ? editing : undefined} />;
  const pace = usePace(done);
  // Before the frame: after it, each key would have the page drawn twice.
  useLayoutEffect(() => {
    const rows = `${done.toLocaleString("en")} of ${counted(links, "link")} confirmed`;
    footing.value = `${rows}, ${doubtful ? `${doubtful.toLocaleString("en")} in doubt` : "none in doubt"}${pace > 0 ? `, ${pace} per minute` : ""}`;
    return () => (footing.value = "");
  }, [done, doubtful, links, pace]);
  return (
    <>
      <InHead>
        <div class="search" role="search">
          <input
            ref={field}
            type="search"
            aria-label="Search both texts"
            placeholder="Search  /"
            value={needle}
            onInput={(event) => setNeedle(event.currentTarget.value.toLowerCase())}
            onKeyDown={(event) => {
              if (event.key === "Enter") find(n);
              if (event.key === "Escape") grid.current?.querySelector<HTMLElement>(".cell.here")?.focus();
            }}
          />
          {needle && <ActionButton action={acts.again} className="small hits">{hits.includes(n) ? `${(hits.indexOf(n) + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")}` : counted(hits.length, "row")}</ActionButton>}
        </div>
      </InHead>
      <div class="toolbar sentences-bar" role="toolbar" aria-label="Sentences">
        <ActionButton action={acts.confirm} className="main" />
        {[acts.merge, acts.split].map(button)}
        {[acts.up, acts.down].map((each) => <ActionButton key={each.id} action={each} className="roomy" />)}
        {[acts.edit, acts.nulled, acts.next].map(button)}
        {(folded || doubtful > 0) && (
          <select class="kinds" aria-label="Which links" title={kind || acts.fold.label} value={folded ? kind || DOUBTS : ""} onChange={(event) => { goThrough(event.currentTarget.value); event.currentTarget.blur(); }}>
            <option value="">All links</option>
            <option value={DOUBTS}>{counted(doubtful, "doubt")}</option>
            {kind && !kinds.some(([name]) => name === kind) && <option value={kind}>{`0 ${kind}`}</option>}
            {(kinds.length > 1 || kind) && kinds.map(([name, count]) => <option key={name} value={name}>{`${count.toLocaleString("en")} ${name}`}</option>)}
          </select>
        )}
        <details class="more" onClick={closes} onFocusOut={closes} onKeyDown={closes}>
          <summary>More</summary>
          <div>{[acts.up, acts.down, acts.pullDown, acts.pullUp, acts.above, acts.previous, acts.search, acts.realign, ...zones].map((each) => <ActionButton key={each.id} action={each} />)}</div>
        </details>
      </div>
      <div ref={grid} class="sentences">
        <Sheet
          rows={fold.rows}
          count={model.rows.length}
          version={version}
          estimate={estimate}
          goal={{ n: fold.at(n), turn: focus.turn }}
          label="Linked segments"
          onPick={(k, name, event) => move(k, { side: name, extend: event.shiftKey })}
          draw={(at) => {
            const k = fold.number(at);
            const each = model.rows[k];
            const zone = model.zones.length ? (model.zoneOf(each)?.kind ?? null) : null;
            return (
              <RowView
                key={`${each.a}-${each.c}-${each.b - each.a}`}
                n={k}
                row={each}
                doubt={doubts.of(each)}
                side={k === n ? side : null}
                selected={low !== high && k >= low && k <= high}
                editing={editing && k === n}
                zone={zone}
                problem={problems.get(place(each)) ?? null}
                needle={needle}
                before={k - fold.number(at - 1) - 1}
                after={at + 1 < fold.rows.length ? 0 : model.rows.length - k - 1}
                shown={editing && k === n ? { ...shown } : shown}
              />
            );
          }}
        />
        <Strip model={model} doubts={doubts} version={version} here={n} onGo={(k) => move(k)} />
      </div>
    </>
  );
}

/** A menu closes when something in it was chosen, when it is left, and with Escape. */
function closes(event: Event): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  const left = event instanceof FocusEvent && event.relatedTarget !== null && !menu.contains(event.relatedTarget as Node);
  const chosen = event.type === "click" && (event.target as Element).closest("div > button");
  if (left || chosen || (event instanceof KeyboardEvent && event.key === "Escape")) menu.open = false;
}

function matches(text: string, needle: string): number[] {
  const found: number[] = [];
  const lower = text.toLowerCase();
  // Lowering may change the length of a text; then only hits that stay in place count.
  for (let at = lower.indexOf(needle); at >= 0 && found.length < 5000; at = lower.indexOf(needle, at + 1)) found.push(at);
  return found;
}

/** Rows confirmed a minute since the first one, over the last five minutes. */
function usePace(done: number): number {
  const times = useRef<[number, number][]>([]);
  const now = performance.now();
  const last = times.current.at(-1);
  if (!last || last[1] !== done) times.current.push([now, done]);
  times.current = times.current.filter(([at]) => now - at < 300_000);
  const first = times.current[0];
  return first && now - first[0] > 20_000 ? Math.round(((done - first[1]) * 60_000) / (now - first[0])) : 0;
}

export const EDITOR: Editor = { asks: "which sentences translate each other", sheet: true, differences, View: SentencesEditor };
