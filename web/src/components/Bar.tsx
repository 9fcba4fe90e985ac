// Progress as a bar and as words.

import type { Counts } from "../types";

export const total = (counts: Counts): number => counts.open + counts.draft + counts.done + counts.adjudicated;

export function countWords(counts: Counts): string {
  const words = [`${(counts.done + counts.adjudicated).toLocaleString("en")} of ${total(counts).toLocaleString("en")} done`];
  if (counts.draft) words.push(`${counts.draft.toLocaleString("en")} begun`);
  if (counts.adjudicated) words.push(`${counts.adjudicated.toLocaleString("en")} adjudicated`);
  return words.join(", ");
}

export function Bar({ counts }: { counts: Counts }) {
  const all = total(counts) || 1;
  return (
    <span class="progress" role="img" aria-label={countWords(counts)}>
      {(["adjudicated", "done", "draft"] as const).map((state) => (
        <i key={state} class={state} style={{ inlineSize: `${(100 * counts[state]) / all}%` }} />
      ))}
    </span>
  );
}
