// The open annotation: its cells as they stand here, operations on the way to the server, undo,
// conflicts. An edit is applied here at once, kept in the outbox, and sent behind, in order.

import { computed, signal } from "@preact/signals";
import { ApiError, api } from "../api";
import { between, changing, common, drifted, fresh, fromRecord, merged, stale, tied, written } from "../cells";
import type { Cells, Changes, Item, Operation, Problem, Stale, State, Value, Wanted } from "../types";
import { Activity } from "./activity";
import { settled, type Choice, type Conflict } from "./conflicts";
import { History } from "./history";
import { forget, keep, waiting, type Place } from "./outbox";
import { deliver } from "./sender";
import { lost, online, savedAt, say, waitingCount } from "./status";

export const DEBOUNCE_MS = 300;
const RETRY_MS = 3000;
/** Operations that the server takes at once. */
const LONGEST = 500;

/** Told what changed; null means "everything may have". */
export type Listener = (changes: Changes | null) => void;

export class Annotation {
  readonly id: number;
  readonly cells = signal<Cells>(new Map());
  readonly state = signal<State>("draft");
  readonly problems = signal<Problem[]>([]);
  readonly conflict = signal<Conflict | null>(null);
  /** Whether somebody has tried to close it. */
  readonly asked = signal(false);
  readonly error = signal<string | null>(null);
  readonly pending = signal<Operation[]>([]);
  /** Grows when the history changes, so that buttons know. */
  private readonly turns = signal(0);
  readonly undoable = computed(() => (this.turns.value, this.history.undoable !== null));
  readonly redoable = computed(() => (this.turns.value, this.history.redoable !== null));
  /** The state as lists show it: what an item came with is no beginning, nor is what was taken back. */
  readonly standing = computed<State>(() => (this.state.value === "draft" && !this.undoable.value ? "open" : this.state.value));

  /** Steps that the server had when it was asked. */
  private readonly events: Operation[];
  private rev: number;
  /** State as the server has it; `state` is ahead while changes wait. */
  private stored: State;
  private base: Cells;
  private history = new History();
  /** Kept although no view shows it: what was done last can be taken back at once. */
  lasting = false;
  private readonly listeners = new Set<Listener>();
  private readonly activity = new Activity();
  private finishing = false;
  /** Whether it is still being found out what an earlier visit left. */
  private recovering = false;
  private views = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private kept: Promise<void> = Promise.resolve();
  private theirs: Stale | null = null;

  constructor(
    readonly place: Place,
    item: Item,
    readonly readonly = false,
  ) {
    this.id = item.annotation.id;
    this.events = item.events;
    this.rev = item.annotation.rev;
    this.base = fromRecord(item.annotation.cells);
    this.cells.value = this.base;
    this.stored = this.state.value = item.annotation.state;
    this.problems.value = item.problems;
    item.events.forEach((each) => this.history.note(each));
  }

  private get still(): boolean {
    return this.readonly || this.conflict.peek() !== null;
  }

  /** Steps that wait, closing among them. */
  get waits(): number {
    return this.pending.peek().length + Number(this.finishing);
  }

  /** Whether it has something to send, or may have. */
  get unsettled(): boolean {
    return this.recovering || this.finishing || this.pending.peek().length > 0;
  }

  /** A view shows it. */
  open(): void {
    this.views++;
  }

  /** A view is gone; what waits is still sent. */
  leave(): void {
    this.views--;
    this.listeners.clear();
    if (this.pending.peek().length || this.finishing) void this.flush().catch(() => undefined);
    this.retire();
  }

  /** It need not be kept any more. */
  outlast(): void {
    this.lasting = false;
    this.retire();
  }

  private retire(): void {
    if (!this.views && !this.unsettled && !this.lasting && alive.get(this.id) === this) alive.delete(this.id);
  }

  /** The value of a cell, or null. */
  get(cell: string): Value | null {
    return this.cells.value.get(cell) ?? null;
  }

  /** Be told of every change, from here or from elsewhere; returns how to stop. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Give cells the values wanted (null: no cell) as one step; null if they have them already. */
  act(name: string, wanted: Wanted): Operation | null {
    if (this.still) return null;
    const changes = changing(this.cells.peek(), wanted);
    if (!Object.keys(changes).length) return null;
    const operation = { id: fresh(), name, changes };
    this.commit(operation);
    return operation;
  }

