// Words against words: rows are the source, columns the target. Cells are painted on a canvas, so
// that sixty by sixty of them cost no more than one; screen readers get the cell under the cursor.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Side } from "../types";
import { words } from "./marks";

export interface Cell {
  row: number;
  column: number;
}

export interface Block {
  from: Cell;
  to: Cell;
}

export interface Paint {
  /** Name of a colour of the palette. */
  colour: string;
  sign: string;
  /** Only an outline: proposed, or another's. */
  hollow?: boolean;
  dim?: boolean;
}

export interface MatrixProps {
  source: Side;
  target: Side;
  label: string;
  paint: (row: number, column: number) => Paint | null;
  /** Whether a word is left out, for its sign at the edge. */
  omitted?: (side: "source" | "target", n: number) => boolean;
  /** What the cell holds, in words, for screen readers. */
  say: (row: number, column: number) => string;
  cursor: Cell;
  block?: Block | null;
  onCursor?: (cell: Cell, extend: boolean) => void;
  onPick?: (cell: Cell) => void;
  onBlock?: (block: Block) => void;
}

const STEP = 22;

/** A block from its upper row and first column on. */
export function ordered({ from, to }: Block): Block {
  return {
    from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

/** Where an arrow leads in the matrix; columns of a right-to-left side begin on the right. */
export function moved(cell: Cell, key: string, source: Side, target: Side): Cell {
  const rtl = target.dir === "rtl" ? -1 : 1;
  const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  const [down, across] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -rtl], ArrowRight: [0, rtl] }[key] ?? [0, 0];
  return { row: clamp(cell.row + down, source.tokens.length), column: clamp(cell.column + across, target.tokens.length) };
}

function useDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const change = (): void => setDark(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, []);
  return dark;
}

