// Several questions on their way at once: only the answer to the last one counts, however late others come.

import { ApiError } from "../api";

/** Puts a question in the place of those before it; null only forgets them. Done when the last one is answered. */
export type Ask<T> = (question: Promise<T> | null) => Promise<void>;

/** Hand the answer to the last question to `settle`, or what the server says against it. */
export function newest<T>(settle: (answer: T | null, error: ApiError | null) => void): Ask<T> {
  let last: Promise<void> | null = null;
  const answer = async (question: Promise<T>, isLast: () => boolean): Promise<void> => {
    try {
      const found = await question;
      if (isLast()) settle(found, null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLast()) settle(null, error);
    }
    if (last && !isLast()) await last;
  };
  return (question) => {
    const asked: Promise<void> | null = question && answer(question, () => asked === last);
    last = asked;
    return asked ?? Promise.resolve();
  };
}
