// The tree as an outline: what was decided at every node, in the order of the source.

import { useEffect, useRef } from "preact/hooks";
import { counted } from "../../text/counted";
import { all, type Node, type Pair } from "./division";
import { excerpt } from "./words";

const LEAVES: Record<string, string> = { "1-1": "·", "non-compositional": "■", skipped: "∅" };

/** A sign and a word for what was decided. */
export function signOf(node: Node): { sign: string; word: string } {
  const { step } = node;
  if (!step) return { sign: "○", word: "open" };
  if (step.op === "leaf") return { sign: LEAVES[step.reason] ?? "■", word: step.reason };
  if (step.op === "trim") return { sign: "✂", word: `trim, ${step.side} ${step.edge}` };
  return { sign: step.op === "direct" ? "∥" : "✕", word: step.op };
}

interface OutlineProps {
  pair: Pair;
  root: Node;
  focus: string;
  onPick: (path: string) => void;
  /** By path, whether another tree has the same here. */
}

export function Outline({ pair, root, focus, onPick }: OutlineProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroll = box.current;
    const row = scroll?.querySelector<HTMLElement>("[aria-current]");
    if (!scroll || !row) return;
    const top = row.offsetTop - scroll.offsetTop;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    if (top + row.offsetHeight > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + row.offsetHeight - scroll.clientHeight;
  }, [focus]);
  const branch = (node: Node) => {
    const { sign, word } = signOf(node);
    const here = node.path === focus;
    return (
      <li key={node.path}>
        <button
          type="button"
          class={`node ${node.step ? node.step.op : "open"}`}
          aria-current={here ? "true" : undefined}
          tabIndex={here ? 0 : -1}
          title={word}
          onClick={() => onPick(node.path)}
        >
          <i aria-hidden="true">{sign}</i>
          <span class="unseen">{word}: </span>
          <bdi lang={pair.source.lang}>{excerpt(pair.source, node.source.from, node.source.to, 2)}</bdi>
          <span class="muted"> – </span>
          <bdi lang={pair.target.lang}>{excerpt(pair.target, node.target.from, node.target.to, 2)}</bdi>
        </button>
        {node.children.length > 0 && <ol>{node.children.map(branch)}</ol>}
      </li>
    );
  };
  return (
    <div role="group" class="outline" aria-label={`Tree of ${counted(all(root).length, "node")}`}>
      <h2>Tree</h2>
      <div class="outline-rows" ref={box} tabIndex={-1}><ol>{branch(root)}</ol></div>
    </div>
  );
}
