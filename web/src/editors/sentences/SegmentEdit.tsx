// Segments of one side as fields whose text stands still: only where they begin and end is edited.

import { useEffect, useRef } from "preact/hooks";
import type { Shown, SideName } from "./model";

interface Props {
  side: SideName;
  first: number;
  last: number;
  shown: Shown;
}

export function SegmentEdit({ side, first, last, shown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ n: number; at: number }>({ n: 0, at: 0 });
  const fields = (): HTMLTextAreaElement[] => [...(box.current?.querySelectorAll("textarea") ?? [])];
  useEffect(() => {
    const all = fields();
    const field = all[Math.min(wanted.current.n, all.length - 1)];
    field?.focus();
    field?.setSelectionRange(wanted.current.at, wanted.current.at);
  }, [first, last]);
  const { starts, ends } = shown.model[side];
  const offsets = shown.offsets[side];
  const { lang, dir } = shown.sides[side];

  const keydown = (event: KeyboardEvent, n: number): void => {
    const field = event.currentTarget as HTMLTextAreaElement;
    const segment = first + n;
    const at = field.selectionStart;
    const go = (to: number, place: number): void => {
      fields()[to]?.focus();
      fields()[to]?.setSelectionRange(place, place);
    };
    if (event.key === "Escape") shown.onLeave();
    else if (event.key === "Enter") {
      wanted.current = { n: n + 1, at: 0 };
      shown.onCut(side, segment, offsets.toPoints(offsets.toUnits(starts[segment]) + at));
    } else if (event.key === "Backspace" && at === 0) {
      wanted.current = { n: Math.max(0, n - 1), at: fields()[n - 1]?.value.length ?? 0 };
      shown.onJoin(side, segment - 1);
    } else if (event.key === "Delete" && at === field.value.length) {
      wanted.current = { n, at };
      shown.onJoin(side, segment);
    } else if (event.key === "ArrowLeft" && at === 0 && n > 0) go(n - 1, fields()[n - 1].value.length);
    else if (event.key === "ArrowRight" && at === field.value.length && n + 1 < last - first) go(n + 1, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={box} class="text segments" lang={lang} dir={dir}>
      {Array.from({ length: last - first }, (_, n) => {
        const text = offsets.slice(starts[first + n], ends[first + n]);
        return (
          <textarea
            key={n}
            // A field that is only read has no caret that keys could move.
            aria-readonly="true"
            onBeforeInput={(event) => event.preventDefault()}
            onInput={(event) => (event.currentTarget.value = text)}
            rows={Math.max(1, Math.ceil(text.length / 60))}
            value={text}
            aria-label={`Segment ${first + n + 1}. Enter cuts it at the caret, Backspace at its start and Delete at its end join it with its neighbour.`}
            onKeyDown={(event) => keydown(event, n)}
          />
        );
      })}
      <p class="muted">Enter cuts, ⌫ at the start or Del at the end joins, Esc leaves</p>
    </div>
  );
}
