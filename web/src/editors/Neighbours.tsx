// The sentences before and after, on request.

import type { Payload } from "../types";

export function Neighbours({ payload, place }: { payload: Payload; place: "before" | "after" }) {
  const pairs = payload.context?.[place] ?? [];
  if (!pairs.length) return null;
  const texts = (side: "source" | "target") => (
    <div class="neighbours" lang={payload[side].lang} dir={payload[side].dir}>
      {pairs.map((pair, n) => <p key={n}>{pair[side === "source" ? 0 : 1]}</p>)}
    </div>
  );
  return <div class="beside" aria-label={`sentences ${place}`} role="group">{texts("source")}{texts("target")}</div>;
}
