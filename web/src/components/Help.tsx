// All keys that hold now, and how to change them.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { current, keysOf, keyWords, namesOf, type Action } from "../keys";
import { change, session } from "../store/session";

export const helpOpen = signal(false);

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];

function remap(action: Action, key: string | null): void {
  const keys = { ...session.peek()?.settings.keys };
  if (key === null) delete keys[action.id];
  else keys[action.id] = key;
  void change({ keys });
}

function Row({ action, others }: { action: Action; others: Action[] }) {
  const [asking, setAsking] = useState(false);
  const [taken, setTaken] = useState("");
  const keydown = (event: KeyboardEvent): void => {
    if (!asking || MODIFIERS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setAsking(false);
    if (event.key === "Escape") return setTaken("");
    const key = namesOf(event)[0];
    const owner = others.find((each) => each.id !== action.id && keysOf(each).includes(key));
    if (owner) return setTaken(`${keyWords(key)} already means “${owner.label}”`);
    setTaken("");
    remap(action, key);
  };
  const changed = keysOf(action).join() !== action.keys.join();
  return (
    <tr>
      <td>{action.label}{taken && <small class="reason"> {taken}</small>}</td>
      <td>
        <button type="button" class="small" onClick={() => setAsking(!asking)} onKeyDown={keydown} onBlur={() => setAsking(false)} aria-label={`Key for ${action.label}: ${keysOf(action).map(keyWords).join(" or ") || "none"}. Press to change.`}>
          {asking ? "press a key…" : keysOf(action).length ? keysOf(action).map((key) => <kbd key={key}>{keyWords(key)}</kbd>) : "none"}
        </button>
      </td>
      <td>{changed && <button type="button" class="small quiet" onClick={() => remap(action, null)}>default</button>}</td>
    </tr>
  );
}

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (helpOpen.value && !dialog.current?.open) dialog.current?.showModal();
  }, [helpOpen.value]);
  if (!helpOpen.value) return null;
  const actions = current.value;
  const groups = new Map<string, Action[]>();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => (helpOpen.value = false)}>
      <h2 id="keys-title">Keys</h2>
      <p class="muted">Press a key's button, then the key you want instead. Single-letter keys are off while you type in a field.</p>
      <div class="key-groups">
        {[...groups].map(([group, members]) => (
          <table key={group} class="keys">
            <caption>{group}</caption>
            <tbody>
              {members.map((action) => <Row key={action.id} action={action} others={actions} />)}
            </tbody>
          </table>
        ))}
      </div>
      <form method="dialog"><button>Close <kbd aria-hidden="true">Esc</kbd></button></form>
    </dialog>
  );
}
