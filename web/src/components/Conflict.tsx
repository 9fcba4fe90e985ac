// Two versions of one judgement in full, side by side, and what they make together.

import { useState } from "preact/hooks";
import { same } from "../cells";
import { differing } from "../editors/differences";
import type { Annotation } from "../store/annotation";
import { settled } from "../store/conflicts";
import { counted } from "../text/counted";
import { cellName, cellValue } from "../text/describe";
import type { Payload } from "../types";

export function ConflictView({ annotation, payload }: { annotation: Annotation; payload: Payload }) {
  const conflict = annotation.conflict.value;
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (!conflict) return null;
  const { theirs, mine } = conflict;
  const open = conflict.cells.filter((cell) => !own.has(cell));
  const together = settled(conflict, annotation.pending.value, (cell) => own.get(cell) ?? false);
  const rest = differing([theirs, mine]).filter((cell) => !conflict.cells.includes(cell));
  return (
    <section class="conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title">Changed elsewhere too</h2>
      <p>
        Somebody, perhaps you in another window, saved this item meanwhile.{" "}
        {conflict.cells.length === 1 ? "One thing was changed in both: choose, or take one version." : `${counted(conflict.cells.length, "thing")} were changed in both: choose for each, or take one version.`}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Both versions">
        <table class="list versions">
          <thead>
            <tr>
              <th><span class="unseen">what</span></th>
              <th>saved elsewhere <button type="button" class="small" onClick={() => void annotation.settleConflict("theirs")}>Take theirs</button></th>
              <th>made here <button type="button" class="small" onClick={() => void annotation.settleConflict("mine")}>Take mine</button></th>
              <th>merged <button type="button" class="small" disabled={open.length > 0} onClick={() => void annotation.settleConflict((cell) => own.get(cell) ?? false)}>Merge as chosen</button></th>
            </tr>
          </thead>
          <tbody>
            {[...conflict.cells, ...rest].map((cell) => {
              const disputed = conflict.cells.includes(cell);
              const version = (mineToo: boolean) => cellValue(payload, cell, (mineToo ? mine : theirs).get(cell));
              const result = together.get(cell) ?? null;
              const from = same(result, mine.get(cell) ?? null) ? "made here" : "saved elsewhere";
              return (
                <tr key={cell} class={disputed ? "disputed" : ""}>
                  <th scope="row" dir="auto">{cellName(payload, cell, theirs.get(cell) ?? mine.get(cell) ?? null)}</th>
                  {[false, true].map((mineToo) => (
                    <td key={String(mineToo)} dir="auto">
                      {disputed ? (
                        <label><input type="radio" name={cell} checked={own.get(cell) === mineToo} onChange={() => setOwn(new Map(own).set(cell, mineToo))} /> {version(mineToo)}</label>
                      ) : version(mineToo)}
                    </td>
                  ))}
                  <td dir="auto">{disputed && !own.has(cell) ? <em>choose</em> : <>{cellValue(payload, cell, result)} <small class="muted">{from}</small></>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