  undo(): void {
    this.step(this.history.undo(fresh()), "undone");
  }

  redo(): void {
    this.step(this.history.redo(fresh()), "done again");
  }

  private step(operation: Operation | null, word: string): void {
    if (this.still) return;
    if (!operation) return say(word === "undone" ? "Nothing to undo." : "Nothing to redo.", true);
    const wrong = stale(this.cells.peek(), operation);
    if (wrong.length) return say(`Cannot be ${word}: the same place was changed elsewhere.`, true);
    const of = word === "undone" ? this.history.undoable : this.history.redoable;
    this.commit(operation);
    // Who takes something back is not told what is missing now.
    this.asked.value = false;
    say(`${stepName(of?.name ?? "step")} ${word}`, true);
  }

  private commit(operation: Operation): void {
    this.state.value = "draft";
    this.pending.value = [...this.pending.peek(), operation];
    this.history.note(operation);
    this.turns.value++;
    this.set(written(this.cells.peek(), operation.changes), operation.changes);
    if (this.finishing) {
      // Closed and changed again before the server knew: it stays open.
      this.finishing = false;
      this.kept = this.kept.then(() => forget(this.id, new Set([null])));
    }
    this.keep(operation);
    this.soon(DEBOUNCE_MS);
  }

  private keep(operation: Operation | null): void {
    waitingCount.value++;
    this.kept = this.kept.then(() => keep(this.place, operation)).catch(() => say("This browser cannot keep changes across a reload.", true));
  }

  private set(cells: Cells, changes: Changes | null): void {
    this.cells.value = cells;
    this.listeners.forEach((listener) => listener(changes));
  }

  touch(): void {
    this.activity.touch();
  }

  /** Take up what an earlier visit could not send. */
  async recover(): Promise<void> {
    this.recovering = true;
    try {
      await this.takeUp();
    } finally {
      this.recovering = false;
      this.retire();
    }
  }

  /** Take over what was done elsewhere, unless something here is on its way. */
  renew(item: Item): void {
    if (this.unsettled || item.annotation.rev <= this.rev) return;
    this.take({ ...item.annotation, since: [] });
    this.problems.value = item.problems;
    this.history = new History();
    item.events.forEach((each) => this.history.note(each));
    this.turns.value++;
    this.set(this.base, null);
  }

  private async takeUp(): Promise<void> {
    const left = await waiting(this.id);
    const made = this.pending.peek();
    const known = new Set([...this.events, ...made].map((each) => each.id));
    // What the server has already need not be sent again.
    const stored = new Set(this.events.map((each) => each.id));
    const had = left.filter((each) => each.operation && stored.has(each.operation.id));
    if (had.length) await forget(this.id, new Set(had.map((each) => each.operation!.id)));
    const missing = left.map((each) => each.operation).filter((each): each is Operation => each !== null && !known.has(each.id));
    if (!made.length && left.at(-1)?.operation === null) this.finishing = true;
    const all = [...missing, ...made];
    if (missing.length) {
      this.history = new History();
      [...this.events, ...all].forEach((each) => this.history.note(each));
      this.turns.value++;
      this.pending.value = all;
      const wrong = common(missing, [{ id: "", name: "", changes: drifted(this.base, missing) }]);
      this.set(merged(this.base, all), null);
      if (wrong.length) this.ask({ rev: this.rev, state: this.state.peek(), cells: Object.fromEntries(this.base), since: [] }, wrong);
    }
    await countWaiting();
    if (this.pending.peek().length || this.finishing) this.soon(0);
  }

