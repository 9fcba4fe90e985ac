// How much of a pair is translation: one label, for `partial` also the words without counterpart.

import { useState } from "preact/hooks";
import { ActionButton } from "../../components/Keys";
import { TokenText } from "../../components/TokenText";
import { useKeys, type Action } from "../../keys";
import { finishing } from "../finish";
import { tokensOf, wantedSpans } from "../../text/spans";
import type { Cells, Payload, Side, Wanted } from "../../types";
import type { Editor, EditorProps } from "../editor";
import "../../styles/editor-confidence.css";

type Name = "source" | "target";
const LETTERS: Record<Name, string> = { source: "s", target: "t" };
const PARTIAL = "partial";

interface Cursor {
  side: Name;
  n: number;
  anchor: number;
}

function ConfidenceEditor({ payload, scheme, annotation, complete }: EditorProps) {
  const [marking, setMarking] = useState(false);
  const [near, setNear] = useState(false);
  const [cursor, setCursor] = useState<Cursor>({ side: "source", n: 0, anchor: 0 });
  const cells = annotation.cells.value;
  const label = cells.get("label");
  const chosen = {
    source: tokensOf(cells, "s", payload.source.tokens),
    target: tokensOf(cells, "t", payload.target.tokens),
  };
  const side = payload[cursor.side];
  const range = (): number[] => {
    const [low, high] = [Math.min(cursor.n, cursor.anchor), Math.max(cursor.n, cursor.anchor)];
    return Array.from({ length: high - low + 1 }, (_, k) => low + k);
  };

  const give = (name: string): void => {
    if (name === PARTIAL) {
      annotation.act("set_label", { label: name });
      setMarking(true);
      return;
    }
    annotation.act("set_label", labelled(name, cells, payload));
    setMarking(false);
    void complete();
  };
  const toggle = (name: Name, tokens: number[]): void => {
    const next = new Set(chosen[name]);
    const take = tokens.every((n) => next.has(n));
    for (const n of tokens) take ? next.delete(n) : next.add(n);
    const wanted = wantedSpans(cells, LETTERS[name], next, payload[name].tokens);
    annotation.act("toggle_word", { ...(label === PARTIAL ? {} : { label: PARTIAL }), ...wanted });
  };
  const walk = (step: number, extend: boolean): void => {
    const count = side.tokens.length;
    const n = Math.max(0, Math.min(count - 1, cursor.n + (side.dir === "rtl" ? -step : step)));
    setCursor({ ...cursor, n, anchor: extend ? cursor.anchor : n });
  };
  const over = (): void => {
    const other: Name = cursor.side === "source" ? "target" : "source";
    const n = Math.min(cursor.n, payload[other].tokens.length - 1);
    setCursor({ side: other, n, anchor: n });
  };

  const labels: Action[] = scheme.labels.map((each) => ({
    id: `confidence.${each.name}`,
    label: each.name,
    group: "Labels",
    keys: [each.key],
    run: () => give(each.name),
  }));
  const word = (id: string, name: string, keys: string[], run: () => void): Action => ({
    id: `confidence.${id}`, label: name, group: "Untranslated words", keys, run, when: () => marking,
  });
  const close = word("close", "Done, next", ["Enter"], () => { setMarking(false); void complete(); });
  const mark = word("toggle", "Mark words", ["x"], () => toggle(cursor.side, range()));
  const switching = word("side", "Other side", ["Tab", "ArrowUp", "ArrowDown"], over);
  const leave = word("leave", "Leave", ["Escape"], () => setMarking(false));
  const context: Action = { id: "confidence.context", label: "Neighbours", group: "Labels", keys: [" "], run: () => setNear(!near) };
  const walks = [
    word("left", "Word to the left", ["ArrowLeft"], () => walk(-1, false)),
    word("right", "Word to the right", ["ArrowRight"], () => walk(1, false)),
    word("extend_left", "Extend to the left", ["Shift+ArrowLeft"], () => walk(-1, true)),
    word("extend_right", "Extend to the right", ["Shift+ArrowRight"], () => walk(1, true)),
  ];
  const finish = finishing("confidence", "Labels", complete, { when: () => !marking && label !== undefined });
  useKeys([...labels, context, finish, close, mark, switching, leave, ...walks]);

  const text = (name: Name) => {
    const here = marking && cursor.side === name;
    const selected = here ? new Set(range()) : null;
    return (
      <div class="pair-side">
        {near && <Neighbours side={payload[name]} rows={payload.context?.before ?? []} at={name === "source" ? 0 : 1} />}
        <TokenText
          side={payload[name]}
          label={`${name}: untranslated words`}
          chosen={(n) => chosen[name].has(n)}
          look={(n) => (selected?.has(n) ? "cursor" : "")}
          cursor={here ? cursor.n : null}
          focused={here}
          onPick={(n, event) => {
            setMarking(true);
            setCursor({ side: name, n, anchor: n });
            toggle(name, event.shiftKey && cursor.side === name ? between(cursor.n, n) : [n]);
          }}
        />
        {near && <Neighbours side={payload[name]} rows={payload.context?.after ?? []} at={name === "source" ? 0 : 1} />}
      </div>
    );
  };
  const meaning = scheme.labels.find((each) => each.name === label)?.meaning;
  return (
    <div class="confidence">
      {text("source")}
      <div class="labels" role="group" aria-label="How well do they translate each other?">
        {labels.map((action, n) => {
          const { colour, sign, meaning: words } = scheme.labels[n];
          return (
            <div key={action.id} class={`label-row ${colour}`} title={words}>
              <ActionButton action={action} pressed={label === action.label}>
                <i aria-hidden="true">{sign}</i> <span>{action.label}</span>
              </ActionButton>
            </div>
          );
        })}
        <ActionButton action={context} pressed={near} className="quiet" />
      </div>
      {text("target")}
      <p class="confidence-hint muted" aria-live="polite">
        {marking
          ? <>Mark the words without translation: <ActionButton action={mark} /> <ActionButton action={switching} /> <ActionButton action={close} className="main" /></>
          : meaning}
      </p>
    </div>
  );
}

/** Under a label that says so of the whole pair nothing is untranslated. */
const labelled = (name: string, cells: Cells, payload: Payload): Wanted => ({
  ...wantedSpans(cells, "s", new Set(), payload.source.tokens),
  ...wantedSpans(cells, "t", new Set(), payload.target.tokens),
  label: name,
});

function between(from: number, to: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return Array.from({ length: high - low + 1 }, (_, k) => low + k);
}

function Neighbours({ side, rows, at }: { side: Side; rows: [string, string][]; at: 0 | 1 }) {
  return (
    <div class="text neighbours muted" lang={side.lang} dir={side.dir}>
      {rows.map((row, n) => <p key={n}>{row[at]}</p>)}
    </div>
  );
}

export const EDITOR: Editor = {
  asks: "how well sentences translate each other",
  stops: (_, cells) =>
    !cells.has("label") ? "Give a label first." : cells.get("label") === PARTIAL && ![...cells.keys()].some((name) => /^[st]\d/.test(name)) ? "Mark the words that are not translated." : null,
  answer: (name, cells, payload) => (name === PARTIAL ? null : labelled(name, cells, payload)),
  View: ConfidenceEditor,
};
