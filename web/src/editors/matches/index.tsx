// Whether a termbase's match holds here: one key, and the words marked where it does not.

import { useEffect, useState } from "preact/hooks";
import { ActionButton, LabelButtons } from "../../components/Keys";
import { TokenText } from "../../components/TokenText";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import { counted } from "../../text/counted";
import type { Editor, EditorProps, Marked } from "../editor";
import { spansOf, tokensIn, toggled, run as runOf } from "../marks";
import { finishing } from "../finish";
import { accepted, acceptRest, noted } from "./batch";
import { acceptance, ENOUGH, form, MARKED, type Match, setLabel, setSpans, type SideName, spansAt } from "./match";
import "../../styles/editor-words.css";
import "../../styles/editor-matches.css";

const SIDES: SideName[] = ["source", "target"];

function MatchesEditor({ payload, scheme, annotation, item, complete }: EditorProps) {
  const match = payload as Match;
  const cells = annotation.cells.value;
  const label = annotation.get("label");
  const [marking, setMarking] = useState(false);
  const [side, setSide] = useState<SideName>("target");
  const [cursor, setCursor] = useState({ source: 0, target: 0 });
  const [anchor, setAnchor] = useState<number | null>(null);
  const [batch, setBatch] = useState<{ done: number; of: number } | null>(null);
  const [count, setCount] = useState(() => accepted(item.layer, match));
  const spans = { source: spansAt(match, cells, "source"), target: spansAt(match, cells, "target") };
  const inside = { source: tokensIn(match.source, spans.source), target: tokensIn(match.target, spans.target) };

  const begin = (name: SideName): void => {
    setSide(name);
    setAnchor(null);
    const places = { ...cursor };
    // Without a mark the translation is likeliest about as far on as the term.
    const far = Math.min(...inside.source, match.source.tokens.length - 1) / match.source.tokens.length;
    for (const each of SIDES) places[each] = inside[each].size ? Math.min(...inside[each]) : Math.floor(far * match[each].tokens.length);
    setCursor(places);
    setMarking(true);
    say(`Mark the words of the ${name}: arrows move, Shift with arrows selects a range, X toggles a word, Enter finishes.`, true);
  };
  const answer = (name: string): void => {
    const wanted = setLabel(annotation.cells.peek(), name);
    if (name === "translated otherwise" && label !== name) wanted.target = [];
    if (name === "valid" && label !== "valid") setCount(noted(item.layer, match));
    annotation.act("set_label", wanted);
    if (!MARKED.includes(name)) return void complete();
    begin(name === "wrong span" ? "source" : "target");
  };
  const write = (next: [number, number][]): void => void annotation.act("set_span", setSpans(match, side, next));
  const toggle = (name: SideName, n: number): void => {
    if (name === "target") annotation.act("set_span", setSpans(match, name, toggled(match[name], spans[name], n)));
    else {
      // One run: an edge word leaves, any other word becomes the edge.
      const numbers = [...inside.source].sort((a, b) => a - b);
      const [first, last] = [numbers[0], numbers[numbers.length - 1]];
      const next = n === first && first < last ? [first + 1, last] : n === last && first < last ? [first, last - 1] : [Math.min(first, n), Math.max(last, n)];
      annotation.act("set_span", setSpans(match, name, runOf(match.source, next[0], next[1])));
    }
  };
  const step = (forward: boolean, extend: boolean): void => {
    const by = forward === (match[side].dir !== "rtl") ? 1 : -1;
    walk(side, Math.max(0, Math.min(match[side].tokens.length - 1, cursor[side] + by)), extend);
  };
  const walk = (name: SideName, at: number, extend: boolean): void => {
    setSide(name);
    const from = extend && name === side ? (anchor ?? cursor[side]) : null;
    setCursor({ ...cursor, [name]: at });
    setAnchor(from);
    if (from === null) return;
    const fresh = runOf(match[side], from, at);
    // A target may have other runs: those that the new one does not touch stay.
    const rest = side === "target" ? spans.target.filter(([a, b]) => b <= fresh[0][0] || a >= fresh[0][1]) : [];
    write(spansOf(match[side], tokensIn(match[side], [...rest, ...fresh])));
  };
  const close = async (): Promise<boolean> => {
    setMarking(false);
    setAnchor(null);
    return complete();
  };
  const rest = async (): Promise<void> => {
    setBatch({ done: 0, of: 0 });
    const outcome = await acceptRest(item, match, count, setBatch);
    setBatch(null);
    const own = acceptance(match, annotation.cells.peek(), count);
    if (own) annotation.act("accept_by_rule", own);
    say(`Accepted here and at ${counted(outcome.accepted, "other item")} like it; ${outcome.kept} left as they were.`, true);
    if (own) void complete();
  };

  const make = (id: string, text: string, keys: string[], run: () => void, when?: () => boolean): Action =>
    ({ id: `matches.${id}`, label: text, group: "Matches", keys, run, when });
  const labels = scheme.labels.map((each) => make(each.name.replaceAll(" ", "_"), each.name, [each.key], () => answer(each.name)));
  const inMode = (): boolean => marking;
  const moves = [
    make("left", "Word left", ["ArrowLeft"], () => step(false, false), inMode),
    make("right", "Word right", ["ArrowRight"], () => step(true, false), inMode),
    make("run_left", "Extend to the left", ["Shift+ArrowLeft"], () => step(false, true), inMode),
    make("run_right", "Extend to the right", ["Shift+ArrowRight"], () => step(true, true), inMode),
  ];
  const word = make("word", "Toggle word", ["x"], () => toggle(side, cursor[side]), inMode);
  const otherSide = make("side", "Other side", ["ArrowUp", "ArrowDown"], () => (setSide(side === "source" ? "target" : "source"), setAnchor(null)), inMode);
  const finish = finishing("matches", "Matches", close, { label: marking ? "Marked: next" : "Next", when: () => marking || label !== null });
  const alternative = make("alternative", "Accept as an alternative", ["a"], () =>
    annotation.act("set_alternative", { alternative: annotation.get("alternative") === true ? null : true }), () => label === "translated otherwise");
  const many = make("batch", "Accept all like this", ["Shift+y"], () => void rest(), () => count >= ENOUGH && batch === null);
  const leave = make("leave", "Stop marking", ["Escape"], () => setMarking(false), inMode);
  useKeys([...labels, ...moves, word, otherSide, finish, alternative, many, leave]);
  useEffect(() => {
    if (MARKED.includes(String(label)) && !marking && annotation.problems.peek().some((each) => each.severity === "error")) setMarking(true);
  }, []);

  const look = (name: SideName) => (n: number): string =>
    `${inside[name].has(n) ? "match" : ""} ${marking && side === name && cursor[name] === n ? "cursor" : ""}`;
  const given = scheme.labels.find((each) => each.name === label);
  return (
    <div class={`matches ${marking ? "marking" : ""}`}>
      <p class="match-entry">
        <bdi lang={match.source.lang}><b>{match.entry.source}</b></bdi> – {match.entry.targets.map((each, n) => <bdi key={each} lang={match.target.lang}>{n > 0 && ", "}<b>{each}</b></bdi>)}
        <span class="muted"> entry {match.entry.id}{match.kinds && <> · {match.kinds[0]} match in the source, {match.kinds[1]} match in the target</>}</span>
      </p>
      <div class="two-texts">
        {SIDES.map((name) => (
          <section key={name} class={marking && side === name ? "now" : ""}>
            <h2>{name === "source" ? "Source" : "Target"}{marking && side === name && <small class="muted"> marking</small>}</h2>
            <div onClick={!marking ? undefined : (event) => {
              const found = (event.target as Element).closest<HTMLElement>("[data-n]");
              if (!found) return;
              setSide(name);
              setCursor({ ...cursor, [name]: Number(found.dataset.n) });
              toggle(name, Number(found.dataset.n));
            }}>
              <TokenText
                side={match[name]}
                label={`words of the ${name}`}
                look={look(name)}
                chosen={marking ? (n) => inside[name].has(n) : undefined}
                cursor={cursor[name]}
                focused={marking && side === name}
                onCursor={marking ? (n, event) => walk(name, n, event instanceof KeyboardEvent && event.shiftKey) : undefined}
              />
            </div>
          </section>
        ))}
      </div>
      {!spans.target.length && <p class="muted">No words of the target are marked.</p>}
      {given && (
        <p class="given">
          <span class={`sign ${given.colour}`}>{given.sign} {given.name}</span>
          {annotation.get("alternative") === true && <span> · becomes an alternative</span>}
          {annotation.get("rule") !== null && <span class="muted"> · by rule: {String(annotation.get("rule"))}</span>}
        </p>
      )}
      <div class="editor-actions">
        <div class="toolbar" role="toolbar" aria-label="Labels">
          <LabelButtons labels={scheme.labels} actions={labels} given={label} />
        </div>
        {(marking || label !== null) && (
          <div class="toolbar" role="toolbar" aria-label="Marking">
            {marking && <><ActionButton action={word} /><ActionButton action={otherSide} /></>}
            {label === "translated otherwise" && <ActionButton action={alternative} pressed={annotation.get("alternative") === true} />}
            <ActionButton action={finish} />
          </div>
        )}
        {count >= ENOUGH && (
          <p class="offer">
            “<bdi>{form(match)}</bdi>” for this entry was accepted {count} times.{" "}
            {batch ? <span role="status">{batch.done.toLocaleString("en")} of {batch.of.toLocaleString("en")} looked at…</span> : <ActionButton action={many} />}
          </p>
        )}
      </div>
      <p class="muted meaning">{scheme.labels.map((each) => `${each.name}: ${each.meaning}`).join(" · ")}</p>
    </div>
  );
}

export const EDITOR: Editor = {
  asks: "whether the terms of a termbase were found correctly",
  stops: (payload, cells) => {
    const label = cells.get("label");
    if (label === undefined) return "Give a label first.";
    if (label === "translated otherwise" && !spansAt(payload as Match, cells, "target").length) return "Mark the words that translate the term.";
    return label === "wrong span" && !cells.has("source") && !cells.has("target") ? "Mark where the term stands." : null;
  },
  about: (payload, cells) => {
    const match = payload as Match;
    const side = (name: SideName): Marked => ({ side: match[name], marked: tokensIn(match[name], spansAt(match, cells, name)) });
    return { source: side("source"), target: side("target"), terms: `${match.entry.source} → ${match.entry.targets.join(", ")}` };
  },
  answer: (name, cells) => (MARKED.includes(name) ? null : setLabel(cells, name)),
  View: MatchesEditor,
};
