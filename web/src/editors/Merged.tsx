// Two texts with the marks of several people in one view: what all say is grey, the rest is in the colour and letter of each.

import { useRef } from "preact/hooks";
import { TokenText } from "../components/TokenText";
import type { Cells, Payload } from "../types";
import { Curves } from "./Curves";
import type { Difference } from "./differences";
import "../styles/editor-words.css";

export const COLOURS = ["blue", "orange", "green", "purple", "vermilion", "sky"];
export const SIGNS = ["●", "▲", "■", "◆", "✚", "★"];

type SideName = "source" | "target";

interface MergedProps {
  payload: Payload;
  names: readonly string[];
  bodies: readonly Cells[];
  /** Label by `source-target`, in first characters of words. */
  links?: (cells: Cells) => ReadonlyMap<string, string>;
  /** What is decided next. */
  here: Difference | undefined;
}

export function Merged({ payload, names, bodies, links, here }: MergedProps) {
  const box = useRef<HTMLDivElement>(null);
  const linked = bodies.map((body) => links?.(body) ?? new Map<string, string>());
  const pairs = new Map<string, (string | undefined)[]>();
  linked.forEach((each, n) => each.forEach((label, key) => {
    const labels = pairs.get(key) ?? bodies.map(() => undefined);
    labels[n] = label;
    pairs.set(key, labels);
  }));
  const numbers: Record<SideName, Map<number, number>> = {
    source: new Map(payload.source.tokens.map(([start], n) => [start, n])),
    target: new Map(payload.target.tokens.map(([start], n) => [start, n])),
  };
  const alike = (values: readonly unknown[]): boolean => values.every((value) => value === values[0]);
  const marked: Record<SideName, Map<number, Set<number>>> = { source: new Map(), target: new Map() };
  const mark = (side: SideName, start: number, n: number): void => void marked[side].set(start, (marked[side].get(start) ?? new Set()).add(n));
  for (const [key, labels] of pairs) {
    if (alike(labels)) continue;
    const [source, target] = key.split("-").map(Number);
    labels.forEach((label, n) => label !== undefined && (mark("source", source, n), mark("target", target, n)));
  }
  bodies.forEach((body, n) => body.forEach((_, name) => {
    const found = /^([st])(\d+)$/.exec(name);
    if (found && !alike(bodies.map((each) => each.has(name)))) mark(found[1] === "s" ? "source" : "target", Number(found[2]), n);
  }));
  const about = (side: SideName, start: number): boolean => here?.[side]?.includes(start) ?? false;
  const text = (side: SideName) => (
    <div data-side={side}>
      <TokenText
        side={payload[side]}
        label={side}
        look={(n) => (about(side, payload[side].tokens[n][0]) ? "link-now" : "")}
        sign={(n) => {
          const who = marked[side].get(payload[side].tokens[n][0]);
          return who && <sup class="by">{[...who].sort().map((each) => <b key={each} class={`sign ${COLOURS[each % COLOURS.length]}`}>{names[each]}</b>)}</sup>;
        }}
      />
    </div>
  );
  const curves = [...pairs].flatMap(([key, labels]) => {
    const [source, target] = key.split("-").map(Number);
    const [from, to] = [numbers.source.get(source), numbers.target.get(target)];
    if (from === undefined || to === undefined) return [];
    const now = about("source", source) && about("target", target) ? "now" : "dim";
    const who = labels.findIndex((label) => label !== undefined);
    const shared = labels.filter((label) => label !== undefined).length > 1;
    return [{ source: from, target: to, look: alike(labels) ? "grey dim" : `${shared ? "vermilion" : COLOURS[who % COLOURS.length]} ${now}` }];
  });
  return (
    <div class="merged lines" ref={box}>
      {text("source")}
      {text("target")}
      {links && <Curves box={box} curves={curves} />}
    </div>
  );
}
