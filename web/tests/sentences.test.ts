import { describe, expect, test } from "vitest";
import { between, changing, fromRecord, toRecord, written } from "../src/cells";
import { confirmed, cut, joinedSegments, merge, moved, nulled, shapeOf, split, zoned } from "../src/editors/sentences/edits";
import { kindOf } from "../src/editors/sentences/doubts";
import { Model, compare } from "../src/editors/sentences/model";
import type { CellRecord, Cells, Wanted } from "../src/types";

const LENGTHS: [number, number] = [60, 60];

/** Six segments a side of nine characters and a space, linked 1-1. */
function body(): CellRecord {
  const record: CellRecord = {};
  for (let n = 0; n < 6; n++) {
    record[`s${n * 10}`] = n * 10 + 9;
    record[`t${n * 10}`] = n * 10 + 9;
    record[`b${n * 10}-${n * 10}`] = [n * 10 + 9, n * 10 + 9];
  }
  return record;
}

class Sheet {
  cells: Cells = fromRecord(body());
  model = new Model(this.cells);
  do(wanted: Wanted | null): this {
    if (!wanted) return this;
    const changes = changing(this.cells, wanted);
    this.cells = written(this.cells, changes);
    this.model.update(this.cells, changes);
    return this;
  }
  get shapes(): string {
    return this.model.rows.map((row) => `${row.kind === "bead" ? "" : row.kind[0]}${shapeOf(this.model, row).join("-")}`).join(" ");
  }
}

describe("beads of sentences", () => {
  test("two rows merge and split again where they were", () => {
    const sheet = new Sheet();
    const before = toRecord(sheet.cells);
    sheet.do(merge(sheet.model, LENGTHS, 1));
    expect(sheet.shapes).toBe("1-1 2-2 1-1 1-1 1-1");
    sheet.do(split(sheet.model, LENGTHS, 1));
    expect(toRecord(sheet.cells)).toEqual(before);
  });

  test("a null stands where the next segment begins", () => {
    const sheet = new Sheet();
    sheet.do(nulled(sheet.model, LENGTHS, 5));
    expect(sheet.shapes).toBe("1-1 1-1 1-1 1-1 1-1 1-0 0-1");
    expect(sheet.cells.get("b50-50")).toEqual([59, 50]);
    expect(sheet.cells.get("b60-50")).toEqual([60, 59]);
    expect(nulled(sheet.model, LENGTHS, 5)).toBeNull();
  });

  test("an edge moves over a null and takes an emptied row away", () => {
    const sheet = new Sheet();
    sheet.do(moved(sheet.model, LENGTHS, 0, "source", 1));
    expect(sheet.shapes).toBe("0-1 2-1 1-1 1-1 1-1 1-1");
    sheet.do(moved(sheet.model, LENGTHS, 0, "target", 1));
    expect(sheet.shapes).toBe("2-2 1-1 1-1 1-1 1-1");
    expect(moved(sheet.model, LENGTHS, 4, "target", 1)).toBeNull();
  });

  test("changing a confirmed row asks for confirmation again", () => {
    const sheet = new Sheet();
    sheet.do(confirmed(sheet.model, 0, 2));
    expect(sheet.model.rows.map((row) => row.confirmed)).toEqual([true, true, true, false, false, false]);
    sheet.do(merge(sheet.model, LENGTHS, 1));
    expect(sheet.model.rows.map((row) => row.confirmed)).toEqual([true, false, false, false, false]);
    expect([...sheet.cells.keys()].filter((name) => name.startsWith("c"))).toEqual(["c0-0"]);
  });

  test("a segment is cut without its white space and joined again", () => {
    const sheet = new Sheet();
    const before = toRecord(sheet.cells);
    sheet.do(cut(sheet.model, "source", 1, 15, "abcd efgh"));
    expect(sheet.shapes).toBe("1-1 2-1 1-1 1-1 1-1 1-1");
    expect([sheet.cells.get("s10"), sheet.cells.get("s15")]).toEqual([14, 19]);
    sheet.do(joinedSegments(sheet.model, LENGTHS, "source", 1));
    expect(toRecord(sheet.cells)).toEqual(before);
  });

  test("joining segments of two rows joins the rows and the nulls between them", () => {
    const sheet = new Sheet();
    sheet.do(nulled(sheet.model, LENGTHS, 1));
    sheet.do(joinedSegments(sheet.model, LENGTHS, "source", 1));
    expect(sheet.shapes).toBe("1-1 2-2 1-1 1-1 1-1".replace("2-2", "1-2"));
  });

  test("an excluded zone has no beads, and without it its segments lie in a gap", () => {
    const sheet = new Sheet();
    sheet.do(zoned(sheet.model, 1, 3, "exclude"));
    expect(sheet.shapes).toBe("1-1 e3-3 1-1 1-1");
    expect(sheet.model.progress()).toEqual({ done: 0, links: 3 });
    sheet.do(zoned(sheet.model, 1, 1, "exclude"));
    expect(sheet.shapes).toBe("1-1 g3-3 1-1 1-1");
    sheet.do(split(sheet.model, LENGTHS, 1));
    expect(sheet.shapes).toBe("1-1 1-1 2-2 1-1 1-1");
  });

  test("the model kept up to date equals the model read anew, after any steps and their undoing", () => {
    let state = 11;
    const random = (below: number): number => {
      state = (state * 1664525 + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 60; round++) {
      const sheet = new Sheet();
      const past: Cells[] = [];
      for (let step = 0; step < 25; step++) {
        past.push(sheet.cells);
        const n = random(sheet.model.rows.length);
        const side = random(2) ? "source" : "target";
        const way = random(2) ? 1 : -1;
        const edits = [
          () => merge(sheet.model, LENGTHS, n),
          () => split(sheet.model, LENGTHS, n),
          () => nulled(sheet.model, LENGTHS, n),
          () => moved(sheet.model, LENGTHS, n, side, way),
          () => confirmed(sheet.model, 0, n),
          () => joinedSegments(sheet.model, LENGTHS, side, random(6)),
          () => zoned(sheet.model, n, Math.min(n + 1, sheet.model.rows.length - 1), random(2) ? "exclude" : "non-monotone"),
        ];
        const back = past[random(past.length)];
        if (random(5) === 0) {
          const { changes } = between(sheet.cells, back, "1", "undo");
          sheet.cells = written(sheet.cells, changes);
          sheet.model.update(sheet.cells, changes);
        } else sheet.do(edits[random(random(6) ? 6 : 7)]());
        const anew = new Model(sheet.cells);
        expect(sheet.model.rows).toEqual(anew.rows);
        expect(sheet.model.source).toEqual(anew.source);
        const beads = anew.rows.filter((row) => row.kind === "bead");
        expect(beads).toEqual([...beads].sort(compare));
        expect(anew.rows.every((row) => row.b >= row.a && row.d >= row.c)).toBe(true);
      }
    }
  });
});

describe("doubts", () => {
  test("are grouped by what they are about, without figures and words of the text", () => {
    const reasons = ["30 ≠ 45", "nothing ≠ 3", "target 2.4× as long as expected", "length 0.3×", "Paris, Lyon missing in the target", "language of the source unexpected: the mill"];
    expect(reasons.map(kindOf)).toEqual(["numbers differ", "numbers differ", "length unexpected", "length unexpected", "words missing in the target", "language of the source unexpected"]);
  });
});
