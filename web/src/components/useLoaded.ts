// What a view has to ask the server for.

import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api";

export interface Loaded<T> {
  value: T | null;
  error: ApiError | null;
  again: () => void;
}

/** The answer to `load`, asked again whenever `keys` change; an older answer never overwrites a newer one. */
export function useLoaded<T>(load: () => Promise<T>, keys: unknown[]): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [found, setFound] = useState<{ value: T | null; error: ApiError | null }>({ value: null, error: null });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setFound({ value, error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (current) setFound({ value: null, error });
      },
    );
    return () => {
      current = false;
    };
  }, [...keys, turn]);
  return { ...found, again: () => setTurn(turn + 1) };
}
