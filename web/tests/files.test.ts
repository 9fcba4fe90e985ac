import { expect, test } from "vitest";
import { bundles, isArchive, paired, sorted } from "../src/text/files";

const taken = (...paths: string[]) => paths.map((path) => ({ path, file: { name: path.split("/").at(-1)! } as File }));

test("files of two folders stand beside those of the same name", () => {
  expect(paired(["a.odt", "b.en.odt", "d.odt"], ["a.docx", "c.odt", "b_fr.odt"])).toEqual([
    ["a.odt", "a.docx"],
    ["b.en.odt", "b_fr.odt"],
    ["d.odt", null],
    [null, "c.odt"],
  ]);
});

test("two texts are a pair whatever they are called", () => {
  expect(paired(["contract.docx"], ["vertrag.docx"])).toEqual([["contract.docx", "vertrag.docx"]]);
});

test("a table alone is a memory, beside another it is a text", () => {
  expect(sorted(taken("memory.xlsx", "terms.tbx"))?.files.map(({ side }) => side)).toEqual(["source", "termbase"]);
  expect(sorted(taken("a.en.xlsx", "a.fr.xlsx"))?.files.map(({ side }) => side)).toEqual(["source", "target"]);
  expect(sorted(taken("a.docx"))).toBeNull();
});

test("packed files are what they are unpacked", () => {
  expect(sorted(taken("glossary.csv", "memory.xlf"))?.files.map(({ side, name }) => [side, name])).toEqual([["source", "memory.xlf"], ["termbase", "glossary.csv"]]);
  expect(sorted(taken("m.tmx.gz", "t.tbx.zst"))?.files.map(({ side }) => side)).toEqual(["source", "termbase"]);
  expect(sorted(taken("a.en.txt.gz", "a.fr.txt.gz"))).toMatchObject({ name: "a" });
  expect(sorted(taken("m.mqxlz"))?.files.map(({ side }) => side)).toEqual(["source"]);
  expect(bundles(taken("m.tsv.gz", "n.tmx.gz").map(({ file }) => file))).toHaveLength(2);
});

test("an archive is no text", () => {
  expect(sorted(taken("a.docx", "b.zip"))).toBeNull();
  expect(taken("b.zip", "b.tar.gz", "b.txt.gz").map(isArchive)).toEqual([true, true, false]);
});
