// One side of the pair as boxes in boxes, from the whole to the open node and its cursor.

import type { ComponentChildren } from "preact";
import { offsetsOf } from "../../text/offsets";
import type { Side } from "../../types";
import type { Node, SideName } from "./division";

interface BoxesProps {
  side: Side;
  name: SideName;
  /** From the root to the node in focus. */
  crumbs: readonly Node[];
  /** First token behind the cut; null where there is nothing to cut. */
  cursor: number | null;
  active: boolean;
  onFocus: () => void;
  onCut?: (cut: number) => void;
}

export function Boxes({ side, name, crumbs, cursor, active, onFocus, onCut }: BoxesProps) {
  const offsets = offsetsOf(side.text);
  // Nodes that leave this side as it was would be boxes without a margin.
  const ranges = crumbs.map((node) => node[name]).filter((range, n, all) => n === 0 || range.from !== all[n - 1].from || range.to !== all[n - 1].to);
  const { tokens } = side;
  const gap = (n: number): string => (n > 0 ? offsets.slice(tokens[n - 1][1], tokens[n][0]) : "");
  const run = (from: number, to: number, look: string): ComponentChildren[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, k) => {
      const n = from + k;
      return [k > 0 ? gap(n) : "", <span key={n} data-n={n} class={look}>{offsets.slice(...tokens[n])}</span>];
    });
  const inner = (from: number, to: number): ComponentChildren =>
    cursor === null ? run(from, to, "word whole") : [
      <span key="left" class="part part-left">{run(from, cursor, "word")}</span>,
      gap(cursor),
      <span key="cut" class="cut" aria-hidden="true" />,
      <span key="right" class="part part-right">{run(cursor, to, "word")}</span>,
    ];
  const boxed = (depth: number): ComponentChildren => {
    const range = ranges[depth];
    const next = ranges[depth + 1];
    if (!next) return <span class="box focus">{inner(range.from, range.to)}</span>;
    return (
      <span class="box">
        {run(range.from, next.from, "word out")}
        {next.from > range.from ? gap(next.from) : ""}
        {boxed(depth + 1)}
        {next.to < range.to ? gap(next.to) : ""}
        {run(next.to, range.to, "word out")}
      </span>
    );
  };
  const at = cursor === null ? "no cut" : `cut after ${offsets.slice(...tokens[cursor - 1])}, before ${offsets.slice(...tokens[cursor])}`;
  const click = (event: MouseEvent): void => {
    const found = (event.target as Element).closest<HTMLElement>("[data-n]");
    const range = ranges[ranges.length - 1];
    if (!found || !onCut) return;
    // The word pointed at ends the left part.
    const cut = Number(found.dataset.n) + 1;
    if (cut > range.from && cut < range.to) onCut(cut);
  };
  return (
    <div
      class={`boxes ${active ? "active" : ""}`}
      data-side={name}
      role="group"
      aria-label={`${name}: ${at}`}
      tabIndex={cursor === null ? undefined : 0}
      onFocus={onFocus}
      onClick={click}
    >
      <div class="text" lang={side.lang} dir={side.dir}>{boxed(0)}</div>
    </div>
  );
}
