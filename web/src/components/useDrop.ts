// Files may be dropped anywhere on a view that takes them; on the others the browser does not leave the page for them.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

type Take = (data: DataTransfer) => void;

let taker: Take | null = null;
const held = signal(false);

function files(event: DragEvent): DataTransfer | null {
  const data = event.dataTransfer;
  if (!data?.types.includes("Files")) return null;
  event.preventDefault();
  return data;
}

window.addEventListener("dragover", (event) => {
  const data = files(event);
  if (!data) return;
  data.dropEffect = taker ? "copy" : "none";
  held.value = taker !== null;
});
window.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) held.value = false;
});
window.addEventListener("drop", (event) => {
  const data = files(event);
  held.value = false;
  if (data) taker?.(data);
});

/** Take what is dropped, unless null; whether something is held over the page. */
export function useDrop(take: Take | null): boolean {
  const latest = useRef(take);
  latest.current = take;
  const takes = take !== null;
  useEffect(() => {
    if (!takes) return;
    taker = (data) => latest.current?.(data);
    return () => (taker = null);
  }, [takes]);
  return held.value;
}
