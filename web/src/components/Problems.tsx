// What the server finds wrong or doubtful, with a way to say "seen, it stays".

import type { ComponentChildren } from "preact";
import { useKeys, type Action } from "../keys";
import { withQuery } from "../router";
import type { Annotation } from "../store/annotation";
import { alone } from "../store/session";
import { counted } from "../text/counted";
import type { Problem } from "../types";
import { ActionButton } from "./Keys";

/** By layer, the item at which a warning was first told: it need not be told at every other one. */
const told = new Map<string, Map<string, number>>();

function isRepeated({ layer, seq }: Annotation["place"], message: string): boolean {
  const known = told.get(layer) ?? new Map<string, number>();
  told.set(layer, known);
  const first = known.get(message) ?? seq;
  known.set(message, first);
  return first !== seq;
}

/** The row of a link that something is said of. */
const rowOf = (each: Problem): string | undefined => /^[bc](\d+-\d+)$/.exec(each.cells[0] ?? "")?.[1];

/** What the foot counts anyway; who works with others says that it was seen. */
const COUNTED = "sentences.unconfirmed";

/** Places that a message leads to beside the first. */
const PLACES = 12;

function Way({ to, children }: { to: string | undefined; children: ComponentChildren }) {
  return to ? <a href={withQuery({ row: to })}>{children}</a> : <>{children}</>;
}

interface Props {
  annotation: Annotation;
  /** One line until they are asked for. */
  folded?: boolean;
}

export function Problems({ annotation, folded }: Props) {
  const cells = annotation.cells.value;
  // Until somebody wants to be done, what is missing goes without saying.
  const asked = folded || annotation.asked.value || annotation.readonly;
  const kept = (code: string): boolean => Boolean(cells.get(`ack:${code}`));
  const open = annotation.problems.value.filter((each) => (each.severity === "error" ? asked : !kept(each.code) && !(each.code === COUNTED && alone())));
  const warnings = [...new Set(open.filter((each) => each.severity === "warning").map((each) => each.code))];
  const keep: Action = {
    id: "item.keep",
    label: "Seen: hide warnings",
    group: "Item",
    keys: ["Shift+w"],
    when: () => warnings.length > 0,
    run: () => annotation.acknowledge(warnings),
  };
  useKeys([keep], !annotation.readonly);
  const seen = annotation.problems.value.filter((each) => each.severity !== "error" && kept(each.code)).length;
  if (!open.length && !seen && !annotation.error.value) return null;
  if (!asked && !annotation.undoable.value && !annotation.error.value) return null;
  // A rule broken in many places is one line; acknowledging counts for the rule.
  const repeated = folded ? [] : open.filter((each) => each.severity === "warning" && isRepeated(annotation.place, each.message));
  const byCode = new Map<string, typeof open>();
  for (const each of open) if (!repeated.includes(each)) byCode.set(each.code, [...(byCode.get(each.code) ?? []), each]);
  const list = (
    <ul class="problems" aria-label="Problems">
      {annotation.error.value && <li class="error"><i aria-hidden="true">✕</i><span>{annotation.error.value}</span></li>}
      {[...byCode].map(([code, found]) => (
        <li key={code} class={found[0].severity}>
          <i aria-hidden="true">{found[0].severity === "error" ? "✕" : "!"}</i>
          <span>
            <Way to={folded ? rowOf(found[0]) : undefined}>{found[0].message}</Way>
            {found.length > 1 && <small> and {found.length - 1} more{folded && rowOf(found[1]) && <>: {found.slice(1, PLACES + 1).map((each, n) => <span key={n}> <Way to={rowOf(each)}>{n + 2}</Way></span>)}</>}</small>}
          </span>
          {found[0].severity === "warning" && !annotation.readonly && (
            code === warnings[0] && <ActionButton action={keep} className="small quiet">{warnings.length > 1 ? "Seen, all" : "Seen"}</ActionButton>
          )}
        </li>
      ))}
      {repeated.length > 0 && (
        <li class="seen"><i aria-hidden="true">!</i><details><summary>{counted(repeated.length, "warning")} as in other items of this list</summary>{repeated.map((each) => <p key={each.message}>{each.message}</p>)}</details></li>
      )}
      {seen > 0 && <li class="seen"><i aria-hidden="true">✓</i><span>{counted(seen, "warning")} seen</span></li>}
    </ul>
  );
  if (!folded || byCode.size < 2 || annotation.error.value) return list;
  const errors = open.filter((each) => each.severity === "error").length;
  const words = [errors && counted(errors, "error"), open.length - errors && counted(open.length - errors, "warning")];
  return (
    <details class="problems-folded">
      <summary><i aria-hidden="true">{errors ? "✕" : "!"}</i> {words.filter(Boolean).join(", ")}, such as: {open[0].message}</summary>
      {list}
    </details>
  );
}
