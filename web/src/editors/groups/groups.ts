// Free groups of words: cells `g<id>` = [source starts, target starts, label].
//
// A group with one empty side says that its words are omitted on the other. Words are named by
// their start, so a group need not be contiguous. Every function gives the cells wanted, none applies them.

import { changing, fromRecord, written } from "../../cells";
import { cellValue } from "../../text/describe";
import type { CellRecord, Cells, Payload, Value, Wanted } from "../../types";
import { clusters, type Difference, type Piece } from "../differences";

export type SideName = "source" | "target";

export interface Group {
  readonly id: string;
  readonly source: readonly number[];
  readonly target: readonly number[];
  readonly label: string;
}

export interface Words {
  readonly source: readonly number[];
  readonly target: readonly number[];
}

const CELL = /^g(\d+)$/;
const ordered = (starts: Iterable<number>): number[] => [...new Set(starts)].sort((a, b) => a - b);

export function groups(cells: Cells): Group[] {
  const found: Group[] = [];
  for (const [name, value] of cells) {
    const id = CELL.exec(name)?.[1];
    if (id === undefined || !Array.isArray(value)) continue;
    const [source, target, label] = value as [number[], number[], string];
    found.push({ id, source, target, label });
  }
  return found.sort((a, b) => Number(a.id) - Number(b.id));
}

export const omitted = (group: Words): boolean =>
  group.source.length === 0 || group.target.length === 0;

const fresh = (cells: Cells): string =>
  String(Math.max(0, ...groups(cells).map((group) => Number(group.id))) + 1);

const cell = (words: Words, label: string): Value | null =>
  words.source.length + words.target.length === 0
    ? null
    : [ordered(words.source), ordered(words.target), label];

export const groupsOf = (cells: Cells, side: SideName, start: number): Group[] =>
  groups(cells).filter((group) => group[side].includes(start));

/** The group that links two words, if one does. */
export const linking = (cells: Cells, source: number, target: number): Group | undefined =>
  groups(cells).find((group) => group.source.includes(source) && group.target.includes(target));

/** Take words out of all their groups but one; groups that become empty or one-sided go. */
function released(cells: Cells, words: Words, but?: string): Wanted {
  const wanted: Wanted = {};
  for (const group of groups(cells)) {
    if (group.id === but) continue;
    const source = group.source.filter((start) => !words.source.includes(start));
    const target = group.target.filter((start) => !words.target.includes(start));
    if (source.length === group.source.length && target.length === group.target.length) continue;
    const halved = !omitted(group) && omitted({ source, target });
    wanted[`g${group.id}`] = halved ? null : cell({ source, target }, group.label);
  }
  return wanted;
}

/** A group of these words; words leave the groups they were in unless sharing is allowed. */
export function add(cells: Cells, words: Words, label: string, shared = false): Wanted {
  if (words.source.length + words.target.length === 0) return {};
  const others = shared ? {} : released(cells, words);
  return { ...others, [`g${fresh(cells)}`]: cell(words, label) };
}

export const dissolve = (id: string): Wanted => ({ [`g${id}`]: null });

const find = (cells: Cells, id: string): Group | undefined =>
  groups(cells).find((group) => group.id === id);

/** Take a word out of a group; the last one of a side dissolves it. */
export function dropMember(cells: Cells, id: string, side: SideName, start: number): Wanted {
  const group = find(cells, id);
  if (group === undefined) return {};
  const rest = { ...group, [side]: group[side].filter((each) => each !== start) };
  const halved = !omitted(group) && omitted(rest);
  return { [`g${id}`]: halved ? null : cell(rest, group.label) };
}

export function label(cells: Cells, id: string, name: string): Wanted {
  const group = find(cells, id);
  return group === undefined ? {} : { [`g${id}`]: cell(group, name) };
}

/**
 * A key on a cell of the matrix: link two words, relabel their link, or take it back.
 *
 * A free word joins the group of a linked one, and two groups become one, unless words may be
 * shared: then every link is a group of its own.
 */
export function toggle(
  cells: Cells,
  source: number,
  target: number,
  name: string,
  shared = false,
): Wanted {
  const there = linking(cells, source, target);
  if (there !== undefined) {
    if (there.label !== name) return label(cells, there.id, name);
    if (there.target.length > 1) return dropMember(cells, there.id, "target", target);
    return dropMember(cells, there.id, "source", source);
  }
  const single = { source: [source], target: [target] };
  if (shared) return add(cells, single, name, true);
  const [first, ...rest] = [
    ...groupsOf(cells, "source", source),
    ...groupsOf(cells, "target", target),
  ].filter((group) => !omitted(group));
  if (first === undefined) return add(cells, single, name);
  const joined = [first, ...rest];
  const words = {
    source: [source, ...joined.flatMap((group) => group.source)],
    target: [target, ...joined.flatMap((group) => group.target)],
  };
  const wanted: Wanted = released(cells, words, first.id);
  for (const group of rest) wanted[`g${group.id}`] = null;
  wanted[`g${first.id}`] = cell(words, name);
  return wanted;
}

/** One group of a block of the matrix. */
export const block = (cells: Cells, words: Words, name: string, shared = false): Wanted =>
  add(cells, words, name, shared);

/**
 * Links one by one along the diagonal, from a cell of the matrix down.
 *
 * With a block selected it fills that; otherwise it goes on as long as both words are free and,
 * where the item came with links, as long as there is one.
 */
