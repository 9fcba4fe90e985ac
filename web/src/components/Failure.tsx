// An error in one line with the way on.

import type { ApiError } from "../api";

export function Failure({ error, again }: { error: ApiError; again?: () => void }) {
  return (
    <div class="nothing" role="alert">
      <p>{error.message}</p>
      {again && <button type="button" onClick={again}>Try again</button>}
    </div>
  );
}
