// Sentences for screen readers; loud ones stand at the foot for a moment.

import { useEffect, useState } from "preact/hooks";
import { announcement } from "../store/status";

export function Status() {
  const { text, loud, n } = announcement.value;
  const [gone, setGone] = useState(0);
  useEffect(() => {
    // What is longer takes longer to read.
    const timer = setTimeout(() => setGone(n), 2500 + 60 * text.length);
    return () => clearTimeout(timer);
  }, [n]);
  return (
    <div class={loud && gone !== n ? "status" : "status unseen"} role="status" aria-live="polite">
      {text}
    </div>
  );
}
