// Dividing a pair of sentences again and again: one key a decision, then the next open node.

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../api";
import { ActionButton } from "../../components/Keys";
import { useKeys, type Action } from "../../keys";
import { say } from "../../store/status";
import { counted } from "../../text/counted";
import type { Splits } from "../../types";
import type { Editor, EditorProps } from "../editor";
import { finishing } from "../finish";
import { Boxes } from "./Boxes";
import { Outline, signOf } from "./Outline";
import { Suggestions } from "./Suggestions";
import * as division from "./division";
import { closesItself, crossed, follow, linksOf } from "./links";
import { excerpt, excerptOf } from "./words";
import "../../styles/editor-words.css";
import "../../styles/editor-trees.css";

type SideName = division.SideName;
/** With, by side, where the other cursor goes for each place of this one. */
interface Advice extends Splits {
  follow?: Partial<Record<SideName, Record<string, number>>>;
}

const SHOWN = 5;
const NO_SPLITS: Advice = { splits: [], trim: null, leaf: false };

interface Cursors {
  source: number;
  target: number;
  /** Which of them the person has moved. */
  by: ReadonlySet<SideName>;
}

const middle = ({ from, to }: division.Range): number => Math.min(to - 1, from + Math.max(1, Math.round((to - from) / 2)));

/** Suggestions by block, asked for once; answers that never come count as none. */
function useSplits(item: number, payload: EditorProps["payload"], wanted: boolean) {
  const asked = useRef(new Map<string, Promise<Advice>>());
  return (block: division.Block): Promise<Advice> => {
    const { source: s, target: t } = block;
    const name = `${s.from}-${s.to}/${t.from}-${t.to}`;
    const known = asked.current.get(name);
    if (known || !wanted || division.isPair(block)) return known ?? Promise.resolve(NO_SPLITS);
    const [a, b] = [payload.source.tokens, payload.target.tokens];
    const answer: Promise<Advice> = api
      .splits(item, [a[s.from][0], a[s.to - 1][1]], [b[t.from][0], b[t.to - 1][1]])
      .catch(() => (asked.current.delete(name), NO_SPLITS));
    asked.current.set(name, answer);
    return answer;
  };
}

