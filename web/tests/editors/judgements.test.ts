import { describe, expect, test } from "vitest";
import { changing, written } from "../../src/cells";
import { run, spansOf, toggled, tokensIn, words } from "../../src/editors/marks";
import { acceptance, alike, form, type Match, rule, setLabel as setMatch, setSpans, spansAt } from "../../src/editors/matches/match";
import { after as asks, toggleWord, waiting, wordSpans } from "../../src/editors/questions/answers";
import { addVariant, concordance, formOf, line, setForm, toggleFlag, toggleStop, variants } from "../../src/editors/terms/pair";
import { choices, groupOf, nextGroup, nextOpen, setLabel } from "../../src/editors/word_labels/links";
import type { Cells, Value, Wanted } from "../../src/types";
import { pairOf, sideOf } from "./sides";

const NONE: Cells = new Map<string, Value>();
const body = (record: Record<string, Value>): Cells => new Map(Object.entries(record));
const after = (cells: Cells, wanted: Wanted): Cells => written(cells, changing(cells, wanted));

describe("marked words", () => {
  const side = sideOf("𝒂b c 字 d");
  test("words are cut by code points", () => expect(words(side)).toEqual(["𝒂b", "c", "字", "d"]));
  test("neighbours are one span, a gap makes two", () => expect(spansOf(side, [3, 0, 1])).toEqual([[0, 4], [7, 8]]));
  test("a word in a span leaves it in two parts", () => expect(toggled(side, [[0, 6]], 1)).toEqual([[0, 2], [5, 6]]));
  test("a run goes either way", () => expect(run(side, 2, 1)).toEqual([[3, 6]]));
  test("a token half in a span is not in it", () => expect([...tokensIn(side, [[1, 6]])]).toEqual([1, 2]));
});

describe("labels of links", () => {
  const candidates = [{ source: 0, target: 0, score: 0.9 }, { source: 2, target: 4, score: null }, { source: 6, target: 4, score: 0.2 }];
  test("the next link without a label comes after this one, then from the start", () => {
    expect(nextOpen(candidates, NONE, 0)).toBe(1);
    const cells = body({ "l2-4": "sure", "l6-4": "wrong" });
    expect(nextOpen(candidates, cells, 2)).toBe(0);
    expect(nextOpen(candidates, after(cells, setLabel(candidates[0], "sure")), 0)).toBe(-1);
  });
  test("another label than partial takes the group along", () => {
    const cells = body({ "l2-4": "partial", "g2-4": "1" });
    expect([...after(cells, setLabel(candidates[1], "sure"))]).toEqual([["l2-4", "sure"]]);
    expect(groupOf(after(cells, setLabel(candidates[1], "partial")), candidates[1])).toBe("1");
  });
  test("the group's key offers the nearest group, then others, a new one, none", () => {
    let cells = body({ "g0-0": "2", "g6-4": "1" });
    expect(choices(candidates, cells, candidates[1])).toEqual(["1", "2", "3"]);
    const seen: (string | null)[] = [];
    for (let n = 0; n < 4; n++) {
      cells = after(cells, nextGroup(candidates, cells, candidates[1]));
      seen.push(groupOf(cells, candidates[1]));
    }
    expect(seen).toEqual(["1", "2", "3", null]);
  });
});

describe("terms", () => {
  const term = { lang: "fr", text: "toux sèche" };
  test("an edited form is kept, the proposed one is no edit", () => {
    const cells = after(NONE, setForm(term, "target", " toux "));
    expect(formOf(term, cells, "target")).toBe("toux");
    expect(after(cells, setForm(term, "target", "toux sèche")).size).toBe(0);
  });
  test("variants are listed, the form itself is none", () => {
    const cells = after(NONE, addVariant(term, NONE, "target", "toux non productive"));
    expect(variants(cells, "target")).toEqual(["toux non productive"]);
    expect(addVariant(term, cells, "target", "toux sèche")).toEqual({});
  });
  test("preferred and forbidden exclude each other", () => {
    const cells = after(body({ forbidden: true }), toggleFlag(body({ forbidden: true }), "preferred"));
    expect([...cells.keys()]).toEqual(["preferred"]);
  });
  test("the stop list says wrong as well and can be left", () => {
    const cells = after(NONE, toggleStop(NONE));
    expect(Object.fromEntries(cells)).toEqual({ stop: true, status: "wrong" });
    expect([...after(cells, toggleStop(cells)).keys()]).toEqual(["status"]);
  });
  test("lines come from as many documents as there are", () => {
    const at = (doc: string) => ({ source: "a", target: "b", source_marks: [[0, 1]] as [number, number][], target_marks: [], doc });
    expect(concordance([at("1"), at("1"), at("2"), at("3")], "source", 3).map((each) => each.doc)).toEqual(["1", "2", "3"]);
    expect(concordance([at("1")], "target")).toEqual([]);
  });
  test("a line is cut at words around its mark, by code points", () => {
    expect(line("ab 😀 one two three four", [[9, 12]], 6)).toEqual({ before: "…😀 one ", term: "two", after: " three…" });
    expect(line("two", [[0, 3]])).toEqual({ before: "", term: "two", after: "" });
  });
});

describe("matches", () => {
  const match = pairOf("a dry cough today", "une toux sèche ici", {
    entry: { id: "7", source: "dry cough", targets: ["toux sèche"] }, source_span: [2, 11], target_spans: [[4, 14]],
  }) as Match;
  test("corrected places count, and going back to the proposal is no correction", () => {
    const cells = after(NONE, setSpans(match, "target", [[4, 8]]));
    expect(spansAt(match, cells, "target")).toEqual([[4, 8]]);
    expect(after(cells, setSpans(match, "target", [[4, 14]])).size).toBe(0);
    expect(spansAt(match, NONE, "source")).toEqual([[2, 11]]);
  });
  test("a label that needs no marks takes them away", () => {
    const cells = body({ label: "wrong span", source: [6, 11], target: [[4, 8]], alternative: true });
    expect(Object.fromEntries(after(cells, setMatch(cells, "valid")))).toEqual({ label: "valid" });
    expect(after(cells, setMatch(cells, "translated otherwise")).get("target")).toEqual([[4, 8]]);
  });
  test("matches of one entry with one form are alike, and a batch records its rule", () => {
    const other = { ...match, target: sideOf("la Toux Sèche", "fr"), target_spans: [[3, 13]] } as Match;
    expect(form(other)).toBe("toux sèche");
    expect(alike(match, other)).toBe(true);
    expect(alike(match, { ...match, entry: { ...match.entry, id: "8" } } as Match)).toBe(false);
    expect(acceptance(match, NONE, 5)).toEqual({ label: "valid", rule: rule(match, 5) });
    expect(acceptance(match, body({ label: "wrong sense" }), 5)).toBeNull();
  });
});

describe("questions", () => {
  test("the second answer leads on, whichever came first", () => {
    expect(asks(body({ term: "yes" }), "term")).toBe("context");
    expect(asks(body({ context: "no" }), "context")).toBe("term");
    expect(asks(body({ term: "yes", context: "no" }), "context")).toBeNull();
    expect(waiting(body({ context: "no" }))).toBe("term");
  });
  test("a word clicked twice is as before", () => {
    const once = after(NONE, toggleWord(NONE, [4, 8]));
    expect(wordSpans(once)).toEqual([[4, 8]]);
    expect(after(once, toggleWord(once, [4, 8])).size).toBe(0);
  });
});
