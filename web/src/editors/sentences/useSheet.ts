// Where the reader is in the sheet: row, side, selection; and the model that follows the cells.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Annotation } from "../../store/annotation";
import { alone } from "../../store/session";
import { offsetsOf } from "../../text/offsets";
import type { CellRecord, Changes, Payload, Wanted } from "../../types";
import { go, query, withQuery } from "../../router";
import { Doubts, suspicious, type Link } from "./doubts";
import { Model, firstAt, parsed, place, type Row, type SideName } from "./model";

export interface Focus {
  n: number;
  side: SideName;
  /** Other end of the selection. */
  anchor: number;
  /** Grows when the sheet shall scroll to the row. */
  turn: number;
}

export function useSheet(payload: Payload, annotation: Annotation, proposed: CellRecord) {
  const { offsets, model, doubts, lengths } = useMemo(() => {
    const both = { source: offsetsOf(payload.source.text), target: offsetsOf(payload.target.text) };
    const read = new Model(annotation.cells.peek());
    const links = (payload.links ?? {}) as Record<string, Link>;
    return {
      offsets: both,
      model: read,
      doubts: new Doubts(both, links, proposed, read),
      lengths: [both.source.length, both.target.length] as [number, number],
    };
  }, [annotation, payload]);
  const [version, setVersion] = useState(0);
  const [focus, setFocus] = useState<Focus>(() => {
    const n = begin(model, doubts);
    // Whoever reviews a translation corrects the target.
    const side = alone() ? "target" : "source";
    return { n, side, anchor: n, turn: n ? 1 : 0 };
  });
  const own = useRef(false);
  const latest = useRef(focus);
  latest.current = focus;

  const move = (n: number, options: { side?: SideName; extend?: boolean } = {}): void => {
    const at = Math.max(0, Math.min(n, model.rows.length - 1));
    const now = latest.current;
    setFocus({ n: at, side: options.side ?? now.side, anchor: options.extend ? now.anchor : at, turn: now.turn + 1 });
  };

  useEffect(
    () =>
      annotation.listen((changes) => {
        model.update(annotation.cells.peek(), changes);
        if (!changes) doubts.forget();
        setVersion((before) => before + 1);
        if (!own.current && changes) move(changed(model, changes) ?? latest.current.n);
        else if (latest.current.n >= model.rows.length) move(model.rows.length - 1);
      }),
    [annotation],
  );

  // The row stands in the address, so that a reload or a colleague finds the place.
  const row = model.rows[focus.n];
  const written = useRef("");
  const wanted = query.value.get("row") ?? "";
  useEffect(() => {
    if (!row || !focus.turn) return;
    const timer = setTimeout(() => {
      // A link that was followed meanwhile leads elsewhere: what waits here must not lead back.
      if ((query.peek().get("row") ?? "") !== wanted) return;
      written.current = place(row);
      go(withQuery({ row: written.current }), { replace: true });
    }, 400);
    return () => clearTimeout(timer);
  }, [row, focus.turn]);
  // An address that came from elsewhere, such as a link on this page, leads to its row.
  useEffect(() => {
    if (wanted === written.current) return;
    written.current = wanted;
    const n = model.rows.findIndex((each) => place(each) === wanted);
    if (n >= 0 && n !== latest.current.n) move(n);
  }, [wanted]);

  /** One step of the annotator; the focus goes to row `to`. */
  const act = (name: string, wanted: Wanted | null, to = focus.n): boolean => {
    if (!wanted) return false;
    own.current = true;
    const done = annotation.act(name, wanted);
    own.current = false;
    if (done) move(to);
    return done !== null;
  };
  return { offsets, model, doubts, lengths, version, focus, move, act };
}

/** Rows that are shown, where they stand among all, and how to show more of them. */
export interface Fold {
  rows: readonly Row[];
  /** Number of the row at a place; -1 before the first. */
  number: (at: number) => number;
  /** Place of a row by its number. */
  at: (n: number) => number;
  unfold: (first: number, count: number) => void;
}

/** Links in a row from which on they are folded. */
const SHORT = 3;

/** The place of a row as one number. */
const spot = (row: Row): number => row.a * 2 ** 26 + row.c;

/** Only doubts, the selection and the rows beside them where `folded`; what was shown once stays. */
export function useFold(model: Model, doubts: Doubts, version: number, [low, high]: [number, number], folded: boolean): Fold {
  const [turn, setTurn] = useState(0);
  const once = useMemo(() => new Set<number>(), [model, folded]);
  const unfold = useMemo(
    () => (first: number, count: number): void => {
      model.rows.slice(first, first + count).forEach((row) => once.add(spot(row)));
      setTurn((before) => before + 1);
    },
    [model, once],
  );
  return useMemo(() => {
    const { rows } = model;
    if (!folded) return { rows, number: (at) => at, at: (k) => k, unfold };
    const numbers: number[] = [];
    const asked = rows.map((row, k) => (k >= low && k <= high) || doubts.of(row).doubtful);
    for (let k = 0; k < rows.length; k++) {
      const at = spot(rows[k]);
      if (asked[k] || asked[k - 1] || asked[k + 1]) once.add(at);
      if (!once.has(at)) continue;
      // A line for one or two links takes as much room as they do.
      for (let gap = (numbers.at(-1) ?? -1) + 1; k - gap < SHORT && gap < k; gap++) numbers.push(gap);
      numbers.push(k);
    }
    for (let gap = (numbers.at(-1) ?? -1) + 1; rows.length - gap < SHORT && gap < rows.length; gap++) numbers.push(gap);
    return { rows: numbers.map((k) => rows[k]), number: (at) => numbers[at] ?? -1, at: (k) => firstAt(numbers, k), unfold };
  }, [model, version, folded, low, high, turn, once]);
}

function begin(model: Model, doubts: Doubts): number {
  const wanted = query.peek().get("row");
  const n = model.rows.findIndex((row) => place(row) === wanted);
  if (n >= 0) return n;
  // Whoever came for the doubtful ones begins at the first of them.
  return query.peek().get("view") === "doubtful" ? Math.max(0, suspicious(model, doubts, -1, 1)) : 0;
}

/** The first row that changed, for undo and redo. */
function changed(model: Model, changes: Changes): number | null {
  let least = Infinity;
  for (const [name, [, after]] of Object.entries(changes)) {
    const cell = parsed(name);
    if (cell && !"tuv".includes(cell.letter) && (after !== null || cell.letter === "c")) least = Math.min(least, cell.first);
  }
  if (least === Infinity) return null;
  return firstAt(model.rows.map((row) => row.a), least);
}
