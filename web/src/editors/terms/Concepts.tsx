// Which other pair means the same: chosen from the pairs that share a form, both get its concept.

import { useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../../api";
import { changing, fresh, fromRecord } from "../../cells";
import { useNewest } from "../../components/useLoaded";
import type { Annotation } from "../../store/annotation";
import { deliver } from "../../store/sender";
import { say } from "../../store/status";
import type { Item, ItemRow } from "../../types";
import { formOf, type SideName, type Term } from "./pair";

interface ConceptsProps {
  item: Item;
  annotation: Annotation;
  terms: Record<SideName, Term>;
  close: () => void;
}

export function Concepts({ item, annotation, terms, close }: ConceptsProps) {
  const forms = {
    source: formOf(terms.source, annotation.cells.peek(), "source"),
    target: formOf(terms.target, annotation.cells.peek(), "target"),
  };
  const [search, setSearch] = useState(forms.source);
  const [rows, setRows] = useState<ItemRow[] | null>(null);
  const [at, setAt] = useState(0);
  const ask = useNewest<{ items: ItemRow[] }>((found) => {
    const others = found?.items.filter((row) => row.seq !== item.seq).slice(0, 8) ?? [];
    // Where nothing shares the source, something may share the target.
    if (found && !others.length && search === forms.source) return setSearch(forms.target);
    setRows(others);
    setAt(0);
  });
  useEffect(() => {
    void ask(null); // what was searched for before is no longer asked
    const timer = setTimeout(() => void ask(api.items(item.layer, { search, limit: 9 })), rows === null ? 0 : 200);
    return () => clearTimeout(timer);
  }, [search]);

  const choose = async (row: ItemRow | undefined): Promise<void> => {
    if (!row) return;
    try {
      const other = await api.item(item.layer, row.seq);
      const cells = fromRecord(other.annotation.cells);
      const theirs = cells.get("concept") ?? other.payload.concept;
      const own = annotation.get("concept") ?? item.payload.concept;
      const concept = String(theirs ?? own ?? `c${Math.min(item.seq, row.seq)}`);
      annotation.act("merge_concepts", { concept });
      if (theirs !== concept) {
        const operation = { id: fresh(), name: "merge_concepts", changes: changing(cells, { concept }) };
        await deliver({ id: other.annotation.id, rev: other.annotation.rev, operations: [operation], seconds: 0, done: false });
      }
      say(`One concept now: ${concept}.`, true);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
    }
  };
  const alone = (): void => {
    annotation.act("split_concepts", { concept: null });
    close();
  };
  const keydown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !rows?.length) return;
    event.preventDefault();
    setAt((at + step + rows.length) % rows.length);
  };
  return (
    <form class="concepts" onSubmit={(event) => { event.preventDefault(); void choose(rows?.[at]); }} onKeyDown={keydown}>
      <label>
        <span class="muted">Same concept as</span>
        <input
          type="text"
          value={search}
          role="combobox"
          aria-expanded={Boolean(rows?.length)}
          aria-controls="concept-rows"
          aria-activedescendant={rows?.length ? `concept-${at}` : undefined}
          autocomplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      {rows && !rows.length && <p class="muted">No other pair has this form.</p>}
      {Boolean(rows?.length) && (
        <ul id="concept-rows" role="listbox" aria-label="Pairs">
          {rows!.map((row, n) => (
            <li key={row.id} id={`concept-${n}`} role="option" aria-selected={n === at} onClick={() => void choose(row)}>
              <bdi lang={terms.source.lang}>{row.source}</bdi> – <bdi lang={terms.target.lang}>{row.target}</bdi>
              <span class="muted"> {row.label || row.state}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="toolbar">
        <button disabled={!rows?.length}>Merge <kbd aria-hidden="true">Enter</kbd></button>
        {annotation.get("concept") !== null && <button type="button" onClick={alone}>Split off</button>}
        <button type="button" class="quiet" onClick={close}>Cancel <kbd aria-hidden="true">Esc</kbd></button>
      </div>
    </form>
  );
}
