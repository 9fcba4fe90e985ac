// Why something is doubtful: sentences with the numbers in them, the worst first; certainty is not shown.

const LOW = 0.5;

export function Reasons({ reasons, score }: { reasons?: string[]; score?: number | null }) {
  const low = typeof score === "number" && score < LOW;
  if (!reasons?.length && !low) return null;
  return (
    <p class="reasons">
      {reasons?.map((reason) => (
        <span key={reason} class="reason">! {reason}</span>
      ))}
      {typeof score === "number" && <span class={low ? "reason" : "score"}>probability {score.toFixed(2)}</span>}
    </p>
  );
}
