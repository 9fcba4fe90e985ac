// What an editor has to show in the head of the page, which is drawn around it.

import { render, type ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

const room = (): Element | null => document.querySelector(".bar > .space");

export function InHead({ children }: { children: ComponentChildren }) {
  useLayoutEffect(() => {
    const head = room();
    if (head) render(children, head);
  });
  useLayoutEffect(() => {
    const head = room();
    return () => void (head && render(null, head));
  }, []);
  return null;
}
