import { describe, expect, test } from "vitest";
import { applied, changing, toRecord } from "../src/cells";
import { Activity, PAUSE_MS } from "../src/store/activity";
import { History } from "../src/store/history";
import type { Cells, Operation, Value } from "../src/types";

/** An annotation without a server: steps, undo, redo, and a history rebuilt from its log. */
class Sheet {
  cells: Cells = new Map();
  log: Operation[] = [];
  history = new History();
  private count = 0;

  act(cell: string, value: Value | null): void {
    const changes = changing(this.cells, { [cell]: value });
    if (Object.keys(changes).length) this.commit({ id: String(++this.count), name: "set", changes });
  }
  commit(operation: Operation | null): void {
    if (!operation) return;
    this.cells = applied(this.cells, operation);
    this.history.note(operation);
    this.log.push(operation);
  }
  undo = (): void => this.commit(this.history.undo(String(++this.count)));
  redo = (): void => this.commit(this.history.redo(String(++this.count)));
  reload(): void {
    this.history = new History();
    this.log.forEach((each) => this.history.note(each));
  }
}

describe("undo and redo", () => {
  test("undo leads back to the beginning without limit and redo forward again", () => {
    const sheet = new Sheet();
    for (let n = 0; n < 200; n++) sheet.act("abc"[n % 3], n);
    const last = toRecord(sheet.cells);
    for (let n = 0; n < 200; n++) sheet.undo();
    expect(toRecord(sheet.cells)).toEqual({});
    expect(sheet.history.undoable).toBeNull();
    for (let n = 0; n < 200; n++) sheet.redo();
    expect(toRecord(sheet.cells)).toEqual(last);
  });

  test("a new step clears what could be redone", () => {
    const sheet = new Sheet();
    sheet.act("a", 1);
    sheet.undo();
    sheet.act("b", 1);
    expect(sheet.history.redoable).toBeNull();
  });

  test("a history rebuilt from the log goes on as if nothing had happened", () => {
    let state = 5;
    const random = (below: number): number => {
      state = (state * 1664525 + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const [kept, reloaded] = [new Sheet(), new Sheet()];
    for (let n = 0; n < 400; n++) {
      const [what, cell, value] = [random(4), "abcd"[random(4)], random(5)];
      for (const sheet of [kept, reloaded]) {
        if (what === 0) sheet.undo();
        else if (what === 1) sheet.redo();
        else sheet.act(cell, value);
      }
      if (n % 3 === 0) reloaded.reload();
      expect(toRecord(reloaded.cells)).toEqual(toRecord(kept.cells));
    }
  });
});

test("closing and opening again are no steps to undo", () => {
  const sheet = new Sheet();
  sheet.act("a", 1);
  sheet.history.note({ id: "closed", name: "done", changes: {} });
  sheet.undo();
  expect(toRecord(sheet.cells)).toEqual({});
  sheet.history.note({ id: "opened", name: "reopen", changes: {} });
  sheet.redo();
  expect(toRecord(sheet.cells)).toEqual({ a: 1 });
});

describe("active time", () => {
  test("counts up to a minute after the last input and no longer", () => {
    let now = 0;
    const activity = new Activity(() => now);
    now = 10_000;
    activity.touch();
    now = 10_000 + 5 * PAUSE_MS;
    expect(activity.take()).toBe(70);
    activity.touch();
    now += 3000;
    expect(activity.take()).toBe(3);
    expect(activity.take()).toBe(0);
  });

  test("what could not be delivered counts again", () => {
    let now = 0;
    const activity = new Activity(() => now);
    now = 4000;
    activity.back(activity.take());
    expect(activity.take()).toBe(4);
  });
});
