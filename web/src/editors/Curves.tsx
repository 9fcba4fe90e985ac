// Curves between words of two texts, drawn over the box that holds both.

import { useLayoutEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

export interface Curve {
  source: number;
  target: number;
  /** Classes such as `blue`, `now`, `dim`, `dashed`. */
  look: string;
}

interface Drawn extends Curve {
  path: string;
}

interface CurvesProps {
  /** Holds `[data-side] [data-n]`. */
  box: RefObject<HTMLElement | null>;
  curves: readonly Curve[];
}

function drawn(box: HTMLElement, curves: readonly Curve[]): Drawn[] {
  const frame = box.getBoundingClientRect();
  const places = new Map<string, DOMRect>();
  const place = (side: string, n: number): DOMRect | undefined => {
    const name = `${side} ${n}`;
    if (!places.has(name)) {
      const found = box.querySelector(`[data-side="${side}"] [data-n="${n}"]`);
      if (found) places.set(name, found.getBoundingClientRect());
    }
    return places.get(name);
  };
  return curves.flatMap((curve) => {
    const [from, to] = [place("source", curve.source), place("target", curve.target)];
    if (!from || !to) return [];
    const [x, y] = [from.x + from.width / 2 - frame.x, from.bottom - frame.y];
    const [u, v] = [to.x + to.width / 2 - frame.x, to.y - frame.y];
    const bend = Math.max(16, (v - y) / 2);
    const n = (value: number): string => value.toFixed(1);
    return [{ ...curve, path: `M${n(x)} ${n(y)}C${n(x)} ${n(y + bend)} ${n(u)} ${n(v - bend)} ${n(u)} ${n(v)}` }];
  });
}

export function Curves({ box, curves }: CurvesProps) {
  const [shown, setShown] = useState<Drawn[]>([]);
  const [turn, setTurn] = useState(0);
  const shape = curves.map(({ source, target, look }) => `${source}-${target}${look}`).join();
  useLayoutEffect(() => {
    if (box.current) setShown(drawn(box.current, curves));
  }, [shape, turn]);
  useLayoutEffect(() => {
    if (!box.current) return;
    const watcher = new ResizeObserver(() => setTurn((each) => each + 1));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <svg class="curves" aria-hidden="true">
      {shown.map(({ source, target, look, path }) => (
        <path key={`${source}-${target}`} class={look} d={path} />
      ))}
    </svg>
  );
}