  private soon(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush().catch(() => undefined), delay);
  }

  /** Send what waits; resolves when the server has everything or has refused. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    while (this.sending) await this.sending;
    if (this.readonly || this.conflict.peek()) return;
    this.sending = this.send().finally(() => (this.sending = null));
    await this.sending;
  }

  private async send(): Promise<void> {
    await this.kept;
    while ((this.pending.peek().length || this.finishing) && !this.conflict.peek()) {
      const waits = this.pending.peek();
      const batch = waits.slice(0, LONGEST);
      const done = this.finishing && batch.length === waits.length;
      const seconds = this.activity.take();
      try {
        // What is done is opened again before it changes; the history says why.
        const reopening = batch.length && closed(this.stored) ? "changed again" : undefined;
        const saved = await deliver({ id: this.id, rev: this.rev, operations: batch, seconds, done, reopening });
        this.rev = saved.rev;
        this.stored = saved.state;
        this.error.value = null;
        this.base = merged(this.base, batch);
        await this.settle(batch);
        const last = !this.pending.peek().length;
        if (last) this.problems.value = saved.problems;
        if (done) await this.closeOrReturn(last);
        if (last && !this.finishing) this.state.value = saved.state;
        savedAt.value = saved.saved ? new Date(saved.saved) : new Date();
        online.value = true;
      } catch (error) {
        this.activity.back(seconds);
        if (!(await this.refused(error))) return;
      }
    }
    this.retire();
  }

  /** The server has been asked to close it: where an error stands in the way it comes back. */
  private async closeOrReturn(last: boolean): Promise<void> {
    if (!closed(this.stored) && last) {
      const error = this.problems.peek().find((each) => each.severity === "error");
      this.state.value = "draft";
      returned.value = [...returned.peek().filter((each) => each.annotation !== this.id), this.place];
      if (error) say(this.views ? error.message : `Item ${this.place.seq} is not finished: ${error.message}`, true);
    } else returned.value = returned.peek().filter((each) => each.annotation !== this.id);
    if (!last) return;
    this.finishing = false;
    await forget(this.id, new Set([null]));
    await countWaiting();
  }

  /** The server has these operations. */
  private async settle(batch: Operation[]): Promise<void> {
    const ids = new Set(batch.map((each) => each.id));
    this.pending.value = this.pending.peek().filter((each) => !ids.has(each.id));
    await forget(this.id, ids);
    await countWaiting();
  }

  /** What to do after a refusal; true tries again. */
  private async refused(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError)) throw error;
    if (error.offline) {
      lost(error);
      this.soon(RETRY_MS);
      return false;
    }
    online.value = true;
    if (error.stale) return this.meet(error.stale);
    if (error.status === 429) {
      this.soon(RETRY_MS);
      return false;
    }
    if (error.status === 422) await this.takeBack(error);
    this.finishing = false;
    await forget(this.id, new Set([null]));
    await countWaiting();
    this.state.value = this.stored;
    this.error.value = error.message;
    say(error.message, true);
    return false;
  }

  /** Operations of a shape that the layer cannot store are taken back, and the reason is said. */
  private async takeBack(error: ApiError): Promise<void> {
    const batch = this.pending.peek();
    this.history.drop(new Set(batch.map((each) => each.id)));
    this.turns.value++;
    await this.settle(batch);
    this.problems.value = error.problems;
    this.set(this.base, null);
  }

  /** Somebody else has saved meanwhile: join what touches no common cell, ask about the rest. */
  private async meet(found: Stale): Promise<boolean> {
    const known = new Set(found.since.map((each) => each.id));
    const had = this.pending.peek().filter((each) => known.has(each.id));
    if (had.length) await this.settle(had);
    const mine = this.pending.peek();
    const others = found.since.filter((each) => !had.some((own) => own.id === each.id));
    const cells = common(mine, others);
    if (cells.length) {
      this.ask(found, cells);
      return false;
    }
    this.take(found);
    if (!Object.keys(drifted(this.base, mine)).length) this.set(merged(this.base, mine), null);
    else {
      const operation = this.rebased(merged(this.base, mine), mine);
      this.pending.value = operation ? [operation] : [];
      await this.replace(mine, operation);
    }
    if (others.length) say("Merged with changes saved elsewhere.", true);
    return true;
  }

  private take(found: Stale): void {
    this.rev = found.rev;
    this.stored = this.state.value = found.state;
    this.base = fromRecord(found.cells);
  }

  /** One operation that makes the base into what is wanted. */
  private rebased(wanted: Cells, mine: Operation[]): Operation | null {
    const operation = between(this.base, wanted, fresh(), mine.length === 1 ? mine[0].name : "merge");
    return Object.keys(operation.changes).length ? operation : null;
  }

  /** Put one operation in the place of several in outbox and history. */
  private async replace(mine: Operation[], operation: Operation | null): Promise<void> {
    const ids = new Set(mine.map((each) => each.id));
    this.history.drop(ids);
    if (operation) {
      this.history.note(operation);
      await keep(this.place, operation);
    }
    this.turns.value++;
    await forget(this.id, ids);
    await countWaiting();
    this.set(operation ? written(this.base, operation.changes) : this.base, null);
  }

  private ask(found: Stale, cells: string[]): void {
    this.theirs = found;
    const steps = [...this.pending.peek(), ...found.since];
    this.conflict.value = { theirs: fromRecord(found.cells), mine: this.cells.peek(), cells, tied: tied(cells, steps) };
    say("This item was changed elsewhere too. Choose which version counts.", true);
  }

  /** Settle a conflict: whole steps of one side, or disputed cells one by one. */
  async settleConflict(choice: Choice): Promise<void> {
    const found = this.theirs;
    const asked = this.conflict.peek();
    if (!found || !asked) return;
    const mine = this.pending.peek();
    this.take(found);
    const operation = this.rebased(settled(asked, mine, choice), mine);
    this.pending.value = operation ? [operation] : [];
    this.theirs = null;
    this.conflict.value = null;
    await this.replace(mine, operation);
    await this.flush();
  }

  /** Close the judgement: it counts at once and is sent behind; what the server finds brings it back. */
  close(): boolean {
    if (this.still) return false;
    this.asked.value = true;
    if (closed(this.state.peek()) && !this.pending.peek().length) return true;
    if (!this.finishing) this.keep(null);
    this.finishing = true;
    this.state.value = this.place.role === "adjudicator" ? "adjudicated" : "done";
    this.soon(0);
    return true;
  }

  /** Close it and wait for what the server says; false where something stands in the way. */
  async finish(): Promise<boolean> {
    if (!this.close()) return false;
    await this.flush();
    return closed(this.state.peek());
  }

  async reopen(reason: string): Promise<void> {
    await this.flush();
    try {
      const outcome = await api.reopen(this.id, this.rev, reason);
      this.rev = outcome.rev;
      this.stored = this.state.value = outcome.state;
      this.problems.value = outcome.problems ?? [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
    }
  }

  /** Say that warnings have been seen and the judgement stands. */
  acknowledge(codes: string[]): void {
    this.act("acknowledge", Object.fromEntries(codes.map((code) => [`ack:${code}`, true])));
  }
}

