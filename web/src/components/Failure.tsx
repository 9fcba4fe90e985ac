// An error in one line with the way on.

import type { ApiError } from "../api";

export function Failure({ error, again }: { error: ApiError; again?: () => void }) {
  // What is not there, or not for this person, is not there the next time either.
  const final = error.status === 403 || error.status === 404;
  return (
    <div class="nothing" role="alert">
      <p>{error.message}</p>
      {final ? <a class="button" href="/">Home</a> : again && <button type="button" onClick={again}>Try again</button>}
    </div>
  );
}
