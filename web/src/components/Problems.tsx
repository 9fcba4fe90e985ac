// What the server finds wrong or doubtful, with a way to say "seen, it stays".

import { useKeys, type Action } from "../keys";
import type { Annotation } from "../store/annotation";
import { counted } from "../text/counted";
import { ActionButton } from "./Keys";

interface Props {
  annotation: Annotation;
  /** One line until they are asked for. */
  folded?: boolean;
}

export function Problems({ annotation, folded }: Props) {
  const cells = annotation.cells.value;
  // Until somebody wants to be done, what is missing goes without saying.
  const told = folded || annotation.asked.value || annotation.readonly;
  const kept = (code: string): boolean => Boolean(cells.get(`ack:${code}`));
  const open = annotation.problems.value.filter((each) => (each.severity === "error" ? told : !kept(each.code)));
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
  if (!told && !annotation.undoable.value && !annotation.error.value) return null;
  // A rule broken in many places is one line; acknowledging counts for the rule.
  const byCode = new Map<string, typeof open>();
  for (const each of open) byCode.set(each.code, [...(byCode.get(each.code) ?? []), each]);
  const list = (
    <ul class="problems" aria-label="Problems">
      {annotation.error.value && <li class="error"><i aria-hidden="true">✕</i><span>{annotation.error.value}</span></li>}
      {[...byCode].map(([code, found]) => (
        <li key={code} class={found[0].severity}>
          <i aria-hidden="true">{found[0].severity === "error" ? "✕" : "!"}</i>
          <span>
            {found[0].message}
            {found.length > 1 && <small> and {found.length - 1} more</small>}
          </span>
          {found[0].severity === "warning" && !annotation.readonly && (
            code === warnings[0] && <ActionButton action={keep} className="small quiet">{warnings.length > 1 ? "Seen, all" : "Seen"}</ActionButton>
          )}
        </li>
      ))}
      {seen > 0 && <li class="seen"><i aria-hidden="true">✓</i><span>{counted(seen, "warning")} seen</span></li>}
    </ul>
  );
  if (!folded || byCode.size < 2 || annotation.error.value) return list;
  const errors = open.filter((each) => each.severity === "error").length;
  const words = [errors && counted(errors, "error"), open.length - errors && counted(open.length - errors, "warning")];
  return (
    <details class="problems-folded">
      <summary><i aria-hidden="true">{errors ? "✕" : "!"}</i> {words.filter(Boolean).join(", ")}: {open[0].message}</summary>
      {list}
    </details>
  );
}