function TreesEditor({ payload, scheme, annotation, item, complete }: EditorProps) {
  const pair = payload as division.Pair;
  const cells = annotation.cells.value;
  const root = division.tree(pair, cells);
  const [focus, setFocus] = useState(() => division.nextOpen(root)?.path ?? "");
  const node = division.at(root, focus) ?? division.nextOpen(root) ?? root;
  const block = `${node.path}:${node.source.from}-${node.source.to}/${node.target.from}-${node.target.to}`;
  const links = useRef(linksOf(payload)).current;
  const [side, setSide] = useState<SideName>("source");
  const [cursors, setCursors] = useState<Cursors>({ source: middle(node.source), target: middle(node.target), by: new Set() });
  const [found, setFound] = useState<{ block: string; splits: Advice }>({ block: "", splits: NO_SPLITS });
  const ask = useSplits(item.id, payload, payload.suggest !== false);
  const lines = useRef<HTMLDivElement>(null);
  const isOpen = node.step === null;
  // A leaf can be decided anew; what is divided has to be opened again first.
  const free = isOpen || node.step?.op === "leaf";
  const [page, setPage] = useState(0);
  const divisible = division.divisible(node);
  const left = division.left(root);
  const splits = found.block === block ? found.splits : NO_SPLITS;
  const active: SideName = division.size(node[side]) > 1 ? side : side === "source" ? "target" : "source";

  useEffect(() => {
    setCursors({ source: middle(node.source), target: middle(node.target), by: new Set() });
    setPage(0);
    if (!free) return;
    let current = true;
    void ask(node).then((answer) => {
      if (!current) return;
      setFound({ block, splits: answer });
      const [best] = answer.splits;
      if (best) setCursors((now) => (now.by.size ? now : { ...places(best), by: now.by }));
    });
    say(`${isOpen ? "Open node" : "Node"}: ${excerptOf(pair, node)}. ${left.nodes} open.`);
    return () => void (current = false);
  }, [block, free]);
  // What undo opens again is where one wants to be.
  useEffect(() => annotation.listen((changes) => {
    if (!changes) return;
    const opened = Object.entries(changes).filter(([name, [, after]]) => after === null && /^n[01]*$/.test(name)).map(([name]) => name.slice(1));
    if (opened.length) setFocus(opened.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]);
  }), [annotation]);

  const places = (split: { i: number; j: number }): { source: number; target: number } => ({
    source: payload.source.tokens.findIndex(([start]) => start >= split.i),
    target: payload.target.tokens.findIndex(([start]) => start >= split.j),
  });
  const decide = (name: string, step: division.Step, of = node): void => {
    const wanted = division.decided(pair, annotation.cells.peek(), of, step, (part) => closesItself(pair, links, part));
    if (!annotation.act(name, wanted)) return;
    const next = division.nextOpen(division.tree(pair, annotation.cells.peek()), of.path);
    if (next) setFocus(next.path);
    else {
      setFocus("");
      say("Everything is divided. Enter closes the tree and goes on.", true);
    }
  };
  const divide = (op: "direct" | "inverse"): void => {
    if (!divisible) return say("A single word on a side cannot be divided: leaf or trim.", true);
    decide(op, { op, source: cursors.source, target: cursors.target });
  };
  const accept = (n: number): void => {
    const waiting = block;
    void ask(node).then(({ splits: [...all] }) => {
      if (waiting !== blockNow.current) return;
      const split = all[page * SHOWN + n];
      if (split) decide(split.op, { op: split.op, ...places(split) });
      else say(`There is no suggestion ${page * SHOWN + n + 1}.`, true);
    });
  };
  const blockNow = useRef(block);
  blockNow.current = block;
  const move = (name: SideName, by: number): void => {
    const { from, to } = node[name];
    if (to - from < 2) return;
    const step = payload[name].dir === "rtl" ? -by : by;
    const cut = Math.max(from + 1, Math.min(to - 1, cursors[name] + step));
    const other: SideName = name === "source" ? "target" : "source";
    const moved = new Set(cursors.by).add(name);
    // The other cursor goes along by the links, until it is moved itself.
    const follows = !moved.has(other) && division.size(node[other]) > 1;
    const after = { ...cursors, [name]: cut, by: moved };
    if (follows) after[other] = followed(name, cut);
    setCursors(after);
    say(`${name} after ${excerpt(payload[name], cut - 1, cut)}`);
  };
  const followed = (name: SideName, cut: number): number => {
    const other: SideName = name === "source" ? "target" : "source";
    const place = splits.follow?.[name]?.[String(payload[name].tokens[cut][0])];
    const known = place === undefined ? -1 : payload[other].tokens.findIndex(([start]) => start === place);
    return known > 0 ? known : follow(node, links, name, cut);
  };
  const edge = (name: SideName, at: division.Edge): void => {
    const found = division.trimming(root, node, name, at);
    if (found) decide("trim", found.step, found.node);
    else say(`The last word of the ${name} cannot be dropped.`, true);
  };
  const proposedTrim = (): division.Step | null => {
    const trim = splits.trim;
    if (!trim || cursors.by.size) return null;
    const { tokens } = payload[trim.side];
    const at = trim.edge === "left" ? tokens.findIndex(([start]) => start >= trim.offset) : tokens.filter(([, end]) => end <= trim.offset).length;
    return { op: "trim", side: trim.side, edge: trim.edge, at };
  };
  const trimmed = (longer: boolean): division.Step =>
    (!longer && proposedTrim()) || division.trimAt(node, active, cursors[active], longer);

  const make = (id: string, label: string, keys: string[], run: () => void, when?: () => boolean): Action =>
    ({ id: `trees.${id}`, label, group: "Division", keys, run, when });
  const labelKey = (name: string, otherwise: string): string[] => [scheme.labels.find((each) => each.name === name)?.key ?? otherwise];
  const here = (): boolean => free;
  const finish = finishing("trees", "Division", complete, { keys: ["Shift+Enter"], when: () => left.nodes === 0 });
  const direct = make("direct", "Direct", ["Enter"], () => {
    if (isOpen) divide("direct");
    else if (left.nodes) setFocus(division.nextOpen(root, node.path)?.path ?? "");
    else finish.run();
  });
  const inverse = make("inverse", "Inverse", ["i"], () => divide("inverse"), here);
  const accepts = [0, 1, 2, 3, 4].map((n) => make(`accept_${n + 1}`, `Suggestion ${n + 1}`, [String(n + 1)], () => accept(n), here));
  const more = make("more", "More suggestions", ["m"], () => setPage((page + 1) * SHOWN < splits.splits.length ? page + 1 : 0), () => free && splits.splits.length > SHOWN);
  const trimmable = (): boolean => free && !division.isPair(node);
  const trim = make("trim", "Trim", ["t"], () => decide("trim", trimmed(false)), trimmable);
  const trimLonger = make("trim_longer", "Trim the longer part", ["Shift+t"], () => decide("trim", trimmed(true)), trimmable);
  const edges = [
    make("source_first", "Drop the first source word", ["6", ","], () => edge("source", "left"), here),
    make("source_last", "Drop the last source word", ["7", "."], () => edge("source", "right"), here),
    make("target_first", "Drop the first target word", ["8", "q"], () => edge("target", "left"), here),
    make("target_last", "Drop the last target word", ["9", "e"], () => edge("target", "right"), here),
  ];
  const leaf = make("leaf", "Leaf", labelKey("non-compositional", "l"), () => decide("leaf", { op: "leaf", reason: division.leafReason(node) }), here);
  const skip = make("skip", "Skip", labelKey("skipped", "k"), () => decide("skip", { op: "leaf", reason: "skipped" }), here);
  // With everything divided the focus is at the top and the last leaf lies behind it.
  const previous = division.before(root, left.nodes || node.path ? node.path : "2");
  const back = make("back", "Back", ["Backspace"], () => previous && setFocus(previous.path), () => previous !== null);
  const reopen = make("reopen", "Open again", ["o"], () => {
    const path = isOpen ? node.path.slice(0, -1) : node.path;
    annotation.act("undivide", division.undivided(annotation.cells.peek(), path));
    setFocus(path);
  }, () => !isOpen || node.path !== "");
  const swap = make("swap", "Other side", ["Tab"], () => {
    setSide("target");
    lines.current?.querySelector<HTMLElement>("[data-side=target]")?.focus();
  }, () => side === "source" && (document.activeElement === document.body || Boolean(document.activeElement?.closest("[data-side=source]"))));
  const moves = [
    make("left", "Cursor left", ["ArrowLeft"], () => move(active, -1), here),
    make("right", "Cursor right", ["ArrowRight"], () => move(active, 1), here),
    make("target_left", "Target cursor left", ["a"], () => move("target", -1), here),
    make("target_right", "Target cursor right", ["d"], () => move("target", 1), here),
  ];
  const next = make("next", "Next open node", ["n"], () => setFocus((division.open(root).find((each) => each.path > node.path) ?? division.open(root)[0] ?? node).path), () => left.nodes > 0);
  const up = make("up", "Node above", ["ArrowUp"], () => setFocus(node.path.slice(0, -1)), () => node.path !== "");
  const down = make("down", "Node below", ["ArrowDown"], () => setFocus(`${node.path}0`), () => node.children.length > 0);
  useKeys([finish, direct, inverse, ...accepts, more, trim, trimLonger, ...edges, leaf, skip, back, reopen, swap, ...moves, next, up, down]);

  const cost = crossed(node, links, cursors.source, cursors.target);
  const dropped = (step: division.Step): string => {
    if (step.op !== "trim") return "";
    const { from, to } = node[step.side];
    return step.edge === "left" ? excerpt(payload[step.side], from, step.at) : excerpt(payload[step.side], step.at, to);
  };
  const crumbs = division.breadcrumbs(root, node.path);
  return (
    <div class="division">
      <div class="crumbs" role="group" aria-label="Where the node is">
        {crumbs.map((each, n) => (
          <button key={each.path} type="button" class="small quiet" aria-current={n === crumbs.length - 1 ? "location" : undefined} onClick={() => setFocus(each.path)}>
            <span aria-hidden="true">{signOf(each).sign}</span> {n === 0 ? "whole pair" : excerpt(payload.source, each.source.from, each.source.to, 2)}
          </button>
        ))}
      </div>
      <div class={`division-panes ${!free ? "two" : ""}`}>
        <div ref={lines} role="group" aria-label="Node">
          {(["source", "target"] as const).map((name) => (
            <Boxes
              key={name}
              side={payload[name]}
              name={name}
              crumbs={crumbs}
              cursor={free && division.size(node[name]) > 1 ? cursors[name] : null}
              active={free && active === name}
              onFocus={() => setSide(name)}
              onCut={!free ? undefined : (cut) => {
                setSide(name);
                setCursors({ ...cursors, [name]: cut, by: new Set(cursors.by).add(name) });
              }}
            />
          ))}
          {isOpen && (
            <>
              <div class="toolbar" role="toolbar" aria-label="Decisions">
                <ActionButton action={direct} disabled={!divisible}><i aria-hidden="true">∥</i>Direct</ActionButton>
                <ActionButton action={inverse} disabled={!divisible}><i aria-hidden="true">✕</i>Inverse</ActionButton>
                <ActionButton action={trim} /><ActionButton action={leaf} /><ActionButton action={skip} />
              </div>
              <div class="toolbar edges" role="toolbar" aria-label="Drop a word at an edge">
                <span class="muted">drop</span>
                {(["source", "target"] as const).map((name, n) => [0, 1].map((last) => {
                  const { from, to } = node[name];
                  const at = last ? to - 1 : from;
                  return (
                    <ActionButton key={`${name}${last}`} action={edges[2 * n + last]} className="small" disabled={to - from < 2}>
                      <bdi lang={payload[name].lang}>{excerpt(payload[name], at, at + 1)}</bdi>
                    </ActionButton>
                  );
                }))}
                <ActionButton action={back} className="small" />
              </div>
              <p class="muted facts">
                {divisible && links.length > 0 && <>Crossed here: {cost.direct.toFixed(1)} direct, {cost.inverse.toFixed(1)} inverse. </>}
                {!division.isPair(node) && <>Trim drops “<bdi>{dropped(trimmed(false))}</bdi>”. </>}
                {splits.leaf && <strong>A leaf is suggested. </strong>}
                {proposedTrim() && <strong>A trim is suggested. </strong>}
              </p>
            </>
          )}
          {!isOpen && (
            <div class="toolbar" role="toolbar" aria-label="Node">
              <span>{signOf(node).word}</span>
              <ActionButton action={reopen} />
              <ActionButton action={direct}>{left.nodes ? "Next open node" : finish.label}</ActionButton>
            </div>
          )}
        </div>
        {free && <Suggestions pair={pair} node={node} splits={splits.splits.slice(page * SHOWN, (page + 1) * SHOWN)} ready={found.block === block} actions={accepts} more={more} />}
        <Outline pair={pair} root={root} focus={node.path} onPick={setFocus} />
      </div>
      <p class="muted facts" aria-live="polite">
        {left.nodes ? `${counted(left.nodes, "open node")}, about ${counted(left.decisions, "decision")} left` : "No open node"} · {counted(division.all(root).length, "node")}
      </p>
    </div>
  );
}

export const EDITOR: Editor = { asks: "divisions of sentence pairs", differences: division.differences, View: TreesEditor };
