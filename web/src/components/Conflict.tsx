// Two versions of one judgement side by side: theirs, mine, or cell by cell.

import { useState } from "preact/hooks";
import type { Annotation } from "../store/annotation";
import { cellName, cellValue } from "../text/describe";
import type { Payload } from "../types";

export function ConflictView({ annotation, payload }: { annotation: Annotation; payload: Payload }) {
  const conflict = annotation.conflict.value;
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  if (!conflict) return null;
  const choose = (cell: string, own: boolean): void => {
    const next = new Set(mine);
    if (own) next.add(cell);
    else next.delete(cell);
    setMine(next);
  };
  return (
    <section class="conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title">Changed elsewhere too</h2>
      <p>
        Somebody, perhaps you in another window, saved this item meanwhile. {conflict.cells.length}{" "}
        {conflict.cells.length === 1 ? "thing differs" : "things differ"}; everything else can be joined.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Both versions">
        <table class="versions">
          <thead><tr><th>what</th><th>theirs</th><th>mine</th></tr></thead>
          <tbody>
            {conflict.cells.map((cell) => (
              <tr key={cell}>
                <th scope="row" dir="auto">{cellName(payload, cell, conflict.theirs.get(cell) ?? conflict.mine.get(cell) ?? null)}</th>
                {[false, true].map((own) => (
                  <td key={String(own)}>
                    <label>
                      <input type="radio" name={cell} checked={mine.has(cell) === own} onChange={() => choose(cell, own)} />{" "}
                      {cellValue(payload, cell, (own ? conflict.mine : conflict.theirs).get(cell))}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="toolbar">
        <button type="button" onClick={() => void annotation.settleConflict((cell) => mine.has(cell))}>Merge as chosen</button>
        <button type="button" onClick={() => void annotation.settleConflict("theirs")}>Take theirs</button>
        <button type="button" onClick={() => void annotation.settleConflict("mine")}>Take mine</button>
      </div>
    </section>
  );
}
