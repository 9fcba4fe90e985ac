// Groups of words that correspond: columns, matrix and lines over the same cells.

import { useMemo, useRef, useState } from "preact/hooks";
import { ActionButton, LabelButtons, Toolbar } from "../../components/Keys";
import { TokenText, walked } from "../../components/TokenText";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import { counted } from "../../text/counted";
import type { Label, Wanted } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { Curves } from "../Curves";
import { finishing } from "../finish";
import { type Block, type Cell, Matrix, moved, ordered } from "../Matrix";
import { words as wordsOf } from "../marks";
import { turn, viewOf } from "../views";
import * as edit from "./groups";
import "../../styles/editor-words.css";
import "../../styles/editor-groups.css";

type SideName = edit.SideName;
const SIDES: SideName[] = ["source", "target"];
const VIEWS = ["columns", "matrix", "lines"] as const;
const NONE = { source: new Set<number>(), target: new Set<number>() };

/** Probabilities from which on proposals are accepted at once. */
const LIMITS = ["0.9", "0.95", "0.99", "0.5", "0.7", "0.8"] as const;
/** Proposals that were turned down, by item: they are no part of the judgement. */
const dismissed = new Map<number, ReadonlySet<string>>();

function GroupsEditor({ payload, scheme, annotation, item, complete }: EditorProps) {
  const cells = annotation.cells.value;
  const shared = scheme.settings.shared === true;
  const view = viewOf("groups", VIEWS);
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cell>({ row: 0, column: 0 });
  const [block, setBlock] = useState<Block | null>(null);
  const [side, setSide] = useState<SideName>("source");
  const [focused, setFocused] = useState(false);
  const [chosen, setChosen] = useState<Record<SideName, ReadonlySet<number>>>(NONE);
  const [hover, setHover] = useState<[SideName, number] | null>(null);
  const matrix = view.value === "matrix";
  const limit = viewOf("groups_limit", LIMITS);
  const [turned, setTurned] = useState(dismissed.get(item.id) ?? new Set<string>());

  const starts = { source: payload.source.tokens.map(([start]) => start), target: payload.target.tokens.map(([start]) => start) };
  const texts = { source: wordsOf(payload.source), target: wordsOf(payload.target) };
  const here = { source: cursor.row, target: cursor.column };
  const start = (name: SideName): number => starts[name][here[name]];
  const all = edit.groups(cells);
  const byWord = { source: new Map<number, edit.Group[]>(), target: new Map<number, edit.Group[]>() };
  for (const group of all)
    for (const name of SIDES) for (const each of group[name]) byWord[name].set(each, [...(byWord[name].get(each) ?? []), group]);
  const label = (name: string): Label | undefined => scheme.labels.find((each) => each.name === name);
  const proposed = new Set(((payload.links ?? []) as [number, number][]).map(([s, t]) => `${s}-${t}`));

  const offered = useMemo(() => {
    const [first] = item.suggestions;
    return !first ? [] : edit.proposals(first.cells, (payload.links ?? []) as number[][], first.score);
  }, [item]);
  const waiting = edit.open(cells, offered).filter((each) => !turned.has(each.id));
  const sure = (each: edit.Proposal): boolean => (each.probability ?? 0) >= Number(limit.value);
  const certain = waiting.filter(sure);
  const proposalOf = (name: SideName, word: number): edit.Proposal | undefined => waiting.find((each) => each[name].includes(word));
  const percent = (each: edit.Proposal): string => (each.probability === null ? "" : `${Math.round(100 * each.probability)} %`);

  const spoken = (): string => {
    const text = (name: SideName, group: edit.Words): string => group[name].map((each) => texts[name][starts[name].indexOf(each)]).join(" ") || "∅";
    const groups = byWord[side].get(start(side)) ?? [];
    const word = texts[side][here[side]];
    const proposal = groups.length ? undefined : proposalOf(side, start(side));
    if (proposal) return `proposed: ${text("source", proposal)} – ${text("target", proposal)}, ${percent(proposal)}`;
    return groups.length ? groups.map((each) => `${text("source", each)} – ${text("target", each)}, ${each.label}`).join("; ") : `${word}: in no group`;
  };
  const act = (name: string, wanted: Wanted): void => {
    if (annotation.act(name, wanted)) say(`${name.replaceAll("_", " ")}: ${counted(edit.groups(annotation.cells.peek()).length, "group")}`);
    setBlock(null);
    setChosen(NONE);
  };
  const selected = (): edit.Words => {
    if (matrix && block) {
      const { from, to } = ordered(block);
      return { source: starts.source.slice(from.row, to.row + 1), target: starts.target.slice(from.column, to.column + 1) };
    }
    return { source: [...chosen.source], target: [...chosen.target] };
  };
  /** To the next proposal, the doubtful ones before the others are left. */
  const seek = (step: 1 | -1, but?: string): void => {
    const left = waiting.filter((each) => each.id !== but);
    const doubtful = left.filter((each) => !sure(each));
    const among = doubtful.length ? doubtful : left;
    const from = start("source");
    const next = step > 0 ? among.find((each) => each.source[0] > from) ?? among[0] : among.findLast((each) => each.source[0] < from) ?? among.at(-1);
    if (!next) return say("No proposal is left.", true);
    setSide("source");
    setBlock(null);
    setChosen(NONE);
    setCursor({ row: starts.source.indexOf(next.source[0]), column: starts.target.indexOf(next.target[0]) });
  };
  const dismiss = (each: edit.Proposal): void => {
    const next = new Set(turned).add(each.id);
    dismissed.set(item.id, next);
    setTurned(next);
    seek(1, each.id);
  };
  const give = (name: string): void => {
    const now = annotation.cells.peek();
    const words = selected();
    const proposal = words.source.length + words.target.length ? undefined : proposalOf(side, start(side));
    if (proposal && !matrix) {
      act("accept_proposal", edit.accept(now, [{ ...proposal, label: name }]));
      return seek(1, proposal.id);
    }
    if (matrix && !block) return act("toggle_link", edit.toggle(now, start("source"), start("target"), name, shared));
    if (words.source.length && words.target.length) return act("add_group", edit.block(now, words, name, shared));
    const [of] = edit.groupsOf(now, side, start(side)).filter((each) => !edit.omitted(each));
    if (!words.source.length && !words.target.length && of && of.label !== name) return act("set_label", edit.label(now, of.id, name));
    // One side chosen, or none: the word under the cursor stands for the other.
    const pair = { source: words.source.length ? words.source : [start("source")], target: words.target.length ? words.target : [start("target")] };
    if (pair.source.length + pair.target.length > 2) return act("add_group", edit.block(now, pair, name, shared));
    act("toggle_link", edit.toggle(now, pair.source[0], pair.target[0], name, shared));
  };
  const walk = (key: string, extend: boolean): void => {
    if (!matrix) {
      const n = walked(key, here[side], starts[side].length, payload[side].dir === "rtl");
      if (n === null) {
        if (key === "ArrowUp" || key === "ArrowDown") setSide(side === "source" ? "target" : "source");
        setFocused(true);
        return;
      }
      setFocused(true);
      return point(side, n);
    }
    const next = moved(cursor, key, payload.source, payload.target);
    setBlock(extend ? { from: block?.from ?? cursor, to: next } : null);
    setCursor(next);
  };
  const point = (name: SideName, n: number): void => {
    setSide(name);
    setCursor(name === "source" ? { ...cursor, row: n } : { ...cursor, column: n });
  };
  const choose = (name: SideName, n: number): void => {
    const word = starts[name][n];
    if (!chosen.source.size && !chosen.target.size) {
      // A grouped word brings its group along, to be changed.
      const [group] = (byWord[name].get(word) ?? []).filter((each) => !edit.omitted(each));
      if (group) return setChosen({ source: new Set(group.source), target: new Set(group.target) });
    }
    const set = new Set(chosen[name]);
    if (!set.delete(word)) set.add(word);
    setChosen({ ...chosen, [name]: set });
  };

  const make = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action =>
    ({ id: `groups.${id}`, label, group: "Groups", keys, run, when });
  const gives = scheme.labels.map((each) => make(`label.${each.name}`, each.name === "S" ? "Sure" : each.name === "P" ? "Possible" : each.name, [each.key], () => give(each.name)));
  const first = scheme.labels[0]?.name ?? "S";
  const pick = make("choose", "Choose word", ["Enter", "x"], () => choose(side, here[side]), () => !matrix);
  const unaligned = make("unaligned", "Unaligned", ["u"], () => {
    const words = selected();
    const name = matrix ? (block && words.source.length < words.target.length ? "target" : "source") : words.source.length ? "source" : words.target.length ? "target" : side;
    act("unaligned", edit.unaligned(annotation.cells.peek(), name, words[name].length ? words[name] : [start(name)], first));
  });
  const unalignedTarget = make("unaligned_target", "Unaligned column", ["Shift+u"], () =>
    act("unaligned", edit.unaligned(annotation.cells.peek(), "target", block ? selected().target : [start("target")], first)), () => matrix);
  const diagonal = make("diagonal", "Diagonal", ["d"], () => {
    const words = block ? selected() : { source: starts.source.slice(cursor.row), target: starts.target.slice(cursor.column) };
    act("diagonal", edit.diagonal(annotation.cells.peek(), words, first, block ? undefined : proposed));
  }, () => matrix);
  const dissolve = make("dissolve", "Dissolve", ["Backspace", "Delete"], () => {
    const now = annotation.cells.peek();
    const found = matrix ? edit.linking(now, start("source"), start("target")) ?? edit.groupsOf(now, "source", start("source"))[0] : edit.groupsOf(now, side, start(side))[0];
    const proposal = found ? undefined : proposalOf(side, start(side));
    if (proposal) dismiss(proposal);
    if (found) act("dissolve", edit.dissolve(found.id));
  });
  const drop = make("drop", "Remove the word", ["o"], () => {
    const now = annotation.cells.peek();
    const [found] = edit.groupsOf(now, side, start(side));
    if (found) act("drop_member", edit.dropMember(now, found.id, side, start(side)));
  }, () => !matrix);
  const clear = make("clear", "Clear selection", ["Escape"], () => (setChosen(NONE), setBlock(null)), () => Boolean(block) || chosen.source.size + chosen.target.size > 0);
  const acceptAll = make("accept", `Accept ${certain.length} of ${waiting.length}`, ["a"], () => act("accept_proposals", edit.accept(annotation.cells.peek(), certain)), () => certain.length > 0);
  const nextProposal = make("next_proposal", waiting.length > certain.length ? "Next doubtful proposal" : "Next proposal", ["j"], () => seek(1), () => waiting.length > 0);
  const previousProposal = make("previous_proposal", "Previous proposal", ["k"], () => seek(-1), () => waiting.length > 0);
  const limiting = make("limit", `at ${Math.round(100 * Number(limit.value))} % or more`, ["t"], () => turn("groups_limit", LIMITS), () => offered.length > 0);
  const viewing = make("view", "View", ["v"], () => turn("groups", VIEWS));
  const finish = finishing("groups", "Groups", complete, { keys: ["Shift+Enter"] });
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const names = ["left", "right", "up", "down"];
  const moves = arrows.map((key, n) => make(names[n], `Go ${names[n]}`, [key], () => walk(key, false)));
  const extends_ = arrows.map((key, n) => make(`extend_${names[n]}`, `Block ${names[n]}`, [`Shift+${key}`], () => walk(key, true), () => matrix));
  useKeys([finish, ...gives, pick, unaligned, unalignedTarget, diagonal, dissolve, drop, clear, viewing, acceptAll, nextProposal, previousProposal, limiting, ...moves, ...extends_]);

  const lit = hover ?? ([side, here[side]] as [SideName, number]);
  const pointed = lit ? proposalOf(lit[0], starts[lit[0]][lit[1]]) : undefined;
  const litGroups = new Set(lit ? (byWord[lit[0]].get(starts[lit[0]][lit[1]]) ?? []).map((each) => each.id) : []);
  const look = (name: SideName) => (n: number): string => {
    const word = starts[name][n];
    const groups = byWord[name].get(word) ?? [];
    const classes = groups.map((each) => (edit.omitted(each) ? "omitted" : `grouped ${label(each.label)?.colour ?? "grey"} ${each.label === first ? "" : "loose"}`));
    const proposal = groups.length ? undefined : proposalOf(name, word);
    if (proposal) classes.push(`grouped loose grey ${sure(proposal) ? "" : "unsure"}`);
    if (groups.some((each) => litGroups.has(each.id)) || (proposal && proposal === pointed)) classes.push("lit");
    if (chosen[name].has(word)) classes.push("chosen");
    if (lit && lit[0] !== name && proposed.has(name === "target" ? `${starts.source[lit[1]]}-${word}` : `${word}-${starts.target[lit[1]]}`)) classes.push("proposed");
    if (here[name] === n) classes.push(name === side ? "cursor" : "other-cursor");
    return classes.join(" ");
  };
  const sign = (name: SideName) => (n: number) => {
    const groups = byWord[name].get(starts[name][n]) ?? [];
    const proposal = groups.length || name === "target" ? undefined : proposalOf(name, starts[name][n]);
    if (proposal && !sure(proposal) && proposal.source[0] === starts[name][n]) return <sup class="group-sign doubt-sign" dir="ltr">{percent(proposal)}?</sup>;
    if (!groups.length) return null;
    return <sup class="group-sign">{groups.map((each) => (edit.omitted(each) ? "∅" : each.id + (each.label === first ? "" : each.label.toLowerCase()))).join(" ")}</sup>;
  };
  const text = (name: SideName) => (
    <div
      data-side={name}
      key={name}
      onFocusIn={() => setSide(name)}
      onClick={(event) => {
        const found = (event.target as Element).closest<HTMLElement>("[data-n]");
        if (found) point(name, Number(found.dataset.n)), choose(name, Number(found.dataset.n));
      }}
    >
      <TokenText
        side={payload[name]}
        label={`${name} words`}
        look={look(name)}
        sign={sign(name)}
        chosen={(n) => chosen[name].has(starts[name][n])}
        cursor={here[name]}
        focused={focused && side === name}
        onCursor={(n) => point(name, n)}
        onHover={(n) => setHover(n === null ? null : [name, n])}
      />
    </div>
  );

  const links = edit.links(cells);
  const linked = (r: number, c: number): string | undefined => links.get(`${starts.source[r]}-${starts.target[c]}`);
  const left = { source: starts.source.filter((each) => !byWord.source.has(each)).length, target: starts.target.filter((each) => !byWord.target.has(each)).length };
  return (
    <div class="groups">
      {matrix ? (
        <Matrix
          source={payload.source}
          target={payload.target}
          label="Words against words"
          cursor={cursor}
          block={block}
          omitted={(name, n) => (byWord[name].get(starts[name][n]) ?? []).some(edit.omitted)}
          say={(r, c) => linked(r, c) ?? (proposed.has(`${starts.source[r]}-${starts.target[c]}`) ? "proposed" : "no link")}
          paint={(r, c) => {
            const found = linked(r, c);
            if (found !== undefined) return { colour: label(found)?.colour ?? "grey", sign: found.slice(0, 1) };
            return proposed.has(`${starts.source[r]}-${starts.target[c]}`) ? { colour: "grey", sign: "·", hollow: true } : null;
          }}
          onCursor={(cell, extend) => {
            setBlock(extend ? { from: block?.from ?? cursor, to: cell } : null);
            setCursor(cell);
          }}
          onPick={(cell) => act("toggle_link", edit.toggle(annotation.cells.peek(), starts.source[cell.row], starts.target[cell.column], first, shared))}
        />
      ) : (
        <div class={view.value === "lines" ? "lines" : "two-texts"} ref={box}>
          {SIDES.map(text)}
          {view.value === "lines" && (
            <Curves
              box={box}
              curves={[...waiting.flatMap((each) => each.source.flatMap((s) => each.target.map((t) => ({
                source: starts.source.indexOf(s), target: starts.target.indexOf(t), look: `grey dashed ${each === pointed ? "now" : "dim"}`,
              })))), ...all.flatMap((group) =>
                group.source.flatMap((s) =>
                  group.target.map((t) => ({
                    source: starts.source.indexOf(s),
                    target: starts.target.indexOf(t),
                    look: `${label(group.label)?.colour ?? "grey"} ${group.label === first ? "" : "dashed"} ${litGroups.has(group.id) ? "now" : "dim"}`,
                  })),
                ),
              )]}
            />
          )}
        </div>
      )}
      <>
        <p class="muted group-line" aria-live="polite">{spoken()}</p>
        <div class="editor-actions">
          <div class="toolbar" role="toolbar" aria-label="Groups">
            <LabelButtons labels={scheme.labels} actions={gives} />
            {(matrix ? [unaligned, unalignedTarget, diagonal, dissolve] : [pick, unaligned, drop, dissolve]).map((action) => <ActionButton key={action.id} action={action} />)}
          </div>
          {waiting.length > 0 && <Toolbar actions={[acceptAll, limiting, nextProposal, previousProposal]} label="Proposals" />}
          <Toolbar actions={[viewing]} label="View"><span class="muted">{view.value}</span></Toolbar>
          <ActionButton action={finish} />
          <span class="muted">{counted(all.length, "group")}{waiting.length > 0 && `, ${counted(waiting.length, "proposal")} left`} · {counted(left.source, "source word")} and {counted(left.target, "target word")} in none</span>
        </div>
      </>
    </div>
  );
}

export const EDITOR: Editor = { asks: "which groups of words translate each other", differences: edit.differences, agreed: edit.agreed, links: edit.links, View: GroupsEditor };
