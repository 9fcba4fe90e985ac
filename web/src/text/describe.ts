// Cells as words: what an adjudicator reads instead of offsets.

import type { Payload, Side, Value } from "../types";
import { offsetsOf } from "./offsets";

const LONGEST = 120;

function excerpt(side: Side | undefined, start: number, end: number): string {
  if (!side) return `${start}–${end}`;
  const text = offsetsOf(side.text).slice(start, end).replace(/\s+/g, " ");
  // The end tells where two versions part.
  return text.length > LONGEST ? `${text.slice(0, LONGEST / 2)} … ${text.slice(-LONGEST / 2)}` : text || "∅";
}

/** The token, or else the text, that begins at an offset. */
function word(side: Side | undefined, start: number): string {
  const token = side?.tokens?.find(([begin]) => begin === start);
  return token ? excerpt(side, token[0], token[1]) : excerpt(side, start, start + 12);
}

const NAMES: Record<string, string> = { n: "node", g: "group", c: "confirmed", z: "zone", w: "rendered by" };

/** What a cell is about, such as “untranslated in the source: dog”. */
export function cellName(payload: Payload, cell: string, value: Value | null): string {
  const found = /^([a-z])(\d+)(?:-(\d+))?$/.exec(cell);
  if (!found || !payload.source || !payload.target) return cell.replace(/^n([01]*)$/, (_, path: string) => (path ? `node ${path}` : "root"));
  const [, letter, first, second] = found;
  const [a, c] = [Number(first), Number(second)];
  if (letter === "s" || letter === "t") {
    const side = letter === "s" ? payload.source : payload.target;
    return `${letter === "s" ? "source" : "target"}: ${typeof value === "number" ? excerpt(side, a, value) : word(side, a)}`;
  }
  if (letter === "l" || (letter === "g" && second !== undefined)) return `${word(payload.source, a)} – ${word(payload.target, c)}`;
  if (letter === "u" || letter === "v") {
    const side = letter === "u" ? "source" : "target";
    return `corrected ${side}: “${excerpt(payload[side], a, a + 24)}”`;
  }
  if (letter === "b") return `link at “${excerpt(payload.source, a, a + 24)}”`;
  if (letter === "c" && second !== undefined) return `confirmed at “${excerpt(payload.source, a, a + 24)}”`;
  return `${NAMES[letter] ?? letter} ${first}${second ? `-${second}` : ""}`;
}

/** What stands in a cell. */
export function cellValue(payload: Payload, cell: string, value: Value | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (/^[st]\d+$/.test(cell)) return "marked";
  const bead = /^b(\d+)-(\d+)$/.exec(cell);
  if (bead && Array.isArray(value)) {
    return `${excerpt(payload.source, Number(bead[1]), Number(value[0]))} – ${excerpt(payload.target, Number(bead[2]), Number(value[1]))}`;
  }
  if (/^g\d+$/.test(cell) && Array.isArray(value) && Array.isArray(value[0])) {
    const [source, target, label] = value as [number[], number[], string];
    return `${source.map((n) => word(payload.source, n)).join(" ") || "∅"} – ${target.map((n) => word(payload.target, n)).join(" ") || "∅"} (${label})`;
  }
  if (/^n[01]*$/.test(cell) && Array.isArray(value)) {
    const [op, one, two] = value;
    if (op === "direct" || op === "inverse") return `${op === "direct" ? "=" : "×"} before ${word(payload.source, Number(one))} | ${word(payload.target, Number(two))}`;
    return value.join(" ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
