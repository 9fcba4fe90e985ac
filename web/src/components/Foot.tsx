// The line at the foot: where one is, what is saved, where the keys are.

import type { ComponentChildren } from "preact";
import { outdated } from "../api";
import { keyWords } from "../keys";
import { alive, returned } from "../store/annotation";
import { alone } from "../store/session";
import { files, online, savedWords, typing, waitingCount } from "../store/status";
import { helpOpen } from "./Help";

export function Saved() {
  const words = savedWords(alone());
  const conflicts = waitingCount.value ? [...alive.values()].filter((each) => each.conflict.value) : [];
  return (
    <span class={online.value ? "saved" : "saved off"}>
      <i aria-hidden="true">{online.value ? (waitingCount.value || typing.value || files.value.behind ? "…" : "✓") : "⚠"}</i> {words}
      {conflicts.map(({ place }) => (
        <span key={place.annotation}>{" "}<a href={`/l/${place.layer}/${place.role === "adjudicator" ? "adjudicate" : "i"}/${place.seq}`}>conflict in item {place.seq}</a></span>
      ))}
      {returned.value.map((place) => (
        <span key={place.annotation}>{" "}<a href={`/l/${place.layer}/i/${place.seq}`}>item {place.seq} is not finished</a></span>
      ))}
    </span>
  );
}

export function Foot({ children }: { children?: ComponentChildren }) {
  return (
    <footer class="foot">
      <div class="foot-facts">{children}</div>
      {outdated.value && <span class="why">diglot was updated: reload the page</span>}
      <Saved />
      <button type="button" class="small" onClick={() => (helpOpen.value = true)}>
        Keys <kbd aria-hidden="true">{keyWords("?")}</kbd>
      </button>
    </footer>
  );
}
