// What the server finds wrong or doubtful, with a way to say "seen, it stays".

import { useKeys, type Action } from "../keys";
import type { Annotation } from "../store/annotation";
import { counted } from "../text/counted";
import { ActionButton } from "./Keys";

interface Props {
  annotation: Annotation;
  /** One line until they are asked for. */
  folded?: boolean;
  /** Goes on where the judgement was to be closed already. */
  complete?: () => Promise<boolean>;
}

export function Problems({ annotation, folded, complete }: Props) {
  const cells = annotation.cells.value;
  // Until somebody wants to be done, what is missing goes without saying.
  const told = folded || annotation.asked.value || annotation.readonly;
  const kept = (code: string): boolean => Boolean(cells.get(`ack:${code}`));
  const open = annotation.problems.value.filter((each) => (each.severity === "error" ? told : !kept(each.code)));
  const warnings = [...new Set(open.filter((each) => each.severity === "warning").map((each) => each.code))];
  const keep: Action = {
    id: "item.keep",
    label: "Acknowledge warnings",
    group: "Item",
    keys: ["Shift+w"],
    when: () => warnings.length > 0,
    run: () => {
      annotation.acknowledge(warnings);
      if (annotation.asked.peek() && complete) void complete();
    },
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
            code === warnings[0] ? (
              <ActionButton action={keep} className="small">{warnings.length > 1 ? "Acknowledge all" : "Acknowledge"}</ActionButton>
            ) : (
              <button type="button" class="small quiet" onClick={() => annotation.acknowledge([code])}>Only this</button>
            )
          )}
        </li>
      ))}
      {seen > 0 && <li class="seen"><i aria-hidden="true">✓</i><span>{counted(seen, "warning")} acknowledged</span></li>}
    </ul>
  );
  if (!folded || byCode.size < 2 || annotation.error.value) return list;
  const errors = open.filter((each) => each.severity === "error").length;
  const words = [errors && counted(errors, "error"), open.length - errors && counted(open.length - errors, "warning")];
  return (
    <details class="problems-folded">
      <summary><i aria-hidden="true">{errors ? "✕" : "!"}</i> {words.filter(Boolean).join(", ")} stand before “done”: {open[0].message}</summary>
      {list}
    </details>
  );
}
