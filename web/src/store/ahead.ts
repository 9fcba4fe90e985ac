// The items of a layer in the order in which they come, some of them there before they are asked for.

import { api } from "../api";
import type { Item, State } from "../types";
import { alive } from "./annotation";

/** Items that are asked for at once, and below how many that wait more are asked for. */
const MOST = 40;
const LOW = 30;
/** Items gone by whose judgement is kept here, so that it can be taken back at once. */
const BEHIND = 100;

const closed = (state: State): boolean => state === "done" || state === "adjudicated";
const unfinished = (item: Item): boolean => !closed(alive.get(item.annotation.id)?.state.peek() ?? item.annotation.state);

export class Line {
  /** Items gone by, the present one, those that come. */
  private items: Item[] = [];
  /** Items finished here, the last one at the end. */
  readonly trail: Item[] = [];
  private readonly visited: Item[] = [];
  private asking: Promise<Item[]> | null = null;
  private ended = false;

  constructor(
    private readonly layer: string,
    private readonly view: string,
    /** Whole texts are asked for one by one. */
    private readonly most = MOST,
  ) {}

  find(seq: number): Item | null {
    return this.items.find((each) => each.seq === seq) ?? null;
  }

  /** An item is open: what comes after it is asked for. */
  open(item: Item): void {
    if (!this.items.some((each) => each.id === item.id)) {
      this.items = [item];
      this.ended = false;
    }
    if (this.visited.includes(item)) void this.renew(item).catch(() => undefined);
    else this.visit(item);
    void this.fill(item).catch(() => undefined);
  }

  /** The item after another one that is not finished yet, if it is here already. */
  after(item: Item): Item | null {
    const at = this.items.findIndex((each) => each.id === item.id);
    return this.items.slice(at + 1).find(unfinished) ?? null;
  }

  /** The same, waited for; then one that was left out on the way; null where none is left. */
  async next(item: Item): Promise<Item | null> {
    this.ended = false;
    const found = await this.more();
    return this.after(item) ?? found.find((each) => each.id !== item.id && unfinished(each)) ?? null;
  }

  /** Take note that an item is finished. */
  finish(item: Item): void {
    this.trail.push(item);
  }

  private visit(item: Item): void {
    this.visited.push(item);
    const annotation = alive.get(item.annotation.id);
    if (annotation) annotation.lasting = true;
    const old = this.visited.length > BEHIND ? this.visited.shift() : undefined;
    if (!old) return;
    alive.get(old.annotation.id)?.outlast();
    this.items = this.items.filter((each) => each !== old);
    if (this.trail[0] === old) this.trail.shift();
  }

  /** It may have been changed elsewhere since it was last here. */
  private async renew(item: Item): Promise<void> {
    const annotation = alive.get(item.annotation.id);
    if (annotation && !annotation.unsettled) annotation.renew(await api.item(this.layer, item.seq));
  }

  private async fill(item: Item): Promise<void> {
    const at = this.items.findIndex((each) => each.id === item.id);
    if (this.ended || this.items.length - at > (LOW * this.most) / MOST) return;
    await this.more();
  }

  private more(): Promise<Item[]> {
    return (this.asking ??= this.ask().finally(() => (this.asking = null)));
  }

  private async ask(): Promise<Item[]> {
    const last = this.items.at(-1);
    const { items } = await api.ahead(this.layer, last?.seq ?? null, { view: this.view, count: this.most });
    const known = new Set(this.items.map((each) => each.id));
    const fresh = items.filter((each) => !known.has(each.id));
    if (!fresh.length) this.ended = true;
    this.items = [...this.items, ...fresh].slice(-3 * BEHIND);
    return items;
  }
}

const lines = new Map<string, Line>();

/** The line of a layer seen through a filter. */
export function lineOf(layer: string, view: string, sheet: boolean): Line {
  const name = `${layer}?${view}`;
  const found = lines.get(name) ?? new Line(layer, view, sheet ? 1 : MOST);
  lines.set(name, found);
  return found;
}
