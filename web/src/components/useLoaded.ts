// What a view has to ask the server for.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api";
import { newest, type Ask } from "../store/newest";

export interface Loaded<T> {
  value: T | null;
  error: ApiError | null;
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

/** The answer to `load`, asked again whenever `keys` change. An error leaves what was there for the same keys. */
export function useLoaded<T>(load: () => Promise<T>, keys: unknown[]): Loaded<T> {
  const [found, setFound] = useState<{ value: T | null; error: ApiError | null }>({ value: null, error: null });
  const same = useRef(false);
  const latest = useRef(load);
  latest.current = load;
  const ask = useNewest<T>((value, error) => {
    const kept = same.current;
    setFound((now) => ({ value: error && kept ? now.value : value, error }));
    same.current = true;
  });
  const again = (): Promise<void> => ask(latest.current());
  useEffect(() => {
    same.current = false;
    void again();
  }, keys);
  return { ...found, again };
}
