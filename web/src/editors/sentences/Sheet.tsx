// A window of rows over a long list: only what can be seen, and a little more, is drawn.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Heights } from "./heights";
import type { Row } from "./model";

interface Props {
  /** The rows that are shown. */
  rows: readonly Row[];
  /** How many there are with those that are not. */
  count: number;
  version: number;
  estimate: (row: Row, width: number) => number;
  /** The row to keep in sight, by its place among those shown, and a number that grows when it shall be scrolled to. */
  goal: { n: number; turn: number };
  draw: (n: number) => ComponentChildren;
  label: string;
  onPick: (n: number, side: "source" | "target", event: MouseEvent) => void;
}

const MARGIN = 500;
/** Above and below the rows. */
const PADDING = 4;

export function Sheet({ rows, count, version, estimate, goal, draw, label, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const width = useRef(900);
  const heights = useRef<Heights<Row> | null>(null);
  heights.current ??= new Heights<Row>((row) => estimate(row, width.current));
  /** What is in sight, and the rows that are drawn for it. */
  const view = useRef({ top: 0, height: 800 });
  const window = useRef({ first: 0, last: 0 });
  const [, redraw] = useState(0);
  const laid = useRef<[readonly Row[] | null, number]>([null, -1]);
  if (laid.current[0] !== rows || laid.current[1] !== version) {
    heights.current.lay(rows);
    laid.current = [rows, version];
  }
  const found = heights.current;
  const turned = useRef(-1);
  const free = useRef(false);
  /** Where to scroll to, so that the goal is in sight: not below the end, where the browser would not go and rows would be drawn for ever. */
  const aimed = ({ top: before, height: room }: { top: number; height: number }): number => {
    const end = Math.max(0, found.total + 2 * PADDING - room);
    if (free.current && turned.current === goal.turn) return Math.min(before, end);
    const [top, bottom] = [found.top(goal.n), found.top(goal.n + 1)];
    if (top < before + 40) return Math.min(end, Math.max(0, top - Math.min(room / 3, 160)));
    return Math.min(end, bottom > before + room - 40 ? Math.min(top - 40, bottom - room + Math.min(room / 3, 160)) : before);
  };
  const around = (top: number, margin: number): { first: number; last: number } => ({
    first: found.at(Math.max(0, top - margin)),
    last: Math.min(rows.length, found.at(top + view.current.height + margin) + 1),
  });
  /** Whether what stands at a height, and a little around it, is drawn. */
  const isDrawn = (top: number): boolean => {
    const { first, last } = around(top, MARGIN / 4);
    return window.current.first <= first && last <= window.current.last;
  };
  // A goal out of sight is drawn where it will be, at once; drawn rows stay as long as they serve.
  const aim = aimed(view.current);
  if (!isDrawn(aim)) window.current = around(aim, MARGIN);
  const { first } = window.current;
  const last = Math.min(rows.length, window.current.last);

  /** Look again at what is in sight; only what is not drawn yet makes the sheet draw again. */
  const see = (): void => {
    const at = box.current;
    if (!at) return;
    view.current = { top: at.scrollTop, height: at.clientHeight };
    if (!isDrawn(at.scrollTop)) redraw((times) => times + 1);
  };
  useEffect(() => {
    const at = box.current!;
    const watch = new ResizeObserver(() => {
      if (at.clientWidth !== width.current) {
        width.current = at.clientWidth;
        found.forget();
        redraw((times) => times + 1);
      }
      see();
    });
    watch.observe(at);
    return () => watch.disconnect();
  }, []);

  // Heights of what was drawn replace the estimates; what the eye rests on stays where it is, and
  // until somebody scrolls, so does the goal, whatever heights and widths turn out to be. First all is
  // read, then written: the browser lays a page out again for whatever is read of it after a change.
  useLayoutEffect(() => {
    if (turned.current !== goal.turn) free.current = false;
    turned.current = goal.turn;
    const at = box.current!;
    const before = at.scrollTop;
    const height = at.clientHeight;
    const eye = found.at(before);
    const offset = before - found.top(eye);
    let other = false;
    [...inner.current!.children].forEach((child, k) => {
      other = found.measure(first + k, (child as HTMLElement).offsetHeight) || other;
    });
    let wanted = before;
    if (other) {
      found.lay(rows);
      if (before > 0) wanted = found.top(eye) + offset;
      inner.current!.style.transform = `translateY(${found.top(first)}px)`;
      inner.current!.parentElement!.style.height = `${found.total}px`;
    }
    wanted = aimed({ top: wanted, height });
    if (Math.abs(wanted - before) <= 1) return;
    at.scrollTop = wanted;
    see();
  });
  const letGo = (): void => void (free.current = true);

  const pick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>("[data-row]");
    if (!row || target.closest("textarea, .fold")) return;
    const side = target.closest<HTMLElement>("[data-side]")?.dataset.side ?? "source";
    onPick(Number(row.dataset.row), side as "source" | "target", event);
  };
  const drawn: ComponentChildren[] = [];
  for (let n = first; n < last; n++) drawn.push(draw(n));
  return (
    <div ref={box} class="sheet" role="grid" aria-label={label} aria-rowcount={count} aria-multiselectable="true" onScroll={see} onWheel={letGo} onTouchMove={letGo} onPointerDown={letGo} onClick={pick} tabIndex={-1}>
      <div class="sheet-height" style={{ height: `${found.total}px` }} role="presentation">
        <div ref={inner} class="sheet-rows" style={{ transform: `translateY(${found.top(first)}px)` }} role="presentation">
          {drawn}
        </div>
      </div>
    </div>
  );
}
