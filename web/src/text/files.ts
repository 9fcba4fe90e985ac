// Files as they were dropped: which are source, target or termbase.

export type Side = "source" | "target" | "termbase";

export interface Taken {
  file: File;
  /** Below what was dropped, with folders. */
  path: string;
  /** Of a text that is not in Unicode, where somebody chose it. */
  encoding?: string;
}

export interface Placed {
  side: Side;
  name: string;
  file: File;
  encoding?: string;
}

const UNITS = /\.(tmx|xlf|xliff|sdlxliff|mqxliff|mxliff|txlf|xlz|mqxlz|ttx|txml|po|xcstrings)$/i;
const TERMS = /\.(tbx|utx)$/i;
const MARKED = /[._-]([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/;

const TABLES = /\.(csv|tsv|tab|xlsx|json|jsonl|xml|sgml?)$/i;

/** Files that go into a project together: texts with each other, what holds both languages alone. */
export function bundles(files: File[]): File[][] {
  const alone = files.filter(({ name }) => [UNITS, TERMS, TABLES].some((each) => each.test(unpacked(name))));
  const rest = files.filter((file) => !alone.includes(file));
  return [...alone.map((file) => [file]), ...(rest.length ? [rest] : [])];
}

/** A name without what it was packed by: `a.tmx` of `a.tmx.gz`. */
const unpacked = (path: string): string => path.replace(/\.(gz|dz|zst)$/i, "");
const stem = (path: string): string => unpacked(path).replace(/\.[^./]+$/, "");
/** A name without the mark of its language: `contract.en` and `contract_fr` are one text. */
const plain = (path: string): string => stem(path).replace(MARKED, "");

const ARCHIVES = /\.(zip|7z|rar|tar|tgz|tar\.\w+)$/i;

export const isArchive = ({ path }: Taken): boolean => ARCHIVES.test(path);

/** What is to be made of some files; null where they do not go together. */
export function sorted(taken: Taken[]): { name: string; files: Placed[] } | null {
  if (taken.some(isArchive)) return null;
  const files = taken.filter(({ path }) => !/(^|\/)\./.test(path)).sort((left, right) => (left.path < right.path ? -1 : 1));
  const terms = files.filter(({ path }) => TERMS.test(unpacked(path)));
  const units = files.filter(({ path }) => UNITS.test(unpacked(path)));
  const texts = files.filter((each) => !terms.includes(each) && !units.includes(each));
  // Beside a memory a table is a glossary.
  if (units.length === 1 && !terms.length && texts.length === 1 && TABLES.test(unpacked(texts[0].path))) terms.push(...texts.splice(0));
  const place = (side: Side, cut = 0) => ({ file, path, encoding }: Taken): Placed => ({ side, name: path.split("/").slice(cut).join("/"), file, encoding });
  if (units.length === 1 && !texts.length && terms.length < 2) {
    return { name: stem(units[0].file.name), files: [...units.map(place("source")), ...terms.map(place("termbase"))] };
  }
  if (terms.length === 1 && !units.length && !texts.length) return { name: stem(terms[0].file.name), files: terms.map(place("source")) };
  // A table alone holds both languages.
  if (texts.length === 1 && TABLES.test(unpacked(texts[0].path)) && terms.length < 2 && !units.length) {
    return { name: stem(texts[0].file.name), files: [...texts.map(place("source")), ...terms.map(place("termbase"))] };
  }
  if (units.length || terms.length || texts.length < 2) return null;
  if (texts.length === 2 && texts.every(({ path }) => !path.includes("/"))) {
    return { name: plain(texts[0].path), files: [place("source")(texts[0]), place("target")(texts[1])] };
  }
  const folders = [...new Set(texts.map(({ path }) => path.split("/")[0]))];
  if (folders.length === 2 && texts.every(({ path }) => path.includes("/"))) {
    return { name: folders.join(" – "), files: texts.map((each) => place(each.path.startsWith(`${folders[0]}/`) ? "source" : "target", 1)(each)) };
  }
  // One folder with both languages: names tell them apart.
  const marks = [...new Set(texts.map(({ path }) => MARKED.exec(stem(path))?.[1]))];
  if (marks.length !== 2 || marks.includes(undefined)) return null;
  return { name: folders.length === 1 ? folders[0] : `${plain(texts[0].path)} and others`, files: texts.map((each) => place(MARKED.exec(stem(each.path))?.[1] === marks[0] ? "source" : "target", folders.length === 1 ? 1 : 0)(each)) };
}

/** Names of both sides in rows: those of one text beside each other, as they are paired when the work begins. */
export function paired(sources: string[], targets: string[]): [string | null, string | null][] {
  if (sources.length === 1 && targets.length === 1) return [[sources[0], targets[0]]];
  const left = [...targets];
  const rows = sources.map((name): [string, string | null] => {
    const at = left.findIndex((other) => plain(other) === plain(name));
    return [name, at < 0 ? null : left.splice(at, 1)[0]];
  });
  return [...rows, ...left.map((name): [null, string] => [null, name])];
}

/** The files of a drop, folders searched through. */
export async function dropped(data: DataTransfer): Promise<Taken[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...data.files];
  if (!entries.some((entry) => entry?.isDirectory)) return files.map((file) => ({ file, path: file.name }));
  return (await Promise.all(entries.map((entry) => (entry ? within(entry) : [])))).flat();
}

async function within(entry: FileSystemEntry): Promise<Taken[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Taken[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    found.push(...(await Promise.all(some.map(within))).flat());
  }
}
