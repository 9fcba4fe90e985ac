// Keys as they stand on buttons.

import type { ComponentChildren } from "preact";
import { keysOf, keyWords, type Action } from "../keys";
import type { Label, Value } from "../types";

export function Key({ action }: { action: Action }) {
  const first = keysOf(action)[0];
  return first ? <kbd aria-hidden="true">{keyWords(first)}</kbd> : null;
}

interface ButtonProps {
  action: Action;
  children?: ComponentChildren;
  pressed?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A button that does what its key does and shows the key. */
export function ActionButton({ action, children, pressed, disabled, className }: ButtonProps) {
  const words = keysOf(action).map(keyWords).join(", ");
  return (
    <button
      type="button"
      class={className}
      title={words ? `${action.label} (${words})` : action.label}
      aria-pressed={pressed}
      aria-keyshortcuts={keysOf(action).join(" ")}
      disabled={disabled ?? (action.when ? !action.when() : false)}
      onClick={(event) => action.run(event)}
    >
      {children ?? action.label}
      <Key action={action} />
    </button>
  );
}

/** A button for each label of a scheme, with its sign; the one that was `given` is pressed. */
export function LabelButtons({ labels, actions, given }: { labels: Label[]; actions: Action[]; given?: Value | null }) {
  return (
    <>
      {actions.map((action, n) => (
        <ActionButton key={action.id} action={action} pressed={given === undefined ? undefined : given === action.label}>
          <span class={`sign ${labels[n].colour}`} aria-hidden="true">{labels[n].sign}</span>{action.label}
        </ActionButton>
      ))}
    </>
  );
}

/** A row of buttons, one an action. */
export function Toolbar({ actions, label, children }: { actions: Action[]; label: string; children?: ComponentChildren }) {
  return (
    <div class="toolbar" role="toolbar" aria-label={label}>
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      {children}
    </div>
  );
}
