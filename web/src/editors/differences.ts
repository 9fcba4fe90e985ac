// Where judgements of one item differ, as few things as can be decided one by one.

import { same } from "../cells";
import { cellName, cellValue } from "../text/describe";
import type { Cells, Payload, Wanted } from "../types";

export interface Difference {
  key: string;
  /** What it is about. */
  title: string;
  /** What each judgement says; null: nothing. */
  says: (string | null)[];
  /** Cells that make a body say what a judgement says, or nothing. */
  take: (now: Cells, judgement: number | null) => Wanted;
  /** First characters of the words it is about. */
  source?: readonly number[];
  target?: readonly number[];
}

/** Cells that belong to one judgement and are not what is compared. */
const PRIVATE = /^(ack:|note$|reason$)/;

export const isPrivate = (cell: string): boolean => PRIVATE.test(cell);

/** Names of cells that do not hold the same in all bodies. */
export function differing(bodies: readonly Cells[]): string[] {
  const names = new Set(bodies.flatMap((body) => [...body.keys()]));
  const apart = (name: string): boolean => bodies.some((body) => !same(body.get(name) ?? null, bodies[0].get(name) ?? null));
  const place = (name: string): string => (/\d/.test(name) ? name.replace(/^\D+/, "") : "");
  return [...names].filter((name) => !isPrivate(name) && apart(name)).sort((a, b) => place(a).localeCompare(place(b), "en", { numeric: true }) || (a < b ? -1 : 1));
}

/** What all bodies say alike. */
export function agreed(bodies: readonly Cells[]): Wanted {
  const apart = new Set(differing(bodies));
  return Object.fromEntries([...(bodies[0] ?? [])].filter(([name]) => !isPrivate(name) && !apart.has(name)));
}

/** One difference a cell. */
export function byCell(payload: Payload, bodies: readonly Cells[], names = differing(bodies)): Difference[] {
  return names.map((name) => {
    const values = bodies.map((body) => body.get(name) ?? null);
    const [, letter, first, second] = /^([a-z])(\d+)(?:-(\d+))?$/.exec(name) ?? [];
    return {
      key: name,
      title: cellName(payload, name, values.find((value) => value !== null) ?? null),
      says: values.map((value) => (value === null ? null : cellValue(payload, name, value))),
      take: (_, n) => ({ [name]: n === null ? null : values[n] }),
      source: first !== undefined && letter !== "t" ? [Number(first)] : undefined,
      target: letter === "t" ? [Number(first)] : second === undefined ? undefined : [Number(second)],
    };
  });
}

/** A part of a judgement that covers stretches of both sides. */
export interface Piece {
  key: string;
  source: readonly (readonly [number, number])[];
  target: readonly (readonly [number, number])[];
}

const meets = (left: Piece["source"], right: Piece["source"]): boolean => left.some(([a, b]) => right.some(([c, d]) => a < d && c < b));

/** Pieces that not all judgements have, those that share a stretch together. */
export function clusters<P extends Piece>(judgements: readonly (readonly P[])[]): P[][] {
  const counts = new Map<string, number>();
  for (const pieces of judgements) for (const each of pieces) counts.set(each.key, (counts.get(each.key) ?? 0) + 1);
  const apart = new Map<string, P>();
  for (const pieces of judgements) for (const each of pieces) if (counts.get(each.key) !== judgements.length) apart.set(each.key, each);
  let found: P[][] = [];
  for (const each of apart.values()) {
    const touching = found.filter((cluster) => cluster.some((other) => meets(each.source, other.source) || meets(each.target, other.target)));
    found = [...found.filter((cluster) => !touching.includes(cluster)), [...touching.flat(), each]];
  }
  const first = (cluster: P[]): number => Math.min(...cluster.flatMap((each) => each.source.map(([start]) => start)), Infinity);
  return found.sort((a, b) => first(a) - first(b));
}
