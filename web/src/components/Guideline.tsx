// A guideline's Markdown in the few forms that guidelines use; everything else stays text.

import type { ComponentChildren } from "preact";

function inline(text: string): ComponentChildren {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, n) => {
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return <b key={n}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) return <code key={n}>{part.slice(1, -1)}</code>;
    return part;
  });
}

export function Guideline({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean);
  return (
    <div class="guideline">
      {blocks.map((block, n) => {
        const heading = /^#+\s+(.*)$/.exec(block);
        if (heading) return <h2 key={n}>{heading[1]}</h2>;
        const lines = block.split("\n");
        if (lines.every((line) => /^\s*([-*]|\d+\.)\s/.test(line) || /^\s{2,}/.test(line))) {
          const items = block.split(/\n(?=\s*(?:[-*]|\d+\.)\s)/);
          return <ul key={n}>{items.map((item, k) => <li key={k}>{inline(item.replace(/^\s*([-*]|\d+\.)\s+/, ""))}</li>)}</ul>;
        }
        return <p key={n}>{inline(block)}</p>;
      })}
    </div>
  );
}