export function diagonal(
  cells: Cells,
  words: Words,
  name: string,
  proposed?: ReadonlySet<string>,
): Wanted {
  let body: Cells = cells;
  const steps = Math.min(words.source.length, words.target.length);
  for (let n = 0; n < steps; n++) {
    const source = words.source[n] as number;
    const target = words.target[n] as number;
    const taken = (side: SideName, start: number): boolean => groupsOf(body, side, start).length > 0;
    if (linking(body, source, target)) continue;
    if (proposed !== undefined) {
      const offered = proposed.size === 0 || proposed.has(`${source}-${target}`);
      if (taken("source", source) || taken("target", target) || (!offered && n > 0)) break;
    }
    const single = { source: [source], target: [target] };
    body = after(body, add(body, single, name));
  }
  return touched(cells, body);
}

const after = (cells: Cells, wanted: Wanted): Cells => written(cells, changing(cells, wanted));

/** What makes the groups of one body those of another. */
function touched(cells: Cells, body: Cells): Wanted {
  const names = new Set([...cells.keys(), ...body.keys()]);
  return Object.fromEntries(
    [...names].filter((name) => CELL.test(name)).map((name) => [name, body.get(name) ?? null]),
  );
}

/** Say that words have no counterpart, each in a group of its own; a second time takes it back. */
export function unaligned(
  cells: Cells,
  side: SideName,
  starts: readonly number[],
  name: string,
): Wanted {
  const isOmitted = (start: number): boolean => groupsOf(cells, side, start).some(omitted);
  const words = { source: [], target: [], [side]: starts };
  let body: Cells = after(cells, released(cells, words));
  if (!starts.every(isOmitted))
    for (const start of starts)
      body = after(body, add(body, { source: [], target: [], [side]: [start] }, name, true));
  return touched(cells, body);
}

/** Links of a judgement: label by `source-target`, the stronger one where groups share both. */
export function links(cells: Cells): Map<string, string> {
  const found = new Map<string, string>();
  for (const group of groups(cells))
    for (const source of group.source)
      for (const target of group.target) {
        const key = `${source}-${target}`;
        if (found.get(key) !== "S") found.set(key, group.label);
      }
  return found;
}

/** A group that a method proposes; the least certain of its links says how probable it is. */
export interface Proposal extends Group {
  readonly probability: number | null;
}

/** What is proposed, in the order of the text. */
export function proposals(suggested: CellRecord, proposed: readonly (readonly number[])[], score: number | null): Proposal[] {
  const known = new Map(proposed.map(([s, t, p]) => [`${s}-${t}`, p]));
  return groups(fromRecord(suggested))
    .map((group) => {
      const found = group.source.flatMap((s) => group.target.map((t) => known.get(`${s}-${t}`))).filter((p) => p !== undefined);
      return { ...group, probability: found.length ? Math.min(...found) : score };
    })
    .sort((a, b) => (a.source[0] ?? 0) - (b.source[0] ?? 0));
}

/** Proposals whose words nobody has judged. */
export function open<P extends Words>(cells: Cells, offered: readonly P[]): P[] {
  const judged = { source: new Set<number>(), target: new Set<number>() };
  for (const group of groups(cells)) for (const side of ["source", "target"] as const) for (const start of group[side]) judged[side].add(start);
  return offered.filter((each) => !each.source.some((start) => judged.source.has(start)) && !each.target.some((start) => judged.target.has(start)));
}

/** Several groups as one step. */
export function accept(cells: Cells, offered: readonly Group[]): Wanted {
  let next = Number(fresh(cells));
  return Object.fromEntries(offered.map((each) => [`g${next++}`, cell(each, each.label)]));
}

/** Groups that not all judgements have; those that share a word are decided together. */
export function differences(payload: Payload, bodies: readonly Cells[]): Difference[] {
  const point = (start: number) => [start, start + 1] as const;
  const pieces = bodies.map((body) =>
    groups(body).map((group): Piece & { group: Group } => ({ key: JSON.stringify([group.source, group.target, group.label]), source: group.source.map(point), target: group.target.map(point), group })),
  );
  return clusters(pieces).map((cluster) => {
    const [source, target] = [ordered(cluster.flatMap((each) => each.group.source)), ordered(cluster.flatMap((each) => each.group.target))];
    const own = (n: number): Group[] => pieces[n].filter((each) => cluster.some((other) => other.key === each.key)).map((each) => each.group);
    const words = (group: Group): string => cellValue(payload, "g1", [[...group.source], [...group.target], group.label]);
    return {
      key: `${source}|${target}`,
      title: cellValue(payload, "g1", [source, target, ""]).replace(/ \(\)$/, ""),
      says: bodies.map((_, n) => own(n).map(words).join("; ") || null),
      take: (now, n) => {
        const there = groups(now).filter((group) => group.source.some((start) => source.includes(start)) || group.target.some((start) => target.includes(start)));
        return { ...Object.fromEntries(there.map((group) => [`g${group.id}`, null])), ...(n === null ? {} : accept(now, own(n))) };
      },
      source,
      target,
    };
  });
}

/** Groups that all judgements have. */
export function agreed(bodies: readonly Cells[]): Wanted {
  const key = (group: Group): string => JSON.stringify([group.source, group.target, group.label]);
  const others = bodies.slice(1).map((body) => new Set(groups(body).map(key)));
  return accept(new Map(), groups(bodies[0] ?? new Map()).filter((group) => others.every((each) => each.has(key(group)))));
}
