// Labels for given links between words: one key a link, the next one by itself.

import { useEffect, useRef, useState } from "preact/hooks";
import { ActionButton, LabelButtons } from "../../components/Keys";
import { TokenText } from "../../components/TokenText";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import type { Label, Side } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { Curves } from "../Curves";
import { finishing } from "../finish";
import { Matrix } from "../Matrix";
import { Neighbours } from "../Neighbours";
import { words } from "../marks";
import { turn, viewOf } from "../views";
import { answered, type Candidate, choices, given, groupOf, key, labelOf, nextGroup, nextOpen, setLabel } from "./links";
import "../../styles/editor-words.css";
import "../../styles/editor-word_labels.css";

const VIEWS = ["lines", "matrix"] as const;

const numberAt = (side: Side, start: number): number => side.tokens.findIndex(([each]) => each === start);

function WordLabelsEditor({ payload, scheme, annotation, complete }: EditorProps) {
  const candidates = (payload.candidates ?? []) as Candidate[];
  const cells = annotation.cells.value;
  const [at, setAt] = useState(() => Math.max(0, nextOpen(candidates, annotation.cells.peek(), -1)));
  const [shown, setShown] = useState(false);
  /** The partial link that G speaks of: the last one labelled so. */
  const [asked, setAsked] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const view = viewOf("word_labels", VIEWS);
  const [source, target] = [words(payload.source), words(payload.target)];
  const name = (each: Candidate): string =>
    `${source[numberAt(payload.source, each.source)]} – ${target[numberAt(payload.target, each.target)]}`;
  const labelled = (each: Candidate): Label | undefined =>
    scheme.labels.find((label) => label.name === labelOf(cells, each));

  useEffect(() => {
    if (candidates[at]) say(`Link ${at + 1} of ${candidates.length}: ${name(candidates[at])}`);
  }, [at]);
  const go = (n: number): void => setAt(Math.max(0, Math.min(candidates.length - 1, n)));

  const answer = (label: Label): void => {
    const each = candidates[at];
    if (!each) return;
    annotation.act("set_label", setLabel(each, label.name));
    setAsked(label.name === "partial" ? at : null);
    const next = nextOpen(candidates, annotation.cells.peek(), at);
    if (next >= 0) go(next);
    else if (label.name !== "partial") void complete();
    else say("All links have a label. G names the larger link, Done goes on.", true);
  };
  const labels: Action[] = scheme.labels.map((label) => ({
    id: `word_labels.${label.name}`, label: label.name, group: "Labels", keys: [label.key], run: () => answer(label),
  }));
  const here = candidates[at];
  const grouped = asked ?? (here && labelOf(cells, here) === "partial" ? at : null);
  const group: Action = {
    id: "word_labels.group", label: "Group of the partial link", group: "Word labels", keys: ["g"],
    when: () => grouped !== null,
    run: () => {
      const each = candidates[grouped!];
      annotation.act("set_group", nextGroup(candidates, annotation.cells.peek(), each));
      const id = groupOf(annotation.cells.peek(), each);
      say(id === null ? `${name(each)}: no group` : `${name(each)}: group ${id}`);
      if (nextOpen(candidates, annotation.cells.peek(), -1) < 0) setAsked(grouped);
    },
  };
  const offer = (each: Candidate): string => {
    if (groupOf(cells, each) !== null) return "another group";
    const [first, ...others] = choices(candidates, cells, each);
    return others.length ? `join group ${first}` : `name it group ${first}`;
  };
  const context: Action = { id: "word_labels.context", label: "Context", group: "Word labels", keys: [" "], run: () => setShown(!shown) };
  const back: Action = { id: "word_labels.back", label: "Back", group: "Word labels", keys: ["Backspace", "ArrowUp"], when: () => at > 0, run: () => go(at - 1) };
  const forward: Action = { id: "word_labels.forward", label: "Next link", group: "Word labels", keys: ["ArrowDown"], when: () => at < candidates.length - 1, run: () => go(at + 1) };
  const viewing: Action = { id: "word_labels.view", label: view.value === "lines" ? "Matrix" : "Lines", group: "Word labels", keys: ["v"], run: () => turn("word_labels", VIEWS) };
  const finish = finishing("word_labels", "Word labels", complete, { when: () => nextOpen(candidates, cells, -1) < 0 });
  useKeys([...labels, group, context, back, forward, viewing, finish]);

  const numbers = candidates.map((each) => [numberAt(payload.source, each.source), numberAt(payload.target, each.target)]);
  const [row, column] = numbers[at] ?? [0, 0];
  const look = (side: 0 | 1) => (n: number): string => {
    if (numbers[at]?.[side] === n) return "link-now";
    return numbers.some((each) => each[side] === n) ? "link-asked" : "dim";
  };
  const curves = candidates.map((each, n) => {
    const label = labelled(each);
    const strokes = `${label?.colour ?? ""} ${label?.name === "wrong" ? "dotted" : label ? "" : "dashed"}`;
    return { source: numbers[n][0], target: numbers[n][1], look: `${strokes} ${n === at ? "now" : "dim"}` };
  });

  return (
    <div class="word-labels">
      {shown && <Neighbours payload={payload} place="before" />}
      {view.value === "matrix" ? (
        <Matrix
          source={payload.source}
          target={payload.target}
          label="Links between words"
          cursor={{ row, column }}
          say={(r, c) => {
            const n = numbers.findIndex((each) => each[0] === r && each[1] === c);
            return n < 0 ? "no candidate" : (labelOf(cells, candidates[n]) ?? "not labelled");
          }}
          paint={(r, c) => {
            const n = numbers.findIndex((each) => each[0] === r && each[1] === c);
            if (n < 0) return null;
            const label = labelled(candidates[n]);
            return { colour: label?.colour ?? "grey", sign: label?.sign ?? String(n + 1), hollow: !label };
          }}
          onCursor={(cell) => {
            const n = numbers.findIndex((each) => each[0] === cell.row && each[1] === cell.column);
            if (n >= 0) go(n);
          }}
        />
      ) : (
        <div class="lines" ref={box}>
          <div data-side="source"><TokenText side={payload.source} label="source" look={look(0)} /></div>
          <div data-side="target"><TokenText side={payload.target} label="target" look={look(1)} /></div>
          <Curves box={box} curves={curves} />
        </div>
      )}
      {shown && <Neighbours payload={payload} place="after" />}
      <ol class="link-list" ref={list} aria-label={`${answered(candidates, cells)} of ${candidates.length} links labelled`}>
        {candidates.map((each, n) => {
          const label = labelled(each);
          const id = groupOf(cells, each);
          return (
            <li key={key(each)} class={n === at ? "now" : ""} aria-current={n === at ? "true" : undefined}>
              <button type="button" class="link-words" onClick={() => go(n)} tabIndex={n === at ? 0 : -1}>
                <bdi lang={payload.source.lang}>{source[numbers[n][0]]}</bdi> – <bdi lang={payload.target.lang}>{target[numbers[n][1]]}</bdi>
              </button>
              <span class="link-score">{each.score === null || each.score === undefined ? "" : each.score.toFixed(2)}</span>
              <span class={`sign ${label?.colour ?? ""}`}>{label ? `${label.sign} ${label.name}` : labelOf(cells, each)?.replace("unknown:", "? ")}</span>
              <span class="link-group">
                {id !== null && <>group {id}</>}
                {n === grouped && <ActionButton action={group} className="small">{offer(each)}</ActionButton>}
              </span>
            </li>
          );
        })}
      </ol>
      <div class="editor-actions">
        <div class="toolbar" role="toolbar" aria-label="Labels">
          <LabelButtons labels={scheme.labels} actions={labels} given={here && labelOf(cells, here)} />
        </div>
        <div class="toolbar" role="toolbar" aria-label="View">
          {payload.context && <ActionButton action={context} pressed={shown} />}
          <ActionButton action={back} />
          <ActionButton action={viewing} />
          {nextOpen(candidates, cells, -1) < 0 && <ActionButton action={finish} />}
        </div>
      </div>
      <p class="muted meaning">{scheme.labels.map((label) => `${label.name}: ${label.meaning}`).join(" · ")}</p>
    </div>
  );
}

export const EDITOR: Editor = {
  asks: "whether words translate each other",
  stops: (payload, cells) => (nextOpen((payload.candidates ?? []) as Candidate[], cells, -1) < 0 ? null : "Some links have no label yet."),
  links: given,
  View: WordLabelsEditor,
};
