// Where alignments of the same texts differ: stretches between places at which all of them have a boundary.

import type { Cells, Payload, Value, Wanted } from "../../types";
import { cellValue } from "../../text/describe";
import { byCell, clusters, type Difference, differing, type Piece } from "../differences";
import { parsed } from "./model";

interface Bead extends Piece {
  name: string;
  value: Value;
}

function beads(cells: Cells): Bead[] {
  const found: Bead[] = [];
  for (const [name, value] of cells) {
    const cell = parsed(name);
    if (cell?.letter !== "b" || cell.second === null || !Array.isArray(value)) continue;
    const [b, d] = value as [number, number];
    found.push({ key: `${name}=${b}-${d}`, name, value, source: [[cell.first, b]], target: [[cell.second, d]] });
  }
  return found;
}

/** Links that not all judgements have; those that share a sentence are decided together. */
export function differences(payload: Payload, bodies: readonly Cells[]): Difference[] {
  const all = bodies.map(beads);
  const found = clusters(all).map((cluster): Difference & { spans: Record<"s" | "t", (start: number) => boolean> } => {
    const stretch = (side: "source" | "target"): [number, number] => {
      const ranges = cluster.flatMap((each) => each[side]);
      return [Math.min(...ranges.map(([start]) => start)), Math.max(...ranges.map(([, end]) => end))];
    };
    const [source, target] = [stretch("source"), stretch("target")];
    const inside = ([from, to]: [number, number]) => (start: number): boolean => start >= from && start < to;
    const spans = { s: inside(source), t: inside(target) };
    const own = (n: number): Bead[] => all[n].filter((each) => cluster.some((other) => other.key === each.key));
    const segments = (cells: Cells): string[] => [...cells.keys()].filter((name) => { const cell = parsed(name); return cell?.second === null && (cell.letter === "s" || cell.letter === "t") && spans[cell.letter](cell.first); });
    return {
      key: `b${source[0]}-${target[0]}`,
      title: cellValue(payload, `b${source[0]}-${target[0]}`, [source[1], target[1]]),
      says: bodies.map((_, n) => own(n).sort((a, b) => a.source[0][0] - b.source[0][0]).map((each) => cellValue(payload, each.name, each.value)).join("\n") || null),
      take: (now, n) => {
        const wanted: Wanted = {};
        for (const name of segments(now)) if (n !== null) wanted[name] = null;
        const gone = [...beads(now).filter((each) => cluster.some((other) => other.key === each.key)), ...all.flat().filter((each) => now.has(each.name) && cluster.some((other) => other.key === each.key))];
        for (const { name } of gone) wanted[name] = wanted[`c${name.slice(1)}`] = null;
        if (n === null) return wanted;
        for (const name of segments(bodies[n])) wanted[name] = bodies[n].get(name)!;
        for (const { name, value } of own(n)) {
          wanted[name] = value;
          wanted[`c${name.slice(1)}`] = true;
        }
        return wanted;
      },
      spans,
    };
  });
  const rest = differing(bodies).filter((name) => {
    const cell = parsed(name);
    if (!cell || cell.letter === "b" || cell.letter === "c") return !cell;
    const letter = cell.letter;
    return !((letter === "s" || letter === "t") && found.some((each) => each.spans[letter](cell.first)));
  });
  return [...found, ...byCell(payload, bodies, rest)];
}
