// Every action of the page with its keys: one keymap, remappable, listed by `?`.

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { namesOf } from "./keynames";
import { session } from "./store/session";

export { keyWords, namesOf } from "./keynames";

export interface Action {
  /** Stable name under which a remapping is stored, such as `sentences.merge`. */
  id: string;
  label: string;
  /** Heading in the list of keys. */
  group: string;
  /** Default keys: `m`, `Enter`, `Shift+z`, `ArrowUp`, `[`. Several do the same. */
  keys: string[];
  run: (event?: Event) => void;
  /** Left out while it says false. */
  when?: () => boolean;
  /** Works while a text field has the focus (never a single letter). */
  inText?: boolean;
}

interface Scope {
  actions: Action[];
  /** Outer views are drawn before inner ones. */
  depth: number;
}

let drawn = 0;

const scopes = signal<Scope[]>([]);

/** Own keys of the person, by action. */
const remapped = computed(() => session.value?.settings.keys ?? {});

export const keysOf = (action: Action): string[] => remapped.value[action.id] ? [remapped.value[action.id]] : action.keys;

export function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range", "file"].includes(target.type);
}

/** All actions that hold now, those of the innermost view first. */
export const current = computed<Action[]>(() => {
  const seen = new Set<string>();
  const found: Action[] = [];
  for (const scope of [...scopes.value].sort((left, right) => right.depth - left.depth)) {
    for (const action of scope.actions) {
      if (!seen.has(action.id)) {
        seen.add(action.id);
        found.push(action);
      }
    }
  }
  return found;
});

// Keys typed while the next item is on its way: they are for that one, in their order.
const early: KeyboardEvent[] = [];
let holding = false;
/** Lets go of the next key; a view that is waited for takes its place. */
let later: ReturnType<typeof setTimeout> | undefined;

/** Keep what is typed from now on for the view that comes. */
export function hold(): void {
  clearTimeout(later);
  holding = true;
}

/** The view is there: what was typed meanwhile acts on it, one key after the other. */
export function release(): void {
  clearTimeout(later);
  holding = false;
  const event = early.shift();
  if (!event) return;
  act(event, true);
  // A key may have led on to yet another view, which releases the rest.
  if (early.length && !holding) {
    holding = true;
    later = setTimeout(release);
  }
}

/** No view comes: what was typed meanwhile was meant for nothing. */
export function drop(): void {
  clearTimeout(later);
  holding = false;
  early.length = 0;
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  if (!holding) return act(event);
  const names = namesOf(event);
  if (isText(event.target) || !current.peek().some((action) => keysOf(action).some((key) => names.includes(key)))) return;
  early.push(event);
  event.preventDefault();
}

/** Do what a key means; `late` says that the page held it back, and the browser does nothing more. */
function act(event: KeyboardEvent, late = false): void {
  const typing = isText(event.target);
  const onButton = event.target instanceof HTMLElement && event.target.closest("button, a, summary, input");
  for (const name of namesOf(event)) {
    // Enter and Space on a button press that button.
    if (onButton && (name === "Enter" || name === " ")) {
      if (late && document.activeElement instanceof HTMLElement) document.activeElement.click();
      return;
    }
    for (const action of current.peek()) {
      if (!keysOf(action).includes(name)) continue;
      if (typing && !(action.inText && (name.length > 1 || event.ctrlKey))) continue;
      if (action.when && !action.when()) continue;
      event.preventDefault();
      action.run(event);
      return;
    }
  }
}

/** Who clicked goes on with the keys of the page: Enter is for the row, not for the button once more. */
function clicked(event: MouseEvent): void {
  // A key that presses a button is a click, too, of no mouse.
  const pointed = event.detail > 0 && event.target instanceof Element && event.target.closest<HTMLElement>("a, button, summary");
  if (pointed && !pointed.closest("dialog, form, [role=search], .more")) pointed.blur();
}

export function listen(): void {
  window.addEventListener("keydown", pressed);
  window.addEventListener("click", clicked);
}

/** Offer actions while a component is there; closures may be new on each call. */
export function useKeys(actions: Action[], active = true): void {
  const latest = useRef(actions);
  latest.current = actions;
  const depth = useRef(0);
  depth.current ||= ++drawn;
  const shape = actions.map((action) => action.id).join();
  // At once with what is drawn: a key pressed as soon as an item is in sight counts.
  useLayoutEffect(() => {
    if (!active) return;
    const at = (n: number): Action | undefined => latest.current[n];
    const scope: Scope = {
      depth: depth.current,
      actions: actions.map((action, n) => ({
        ...action,
        run: (event) => at(n)?.run(event),
        when: () => at(n)?.when?.() ?? true,
      })),
    };
    scopes.value = [...scopes.peek(), scope];
    return () => {
      scopes.value = scopes.peek().filter((each) => each !== scope);
    };
  }, [shape, active]);
}
