// Why a row is doubtful, as sentences with the numbers in them.

import type { Offsets } from "../../text/offsets";
import type { CellRecord } from "../../types";
import { place, type Model, type Row } from "./model";

export interface Link {
  score?: number | null;
  reasons?: string[];
}

export interface Doubt {
  score: number | null;
  reasons: string[];
  /** Whether `N` stops here. */
  doubtful: boolean;
  /** What the first reason is about, by which doubts are grouped. */
  kind: string;
  /** Bounds of figures without the same figure on the other side, by their text. */
  loose: ReadonlySet<string>;
}

const FIGURE = /\p{Nd}+(?:[.,:٫٬\u00a0\u202f]\p{Nd}+)*/gu;
/** As `DOUBTFUL` in `diglot.model.links`. */
const LOW = 0.2;
const ODD = 2.2;
const SHORT = 20;

/** What a reason is about: the same words as in the summary of an alignment. */
const KINDS: [RegExp, string][] = [
  [/≠/, "numbers differ"],
  [/^length |as long as expected/, "length unexpected"],
  [/missing in the source$/, "words missing in the source"],
  [/missing in the target$/, "words missing in the target"],
];

/** The kind of a reason, without figures and words of the text. */
export function kindOf(reason: string): string {
  const head = reason.split(":")[0];
  return KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? head;
}

/** A figure in ASCII digits without its marks. */
export function plain(figure: string): string {
  return [...figure]
    .map((char) => {
      if (!/\p{Nd}/u.test(char)) return "";
      if (char <= "9") return char;
      // Digits of a script stand together, zero first.
      let zero = char.codePointAt(0)!;
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && char.codePointAt(0)! - zero < 9) zero--;
      return String((char.codePointAt(0)! - zero) % 10);
    })
    .join("");
}

export const figuresOf = (text: string): string[] => text.match(FIGURE) ?? [];

/** Parts of a text, figures apart. */
export function parts(text: string): { text: string; figure: boolean }[] {
  const found: { text: string; figure: boolean }[] = [];
  let at = 0;
  for (const match of text.matchAll(FIGURE)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index), figure: false });
    found.push({ text: match[0], figure: true });
    at = match.index + match[0].length;
  }
  if (at < text.length || !found.length) found.push({ text: text.slice(at), figure: false });
  return found;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Figures of either side that the other does not have. */
export function unequal(source: string, target: string): { left: string[]; right: string[] } {
  const sides = [figuresOf(source), figuresOf(target)];
  if (!sides[0].length && !sides[1].length) return { left: [], right: [] };
  const keys = sides.map((side) => new Set(side.map(plain)));
  return {
    left: sides[0].filter((figure) => !keys[1].has(plain(figure))),
    right: sides[1].filter((figure) => !keys[0].has(plain(figure))),
  };
}

export class Doubts {
  private known = new WeakMap<Row, Doubt>();
  private readonly expected: number;

  constructor(
    private readonly offsets: { source: Offsets; target: Offsets },
    private readonly links: Record<string, Link>,
    /** The links as they were proposed: what stands there again is as doubtful as it was. */
    private readonly proposed: CellRecord,
    private readonly model: Model,
  ) {
    this.expected = offsets.target.length / (offsets.source.length || 1) || 1;
  }

  forget(): void {
    this.known = new WeakMap();
  }

  of(row: Row): Doubt {
    const found = this.known.get(row) ?? this.judge(row);
    this.known.set(row, found);
    return found;
  }

  private judge(row: Row): Doubt {
    if (row.kind === "gap") return { score: null, reasons: ["in no link: join it, say that it has no translation, or realign the rest"], doubtful: true, kind: "in no link", loose: NOTHING };
    if (row.kind === "excluded") return { score: null, reasons: [], doubtful: false, kind: "", loose: NOTHING };
    const { text: source, corrected: ours } = this.model.rowText(row, "source", this.offsets.source);
    const { text: target, corrected: theirs } = this.model.rowText(row, "target", this.offsets.target);
    const { left, right } = row.b > row.a && row.d > row.c ? unequal(source, target) : { left: [], right: [] };
    const loose = left.length || right.length ? new Set([...left, ...right]) : NOTHING;
    const before = this.proposed[`b${place(row)}`] as [number, number] | undefined;
    // What was said of the text as it was does not hold of the corrected one.
    const same = !ours && !theirs && !(before && (before[0] !== row.b || before[1] !== row.d));
    const proposed = same ? this.links[place(row)] : undefined;
    const score = proposed?.score ?? null;
    const reasons = proposed ? [...(proposed.reasons ?? [])] : this.own(row, left, right);
    if (!reasons.length && score !== null && score < LOW) reasons.push("improbable");
    if (!reasons.length && (row.a === row.b || row.c === row.d)) reasons.push("no counterpart");
    const doubtful = !row.confirmed && reasons.length > 0;
    return { score, reasons, doubtful, kind: doubtful ? kindOf(reasons[0]) : "", loose };
  }

  private own(row: Row, left: string[], right: string[]): string[] {
    const [n, m] = [row.b - row.a, row.d - row.c];
    if (!n || !m) return [];
    const reasons: string[] = [];
    if (left.length || right.length) {
      reasons.push(`${left.slice(0, 2).join(", ") || "nothing"} ≠ ${right.slice(0, 2).join(", ") || "nothing"}`);
    }
    const ratio = m / (n * this.expected);
    if (Math.max(n, m) > SHORT && (ratio > ODD || ratio < 1 / ODD)) reasons.push(`length ${ratio.toFixed(1)}×`);
    return reasons;
  }
}

/** The next row after `from` (or before) that is in doubt, of a kind if one is named; -1 if there is none. */
export function suspicious(model: Model, doubts: Doubts, from: number, step: 1 | -1, kind = ""): number {
  for (let n = from + step; n >= 0 && n < model.rows.length; n += step) {
    const doubt = doubts.of(model.rows[n]);
    if (doubt.doubtful && (!kind || doubt.kind === kind)) return n;
  }
  return -1;
}
