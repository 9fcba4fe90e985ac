// A match of a termbase: its places as corrected, its labels, and accepting many like it at once.

import type { Cells, Payload, Side, Wanted } from "../../types";
import { type Span, textOf } from "../marks";

export type SideName = "source" | "target";

export interface Match extends Payload {
  readonly entry: { readonly id: string; readonly source: string; readonly targets: string[] };
  readonly source_span: Span;
  readonly target_spans: Span[];
  readonly kinds?: [string, string];
}

/** After so many accepted by hand, the rest like them is offered at once. */
export const ENOUGH = 5;

/** Labels under which the words have to be marked. */
export const MARKED: readonly string[] = ["wrong span", "translated otherwise"];

export function spansAt(match: Match, cells: Cells, side: SideName): Span[] {
  const cell = cells.get(side);
  if (side === "source") return [(cell as Span | undefined) ?? match.source_span];
  return (cell as Span[] | undefined) ?? match.target_spans ?? [];
}

const same = (a: readonly Span[], b: readonly Span[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Other places; the proposed ones again are no correction. A source term has one span. */
export function setSpans(match: Match, side: SideName, spans: readonly Span[]): Wanted {
  if (side === "target")
    return { target: same(spans, match.target_spans ?? []) ? null : (spans as Span[]) };
  if (!spans.length) return {};
  const whole: Span = [spans[0][0], spans[spans.length - 1][1]];
  return { source: same([whole], [match.source_span]) ? null : whole };
}

/** A label; what was marked for another label goes with that. */
export function setLabel(cells: Cells, name: string): Wanted {
  const wanted: Wanted = { label: name };
  if (cells.get("label") !== name) wanted.rule = null;
  if (!MARKED.includes(name)) wanted.source = wanted.target = null;
  if (name !== "translated otherwise") wanted.alternative = null;
  return wanted;
}

/** What stands in the target under the proposed marks, by which matches are alike. */
export function form(match: Match): string {
  const side: Side = match.target;
  return (match.target_spans ?? []).map((span) => textOf(side, span).toLowerCase()).join(" … ");
}

export const alike = (a: Match, b: Match): boolean =>
  a.entry.id === b.entry.id && form(a) === form(b) && form(a) !== "";

/** The rule that a batch records in every judgement it makes. */
export const rule = (match: Match, accepted: number): string =>
  `entry ${match.entry.id} = "${form(match)}", accepted ${accepted} times by hand`;

/** What accepting by rule writes into an item without a judgement of its own. */
export function acceptance(match: Match, cells: Cells, accepted: number): Wanted | null {
  if (cells.has("label")) return null;
  return { label: "valid", rule: rule(match, accepted) };
}