/** Steps that their buttons call something else. */
const STEPS: Record<string, string> = {
  merge: "Join", null: "No translation", move_edge: "Sentence moved", confirm: "Confirmation", confirm_to: "Confirmation", correct_text: "Correction",
  cut_segment: "Cut", join_segments: "Join", realign: "Realignment", acknowledge: "Warnings seen", accept_by_rule: "Acceptance", accept_proposal: "Acceptance", accept_proposals: "Acceptance",
  merge_concepts: "Merge", split_concepts: "Split", drop_member: "Removal", drop_variant: "Removal", dissolve: "Removal", undivide: "Reopening",
};

/** What was done, as it is said when it is undone: `set_label` changed the label. */
const stepName = (name: string): string => {
  const words = STEPS[name] ?? name.replace(/^(set|toggle|add|edit|take)_/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const closed = (state: State): boolean => state === "done" || state === "adjudicated";

/** Judgements that were to be closed and have an error in them. */
export const returned = signal<Place[]>([]);

// Annotations that a view shows or that have something left to send, also after their view has gone
// on. There is one object for each: two would save against one another.

export const alive = new Map<number, Annotation>();

let counting: Promise<void> | null = null;

/** Count what waits: an operation just made is in memory before the outbox has it. */
export function countWaiting(): Promise<void> {
  // Many that settle in one moment are counted once.
  counting ??= new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    counting = null;
    const counts = new Map<number, number>();
    for (const { annotation } of await waiting()) counts.set(annotation, (counts.get(annotation) ?? 0) + 1);
    for (const [id, each] of alive) counts.set(id, Math.max(counts.get(id) ?? 0, each.waits));
    waitingCount.value = [...counts.values()].reduce((sum, each) => sum + each, 0);
  });
  return counting;
}
