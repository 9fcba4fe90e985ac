// A text whose tokens can be pointed at, chosen and walked through with the arrows.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { offsetsOf } from "../text/offsets";
import type { Side } from "../types";
import { walked } from "./walking";

export { walked };

export interface TokenTextProps {
  side: Side;
  label: string;
  /** Classes of a token, such as `hit` or `dim`. */
  look?: (n: number) => string;
  /** Whether a token is chosen; without it tokens are not options. */
  chosen?: (n: number) => boolean;
  /** A word or sign that doubles the colour, put behind the token. */
  sign?: (n: number) => ComponentChildren;
  title?: (n: number) => string | undefined;
  /** Token in focus; null: the text has none, its first token can be tabbed to. */
  cursor?: number | null;
  /** Keep the browser's focus on the cursor. */
  focused?: boolean;
  onCursor?: (n: number, event: KeyboardEvent | FocusEvent) => void;
  onPick?: (n: number, event: MouseEvent | KeyboardEvent) => void;
  onHover?: (n: number | null) => void;
}

export function TokenText(props: TokenTextProps) {
  const { side, look, chosen, sign, title, cursor = null, focused, onCursor, onPick, onHover } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focused && cursor !== null) box.current?.querySelector<HTMLElement>(`[data-n="${cursor}"]`)?.focus();
  }, [focused, cursor]);
  const active = Boolean(onPick ?? onCursor);
  const offsets = offsetsOf(side.text);
  const parts: ComponentChildren[] = [];
  let at = 0;
  side.tokens.forEach(([start, end], n) => {
    if (start > at) parts.push(offsets.slice(at, start));
    parts.push(
      <span
        key={n}
        data-n={n}
        class={`token ${look?.(n) ?? ""}`}
        role={active ? "option" : undefined}
        aria-selected={active && chosen ? chosen(n) : undefined}
        tabIndex={active ? (n === (cursor ?? 0) ? 0 : -1) : undefined}
        title={title?.(n)}
      >
        {offsets.slice(start, end)}
        {sign?.(n)}
      </span>,
    );
    at = end;
  });
  if (at < offsets.length) parts.push(offsets.slice(at, offsets.length));

  const tokenOf = (event: Event): number | null => {
    const found = (event.target as Element).closest<HTMLElement>("[data-n]");
    return found ? Number(found.dataset.n) : null;
  };
  const keydown = (event: KeyboardEvent): void => {
    const n = tokenOf(event);
    if (n === null || !active || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = onCursor && walked(event.key, n, side.tokens.length, side.dir === "rtl");
    if (next !== null && next !== undefined) {
      event.preventDefault();
      onCursor?.(next, event);
    } else if (onPick && event.key === " " && !event.shiftKey) {
      event.preventDefault();
      onPick(n, event);
    }
  };
  return (
    <div
      ref={box}
      class="text tokens"
      lang={side.lang}
      dir={side.dir}
      role={active ? "listbox" : undefined}
      aria-multiselectable={active && chosen ? true : undefined}
      aria-label={active ? props.label : undefined}
      onKeyDown={active ? keydown : undefined}
      onClick={onPick ? (event) => { const n = tokenOf(event); if (n !== null) onPick(n, event); } : undefined}
      onFocusIn={onCursor ? (event) => { const n = tokenOf(event); if (n !== null && n !== cursor) onCursor(n, event); } : undefined}
      onMouseOver={onHover ? (event) => onHover(tokenOf(event)) : undefined}
      onMouseLeave={onHover ? () => onHover(null) : undefined}
    >
      {parts}
    </div>
  );
}
