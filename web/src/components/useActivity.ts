// Active time of an annotation, and how fast items are finished.

import { useEffect } from "preact/hooks";
import type { Annotation } from "../store/annotation";

const INPUTS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"];

/** Time counts while there is input; what waits is sent when the view closes. */
export function useActivity(annotation: Annotation): void {
  useEffect(() => {
    const touch = (): void => annotation.touch();
    INPUTS.forEach((name) => window.addEventListener(name, touch, { passive: true }));
    return () => {
      INPUTS.forEach((name) => window.removeEventListener(name, touch));
      annotation.leave();
    };
  }, [annotation]);
}

const SPAN_MS = 10 * 60_000;
let finished: number[] = [];

/** Items finished here within the last ten minutes, as words. */
export function usePace(): { words: string; count: () => void } {
  const now = Date.now();
  finished = finished.filter((at) => now - at < SPAN_MS);
  const minutes = finished.length > 1 ? (now - finished[0]) / 60_000 : 0;
  const words = minutes > 0.2 ? `${(finished.length / minutes).toFixed(1)} items per minute` : "";
  return { words, count: () => void finished.push(Date.now()) };
}
