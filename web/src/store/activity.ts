// Active time: seconds count while there was input within the last minute.

export const PAUSE_MS = 60_000;

export class Activity {
  private counted = 0;
  private last: number;
  private input: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.last = this.input = now();
  }

  /** There was input: time since the one before counts up to the pause. */
  touch(): void {
    this.count();
    this.last = this.input = this.now();
  }

  private count(): void {
    const until = Math.min(this.now(), this.input + PAUSE_MS);
    if (until > this.last) {
      this.counted += until - this.last;
      this.last = until;
    }
  }

  /** Seconds counted since the last call. */
  take(): number {
    this.count();
    const seconds = this.counted / 1000;
    this.counted = 0;
    return seconds;
  }

  /** Give seconds back that could not be delivered. */
  back(seconds: number): void {
    this.counted += seconds * 1000;
  }
}
