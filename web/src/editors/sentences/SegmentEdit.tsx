// Segments of one side as fields: their text is corrected, or they are cut and joined.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { say, typing } from "../../store/status";
import { directionOf } from "../../text/languages";
import type { Shown, SideName } from "./model";

interface Props {
  side: SideName;
  first: number;
  last: number;
  shown: Shown;
}

export function SegmentEdit({ side, first, last, shown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ n: number; at: number }>({ n: 0, at: Infinity });
  const fields = (): HTMLTextAreaElement[] => [...(box.current?.querySelectorAll("textarea") ?? [])];
  // Before the next key, which is text.
  useLayoutEffect(() => {
    const all = fields();
    const field = all[Math.min(wanted.current.n, all.length - 1)];
    field?.focus();
    const at = Math.min(wanted.current.at, field?.value.length ?? 0);
    field?.setSelectionRange(at, at);
  }, [first, last]);
  useEffect(() => () => void (typing.value = false), []);
  const { starts } = shown.model[side];
  const offsets = shown.offsets[side];
  const { lang, dir } = shown.sides[side];

  const keydown = (event: KeyboardEvent, n: number): void => {
    const field = event.currentTarget as HTMLTextAreaElement;
    const segment = first + n;
    const at = field.selectionStart;
    const changed = field.value !== shown.model.textOf(side, segment, offsets);
    const go = (to: number, place: number): void => {
      fields()[to]?.focus();
      fields()[to]?.setSelectionRange(place, place);
    };
    if (event.key === "Escape") {
      // What was typed is given up; what was saved can be undone.
      field.value = shown.model.textOf(side, segment, offsets);
      shown.onLeave();
    } else if (event.key === "Enter" && (changed || at === 0 || at === field.value.length)) {
      field.blur();
      shown.onLeave();
    }
    else if (event.key === "Enter") {
      wanted.current = { n: n + 1, at: 0 };
      shown.onCut(side, segment, offsets.toPoints(offsets.toUnits(starts[segment]) + at));
    } else if (event.key === "Backspace" && at === 0 && field.selectionEnd === 0 && !changed) {
      wanted.current = { n: Math.max(0, n - 1), at: fields()[n - 1]?.value.length ?? 0 };
      shown.onJoin(side, segment - 1);
    } else if (event.key === "Delete" && at === field.value.length && !changed) {
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
        const text = shown.model.textOf(side, first + n, offsets);
        return (
          <textarea
            key={`${first + n} ${text}`}
            defaultValue={text}
            dir={directionOf(text, dir)}
            onInput={(event) => void (typing.value = event.currentTarget.value !== text)}
            onBlur={(event) => {
              typing.value = false;
              const written = event.currentTarget.value;
              if (!written.trim()) say("A text cannot be empty: “No translation” says that a sentence has none.", true);
              else if (written !== text) shown.onCorrect(side, first + n, written);
            }}
            rows={Math.max(1, Math.ceil(text.length / 60))}
            aria-label={`Segment ${first + n + 1}. Type to correct its text. Enter saves; in an unchanged text it cuts the segment at the caret, and Backspace at its start or Delete at its end joins it with its neighbour.`}
            onKeyDown={(event) => keydown(event, n)}
          />
        );
      })}
      <p class="muted" lang="en" dir="ltr">Enter saves, Esc leaves it as it was. To cut the sentence, press Enter inside it before you change anything; ⌫ at its start or Del at its end joins it with its neighbour.</p>
    </div>
  );
}
