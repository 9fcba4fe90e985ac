// Divisions that the links suggest, each with its cut on both sides.

import { ActionButton, Key } from "../../components/Keys";
import { keysOf, type Action } from "../../keys";
import type { Split } from "../../types";
import type { Node, Pair, SideName } from "./division";
import { excerpt } from "./words";

const AROUND = 3;

function Cut({ pair, node, side, offset }: { pair: Pair; node: Node; side: SideName; offset: number }) {
  const cut = pair[side].tokens.findIndex(([start]) => start >= offset);
  const { from, to } = node[side];
  const [left, right] = [Math.max(from, cut - AROUND), Math.min(to, cut + AROUND)];
  return (
    <span class="preview" lang={pair[side].lang} dir={pair[side].dir}>
      <span class="preview-left">{left > from ? "…" : ""}{excerpt(pair[side], left, cut)}</span>
      <span class="cut" aria-hidden="true" />
      <span class="preview-right">{excerpt(pair[side], cut, right)}{right < to ? "…" : ""}</span>
    </span>
  );
}

export function Suggestions({ pair, node, splits, ready, actions, more }: { pair: Pair; node: Node; splits: readonly Split[]; ready: boolean; actions: readonly Action[]; more: Action }) {
  return (
    <div role="group" class="suggestions" aria-label="Suggestions">
      <h2>Suggestions</h2>
      {ready && !splits.length && <p class="muted facts">None for this node.</p>}
      <ol>
        {splits.slice(0, actions.length).map((split, n) => (
          <li key={`${split.op}${split.i}-${split.j}`}>
            <button type="button" onClick={(event) => actions[n].run(event)} aria-keyshortcuts={keysOf(actions[n]).join(" ")}>
              <Key action={actions[n]} />
              <span class={`op ${split.op}`}><i aria-hidden="true">{split.op === "direct" ? "∥" : "✕"}</i><small>{split.op}</small></span>
              <span class="previews">
                <Cut pair={pair} node={node} side="source" offset={split.i} />
                <Cut pair={pair} node={node} side="target" offset={split.j} />
              </span>
              <small class="muted">{split.crossed ? `${split.crossed.toFixed(1)} crossed` : "none crossed"}<br />balance {split.balance.toFixed(2)}</small>
            </button>
          </li>
        ))}
      </ol>
      {(more.when?.() ?? true) && <ActionButton action={more} className="small" />}
    </div>
  );
}
