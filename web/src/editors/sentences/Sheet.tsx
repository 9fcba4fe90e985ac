// A window of rows over a long list: only what can be seen, and a little more, is drawn.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Heights } from "./heights";
import type { Row } from "./model";

interface Props {
  rows: readonly Row[];
  version: number;
  estimate: (row: Row, width: number) => number;
  /** The row to keep in sight, and a number that grows when it shall be scrolled to. */
  goal: { n: number; turn: number };
  draw: (n: number) => ComponentChildren;
  label: string;
  onPick: (n: number, side: "source" | "target", event: MouseEvent) => void;
}

const MARGIN = 800;

export function Sheet({ rows, version, estimate, goal, draw, label, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const width = useRef(900);
  const heights = useRef<Heights<Row> | null>(null);
  heights.current ??= new Heights<Row>((row) => estimate(row, width.current));
  const [view, setView] = useState({ top: 0, height: 800 });
  const laid = useRef<[readonly Row[] | null, number]>([null, -1]);
  if (laid.current[0] !== rows || laid.current[1] !== version) {
    heights.current.lay(rows);
    laid.current = [rows, version];
  }
  const found = heights.current;
  const first = found.at(Math.max(0, view.top - MARGIN));
  const last = Math.min(rows.length, found.at(view.top + view.height + MARGIN) + 1);

  const see = (): void => {
    const at = box.current;
    if (at) setView({ top: at.scrollTop, height: at.clientHeight });
  };
  useEffect(() => {
    const at = box.current!;
    const watch = new ResizeObserver(() => {
      if (at.clientWidth !== width.current) {
        width.current = at.clientWidth;
        found.forget();
      }
      see();
    });
    watch.observe(at);
    return () => watch.disconnect();
  }, []);

  // Heights of what was drawn replace the estimates; what the eye rests on stays where it is.
  useLayoutEffect(() => {
    const at = box.current!;
    const top = found.at(at.scrollTop);
    const offset = at.scrollTop - found.top(top);
    let other = false;
    for (const child of inner.current!.children) {
      other = found.measure(Number((child as HTMLElement).dataset.row), (child as HTMLElement).offsetHeight) || other;
    }
    if (!other) return;
    found.lay(rows);
    const wanted = found.top(top) + offset;
    inner.current!.style.transform = `translateY(${found.top(first)}px)`;
    (inner.current!.parentElement as HTMLElement).style.height = `${found.total}px`;
    if (Math.abs(wanted - at.scrollTop) > 1 && at.scrollTop > 0) at.scrollTop = wanted;
  });

  // Until somebody scrolls, the goal stays in sight, whatever heights and widths turn out to be.
  const turned = useRef(-1);
  const free = useRef(false);
  useLayoutEffect(() => {
    if (turned.current !== goal.turn) free.current = false;
    turned.current = goal.turn;
    if (free.current) return;
    const at = box.current!;
    const [top, bottom] = [found.top(goal.n), found.top(goal.n + 1)];
    const [before, room] = [at.scrollTop, at.clientHeight];
    if (top < before + 40) at.scrollTop = Math.max(0, top - Math.min(room / 3, 160));
    else if (bottom > before + room - 40) at.scrollTop = Math.min(top - 40, bottom - room + Math.min(room / 3, 160));
    if (at.scrollTop !== before) see();
  });
  const letGo = (): void => void (free.current = true);

  const pick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>("[data-row]");
    if (!row || target.closest("textarea")) return;
    const side = target.closest<HTMLElement>("[data-side]")?.dataset.side ?? "source";
    onPick(Number(row.dataset.row), side as "source" | "target", event);
  };
  const drawn: ComponentChildren[] = [];
  for (let n = first; n < last; n++) drawn.push(draw(n));
  return (
    <div ref={box} class="sheet" role="grid" aria-label={label} aria-rowcount={rows.length} aria-multiselectable="true" onScroll={see} onWheel={letGo} onTouchMove={letGo} onPointerDown={letGo} onClick={pick} tabIndex={-1}>
      <div class="sheet-height" style={{ height: `${found.total}px` }} role="presentation">
        <div ref={inner} class="sheet-rows" style={{ transform: `translateY(${found.top(first)}px)` }} role="presentation">
          {drawn}
        </div>
      </div>
    </div>
  );
}
