// Names of keys: how they are stored, and how they are shown.

/** What stands on buttons and in the list: `Shift+z` is written ⇧Z. */
export function keyWords(key: string): string {
  const names: Record<string, string> = {
    ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc", Backspace: "⌫", Delete: "Del",
  };
  const parts = key === "+" ? ["+"] : key.split("+");
  const last = parts.pop() ?? "";
  const modifiers = parts.map((part) => (part === "Shift" ? "⇧" : part === "Ctrl" ? "Ctrl " : part === "Alt" ? "Alt " : part)).join("");
  return modifiers + (names[last] ?? (last.length === 1 ? last.toUpperCase() : last));
}

/** Names of a key press, the likeliest first: letters and digits also by their place on the board. */
export function namesOf(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">): string[] {
  const modifiers = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}`;
  const names: string[] = [];
  const add = (key: string, shift: boolean): void => {
    const name = `${modifiers}${shift ? "Shift+" : ""}${key}`;
    if (!names.includes(name)) names.push(name);
  };
  const { key, code } = event;
  if (key.length === 1) {
    const lower = key.toLowerCase();
    // Shift is part of `?` but not of a capital letter.
    if (lower !== key.toUpperCase()) add(lower, event.shiftKey);
    else add(key, event.shiftKey && key === " ");
  } else add(key, event.shiftKey);
  // A Russian, Arabic or Greek board has no `m`, and a French one no `1` without Shift.
  const letter = /^Key([A-Z])$/.exec(code);
  if (letter && !/^[a-z]$/i.test(key)) add(letter[1].toLowerCase(), event.shiftKey);
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code);
  if (digit) add(digit[1], event.shiftKey), add(digit[1], false);
  return names;
}
