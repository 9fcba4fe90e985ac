// What a view has to ask the server for.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api";
import { newest, type Ask } from "../store/newest";

export interface Loaded<T> {
  value: T | null;
  error: ApiError | null;
  /** Whether other keys were asked for, whose answer is on its way: until then the one before stays. */
  waiting: boolean;
  /** Ask once more: after whatever changes what the server would say. Done when that is here. */
  again: () => Promise<void>;
}

/** Questions of a view that come one after another; none is answered when the view has gone. */
export function useNewest<T>(settle: (answer: T | null, error: ApiError | null) => void): Ask<T> {
  const heard = useRef(settle);
  heard.current = settle;
  const ask = useMemo(() => newest<T>((answer, error) => heard.current(answer, error)), []);
  useEffect(() => () => void ask(null), []);
  return ask;
}

/** Do something whenever somebody comes back to this window: they may have worked in another one. Returns what ends that. */
export function onReturn(back: () => void): () => void {
  const seen = (): void => void (document.hidden || back());
  const events = ["visibilitychange", "focus"];
  for (const event of events) window.addEventListener(event, seen);
  return () => { for (const event of events) window.removeEventListener(event, seen); };
}

/** The answer to `load`, asked again whenever `keys` change. An error leaves what was there for the same keys. */
export function useLoaded<T>(load: () => Promise<T>, keys: unknown[]): Loaded<T> {
  const asked = JSON.stringify(keys);
  const [found, setFound] = useState<{ value: T | null; error: ApiError | null; asked: string | null }>({ value: null, error: null, asked: null });
  const latest = useRef({ load, asked });
  latest.current = { load, asked };
  const ask = useNewest<T>((value, error) => {
    const { asked } = latest.current;
    setFound((now) => ({ value: error && now.asked === asked ? now.value : value, error, asked }));
  });
  const again = (): Promise<void> => ask(latest.current.load());
  useEffect(() => void again(), [asked]);
  return { value: found.value, error: found.error, waiting: found.asked !== asked, again };
}
