// The terms where they stand: a few lines a side, the term in the middle.

import { directionOf } from "../../text/languages";
import { concordance, type Context, line, type SideName, type Term } from "./pair";

export function Concordance({ terms, contexts }: { terms: Record<SideName, Term>; contexts: readonly Context[] }) {
  const table = (side: SideName) => {
    const shown = concordance(contexts, side);
    const term = terms[side];
    return (
      <div role="group" class="concordance" aria-label={`the ${side} term in texts`}>
        {!shown.length && <p class="muted">No line shows the term in the {side}.</p>}
        <div role="list">
          {shown.map((each, n) => {
            const { before, term: word, after } = line(each[side], each[`${side}_marks`]);
            return (
              <div class="kwic" role="listitem" key={n} title={each[side]}>
                <div class="kwic-line" lang={term.lang} dir={directionOf(each[side], term.dir) ?? "auto"}>
                  <span class="kwic-before"><bdi>{before}</bdi></span>
                  <mark>{word}</mark>
                  <span class="kwic-after"><bdi>{after}</bdi></span>
                </div>
                {each.doc && <span class="kwic-doc muted">{each.doc}</span>}
              </div>
            );
          })}
        </div>
      </div>
    );
  };
  return <div class="concordances">{table("source")}{table("target")}</div>;
}
