// Going on to the next item by a key, warnings that were read being kept.

import type { Action } from "../keys";
import type { Annotation } from "../store/annotation";

/** Warnings that nobody has acknowledged; none while an error stands in the way. */
function unseen(annotation: Annotation): string[] {
  const problems = annotation.problems.value;
  if (problems.some((each) => each.severity === "error")) return [];
  const codes = problems.map((each) => each.code).filter((code) => !annotation.cells.value.get(`ack:${code}`));
  return [...new Set(codes)];
}

/** Closes the item; where only warnings are left it says that they have been seen. */
export function finishing(
  kind: string,
  group: string,
  annotation: Annotation,
  complete: () => Promise<boolean>,
  options: { keys?: string[]; label?: string; when?: () => boolean } = {},
): Action {
  const codes = unseen(annotation);
  return {
    id: `${kind}.finish`,
    label: codes.length ? "Acknowledge: next" : (options.label ?? "Next"),
    group,
    keys: options.keys ?? ["Enter"],
    when: options.when,
    run: () => {
      if (codes.length) annotation.acknowledge(codes);
      void complete();
    },
  };
}
