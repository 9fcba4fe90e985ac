// The whole document at the right edge, one line of pixels a row where there is room.

import { useEffect, useRef } from "preact/hooks";
import type { Doubts } from "./doubts";
import type { Model } from "./model";

interface Props {
  model: Model;
  doubts: Doubts;
  version: number;
  here: number;
  onGo: (n: number) => void;
}

/** Pixels of a row at most. */
const THICK = 4;
/** The strip is drawn anew at most so often: keys do not wait for it. */
const EVERY_MS = 150;

export function Strip({ model, doubts, version, here, onGo }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef(-Infinity);
  const draw = (): void => {
    const at = canvas.current;
    const context = at?.getContext("2d");
    if (!at || !context) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [at.clientWidth, at.clientHeight];
    if (at.width !== Math.round(width * ratio)) at.width = Math.round(width * ratio);
    if (at.height !== Math.round(height * ratio)) at.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(at);
    const [strip, confirmed, doubtful, missing, zone] = ["--strip", "--confirmed-edge", "--doubtful-edge", "--null-edge", "--zone-edge"].map((name) => style.getPropertyValue(name));
    const { rows } = model;
    const step = Math.min(THICK, height / (rows.length || 1));
    const thick = Math.max(1, step);
    // Where several rows share a line, it is as long as the share of doubtful ones, at least visible.
    for (let n = 0, y = 0; n < rows.length; y += thick) {
      const first = n;
      let doubtfuls = 0;
      while (n < rows.length && (n === first || n * step < y + thick)) doubtfuls += Number(doubts.of(rows[n++]).doubtful);
      const row = rows[first];
      const isNull = row.a === row.b || row.c === row.d;
      context.fillStyle = row.kind === "excluded" ? zone : row.confirmed ? confirmed : isNull ? missing : strip;
      const inset = row.confirmed ? 10 : 7;
      context.fillRect(inset, y, width - inset - 2, thick);
      if (!doubtfuls) continue;
      context.fillStyle = doubtful;
      const long = (width - 4) * Math.max(0.35, doubtfuls / (n - first));
      context.fillRect(width - 2 - long, y, long, thick);
    }
    drawn.current = performance.now();
  };
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), Math.max(0, drawn.current + EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [version, model, doubts]);
  useEffect(() => {
    const again = (): void => latest.current();
    const watch = new ResizeObserver(again);
    watch.observe(canvas.current!);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", again);
    };
  }, []);
  const pick = (event: PointerEvent): void => {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = canvas.current!.getBoundingClientRect();
    const step = Math.min(THICK, box.height / (model.rows.length || 1));
    onGo(Math.max(0, Math.min(model.rows.length - 1, Math.floor((event.clientY - box.top) / step))));
  };
  // Where the reader is: as the lines are, as high as the strip allows.
  const at = `min(${THICK * here}px, ${(100 * here) / (model.rows.length || 1)}%)`;
  return (
    <div class="strip" aria-hidden="true" title="the whole text: click to go there" onPointerDown={pick} onPointerMove={pick}>
      <canvas ref={canvas} />
      <i style={{ insetBlockStart: at }} />
    </div>
  );
}
