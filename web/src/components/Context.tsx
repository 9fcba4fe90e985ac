// What there is to know while judging: the labels with their keys and meanings, the guideline, the
// sentences around the pair, and what is said of it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Action } from "../keys";
import { Neighbours } from "../editors/Neighbours";
import type { Layer, Payload } from "../types";
import { Guideline } from "./Guideline";
import { ActionButton, Key } from "./Keys";

const WIDE = matchMedia("(min-width: 1100px)");

/** Whether there is room for panes beside the item. */
export function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useLayoutEffect(() => {
    const look = (): void => setWide(WIDE.matches);
    WIDE.addEventListener("change", look);
    return () => WIDE.removeEventListener("change", look);
  }, []);
  return wide;
}

interface Props {
  layer: Layer;
  /** What gives a label here, in the order of the scheme. */
  actions?: Action[];
  /** Of the item that is open. */
  payload?: Payload;
  children?: ComponentChildren;
}

export function Context({ layer, actions, payload, children }: Props) {
  const [wanted, setWanted] = useState("");
  const wide = useWide();
  const blocks = layer.guideline.split(/\n\s*\n/).filter((block) => block.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <aside class="context" aria-label="Labels and guideline">
      <dl class="meanings">
        {layer.scheme.labels.map((label, n) => (
          <div key={label.name} class={label.colour}>
            <dt>
              {actions?.[n] ? <ActionButton action={actions[n]}><i aria-hidden="true">{label.sign}</i> {label.name}</ActionButton> : <><i aria-hidden="true">{label.sign}</i> {label.name} <Key action={{ id: "", label: "", group: "", keys: [label.key], run: () => undefined }} /></>}
            </dt>
            <dd class="muted">{label.meaning}</dd>
          </div>
        ))}
      </dl>
      {children}
      {(["before", "after"] as const).map((place) => payload?.context?.[place]?.length ? (
        <section key={place}>
          <h2>{place === "before" ? "The sentences before" : "The sentences after"}</h2>
          <Neighbours payload={payload} place={place} />
        </section>
      ) : null)}
      {layer.guideline && (
        <details class="talk" open={wide}>
          <summary>Guideline</summary>
          <input type="search" aria-label="Search the guideline" placeholder="Search the guideline" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
          <Guideline text={blocks.join("\n\n") || "No part of it contains these words."} />
        </details>
      )}
    </aside>
  );
}
