import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

/** The modules that a module imports, types included; nothing but our own. */
function importsOf(path: string): string[] {
  const names = [...sources[path].matchAll(/(?:from|import)\s+"(\.[^"]*)"/g)].map(([, name]) => new URL(name, `file:/web/tests/${path}`).pathname);
  const ends = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  return names.flatMap((name) => ends.map((end) => name.replace("/web/", "../") + end).filter((found) => found in sources));
}

test("no module imports itself, however far round", () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, above: string[]): void => {
    if (above.includes(path)) cycles.push([...above.slice(above.indexOf(path)), path].join(" → "));
    if (above.includes(path) || done.has(path)) return;
    for (const each of importsOf(path)) visit(each, [...above, path]);
    done.add(path);
  };
  Object.keys(sources).forEach((path) => visit(path, []));
  expect(Object.keys(sources).flatMap(importsOf).length).toBeGreaterThan(100);
  expect(cycles).toEqual([]);
});
