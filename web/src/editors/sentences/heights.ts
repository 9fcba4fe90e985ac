// Where rows of different heights lie: measured where they have been drawn, estimated elsewhere.

export class Heights<R extends object> {
  private measured = new WeakMap<R, number>();
  private tops = new Float64Array(1);
  private rows: readonly R[] = [];

  constructor(private readonly estimate: (row: R) => number) {}

  /** Lay out rows. */
  lay(rows: readonly R[]): void {
    if (this.tops.length !== rows.length + 1) this.tops = new Float64Array(rows.length + 1);
    let at = 0;
    for (let n = 0; n < rows.length; n++) {
      this.tops[n] = at;
      at += this.measured.get(rows[n]) ?? this.estimate(rows[n]);
    }
    this.tops[rows.length] = at;
    this.rows = rows;
  }

  /** Take note of a drawn row's height; whether it was another one before. */
  measure(n: number, height: number): boolean {
    const row = this.rows[n];
    if (!row || Math.abs((this.measured.get(row) ?? -1) - height) < 0.5) return false;
    this.measured.set(row, height);
    return true;
  }

  forget(): void {
    this.measured = new WeakMap();
    this.lay(this.rows);
  }

  top(n: number): number {
    return this.tops[Math.max(0, Math.min(n, this.rows.length))];
  }

  get total(): number {
    return this.tops[this.rows.length];
  }

  /** The row at a height. */
  at(y: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= y) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, Math.min(low, this.rows.length - 1));
  }
}