export function Matrix(props: MatrixProps) {
  const { source, target, cursor, onCursor, onPick, onBlock } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<Cell | null>(null);
  const dark = useDark();
  const rows = source.tokens.length;
  const columns = target.tokens.length;
  const rtl = target.dir === "rtl";
  const block = props.block ? ordered(props.block) : null;

  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, props, block, dark);
  });
  useEffect(() => {
    const box = grid.current;
    if (!box) return;
    const left = (rtl ? columns - 1 - cursor.column : cursor.column) * STEP;
    const top = cursor.row * STEP;
    const head = canvas.current!;
    const room = 3 * STEP;
    const [x, y] = [head.offsetLeft + left, head.offsetTop + top];
    if (y + room > box.scrollTop + box.clientHeight) box.scrollTop = y + room - box.clientHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    if (x + room > box.scrollLeft + box.clientWidth) box.scrollLeft = x + room - box.clientWidth;
    if (left < box.scrollLeft) box.scrollLeft = left;
  }, [cursor.row, cursor.column]);

  const cellAt = (event: PointerEvent): Cell => {
    const frame = canvas.current!.getBoundingClientRect();
    const x = Math.max(0, Math.min(columns - 1, Math.floor((event.clientX - frame.x) / STEP)));
    const y = Math.max(0, Math.min(rows - 1, Math.floor((event.clientY - frame.y) / STEP)));
    return { row: y, column: rtl ? columns - 1 - x : x };
  };
  const same = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;
  const down = (event: PointerEvent): void => {
    if (event.button) return;
    drag.current = cellAt(event);
    canvas.current?.setPointerCapture(event.pointerId);
    onCursor?.(drag.current, false);
  };
  const move = (event: PointerEvent): void => {
    if (drag.current && !same(cellAt(event), cursor)) onCursor?.(cellAt(event), true);
  };
  const up = (event: PointerEvent): void => {
    const from = drag.current;
    drag.current = null;
    if (!from) return;
    const to = cellAt(event);
    if (same(from, to)) onPick?.(from);
    else onBlock?.(ordered({ from, to }));
  };

  const sourceWords = words(source);
  const targetWords = words(target);
  const inRow = (n: number): boolean => n === cursor.row || Boolean(block && n >= block.from.row && n <= block.to.row);
  const inColumn = (n: number): boolean => n === cursor.column || Boolean(block && n >= block.from.column && n <= block.to.column);
  const upright = /^(zh|ja|ko|yue)/.test(target.lang);
  const here = `${useId()}-${cursor.row}-${cursor.column}`;
  return (
    <div
      ref={grid}
      class="matrix"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows}
      aria-colcount={columns}
      aria-activedescendant={here}
    >
      <div class="unseen" role="row" aria-rowindex={cursor.row + 1}>
        <span id={here} role="gridcell" aria-colindex={cursor.column + 1} aria-live="polite">
          {`${sourceWords[cursor.row] ?? ""} – ${targetWords[cursor.column] ?? ""}: ${props.say(cursor.row, cursor.column)}`}
        </span>
      </div>
      <div class="matrix-body" aria-hidden="true">
        <div class="matrix-corner" />
        <div class={`matrix-columns ${upright ? "upright" : ""}`} lang={target.lang} style={{ flexDirection: rtl ? "row-reverse" : "row" }}>
          {targetWords.map((word, n) => (
            <span key={n} class={inColumn(n) ? "now" : ""} dir={target.dir}>{word}{props.omitted?.("target", n) ? " ∅" : ""}</span>
          ))}
        </div>
        <div class="matrix-rows" lang={source.lang} dir={source.dir}>
          {sourceWords.map((word, n) => (
            <span key={n} class={inRow(n) ? "now" : ""}>{props.omitted?.("source", n) ? "∅ " : ""}{word}</span>
          ))}
        </div>
        <canvas
          ref={canvas}
          style={{ width: `${columns * STEP}px`, height: `${rows * STEP}px` }}
          onPointerDown={onCursor ? down : undefined}
          onPointerMove={onCursor ? move : undefined}
          onPointerUp={onCursor ? up : undefined}
        />
      </div>
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, props: MatrixProps, block: Block | null, dark: boolean): void {
  const rows = props.source.tokens.length;
  const columns = props.target.tokens.length;
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [columns * STEP, rows * STEP];
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colours = new Map<string, string>();
  const colour = (name: string): string => {
    if (!colours.has(name)) colours.set(name, style.getPropertyValue(`--${name}`).trim());
    return colours.get(name) ?? "";
  };
  const rtl = props.target.dir === "rtl";
  const left = (column: number): number => (rtl ? columns - 1 - column : column) * STEP;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const { row, column } = props.cursor;
  context.fillStyle = colour("here");
  context.fillRect(0, row * STEP, width, STEP);
  context.fillRect(left(column), 0, STEP, height);
  if (block) {
    context.fillStyle = colour("chosen");
    const [from, to] = [left(block.from.column), left(block.to.column)];
    const span = (block.to.row - block.from.row + 1) * STEP;
    context.fillRect(Math.min(from, to), block.from.row * STEP, Math.abs(to - from) + STEP, span);
  }
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.beginPath();
  for (let n = 0; n <= columns; n++) context.moveTo(n * STEP + 0.5, 0), context.lineTo(n * STEP + 0.5, height);
  for (let n = 0; n <= rows; n++) context.moveTo(0, n * STEP + 0.5), context.lineTo(width, n * STEP + 0.5);
  context.stroke();
  context.font = "600 13px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const found = props.paint(r, c);
      if (!found) continue;
      const [x, y] = [left(c), r * STEP];
      context.globalAlpha = found.dim ? 0.4 : 1;
      if (found.hollow) {
        context.strokeStyle = colour(`${found.colour}-edge`);
        context.setLineDash([3, 2]);
        context.strokeRect(x + 3.5, y + 3.5, STEP - 6, STEP - 6);
        context.setLineDash([]);
      } else {
        context.fillStyle = colour(`${found.colour}-edge`);
        context.fillRect(x + 2, y + 2, STEP - 3, STEP - 3);
      }
      context.fillStyle = found.hollow ? colour(found.colour) : dark || ["orange", "yellow", "sky"].includes(found.colour) ? "#101214" : "#ffffff";
      context.fillText(found.sign, x + STEP / 2 + 0.5, y + STEP / 2 + 1);
      context.globalAlpha = 1;
    }
  context.strokeStyle = colour("focus");
  if (block) {
    const [from, to] = [left(block.from.column), left(block.to.column)];
    context.lineWidth = 1.5;
    context.setLineDash([5, 3]);
    context.strokeRect(Math.min(from, to) + 0.5, block.from.row * STEP + 0.5, Math.abs(to - from) + STEP, (block.to.row - block.from.row + 1) * STEP);
    context.setLineDash([]);
  }
  context.lineWidth = 2;
  context.strokeRect(left(column) + 1, row * STEP + 1, STEP - 1, STEP - 1);
}
