// Code points, in which everything is stored, and UTF-16 units, in which the browser counts.

/** Converts offsets of one text; both directions clamp to its ends. */
export class Offsets {
  readonly length: number;
  /** UTF-16 offset of each astral character, ascending. */
  private readonly astral: number[] = [];

  constructor(readonly text: string) {
    for (let n = 0; n < text.length; n++) {
      const unit = text.charCodeAt(n);
      if (unit >= 0xd800 && unit < 0xdc00 && n + 1 < text.length) {
        const low = text.charCodeAt(n + 1);
        if (low >= 0xdc00 && low < 0xe000) this.astral.push(n++);
      }
    }
    this.length = text.length - this.astral.length;
  }

  /** UTF-16 offset of a code point offset. */
  toUnits(points: number): number {
    const at = Math.max(0, Math.min(points, this.length));
    // The k-th astral character stands at code point astral[k] - k.
    let low = 0;
    let high = this.astral.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.astral[middle] - middle < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  }

  /** Code point offset of a UTF-16 offset; the middle of an astral character counts as its start. */
  toPoints(units: number): number {
    const at = Math.max(0, Math.min(units, this.text.length));
    let low = 0;
    let high = this.astral.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.astral[middle] < at) low = middle + 1;
      else high = middle;
    }
    return at - low;
  }

  /** The part of the text between two code point offsets. */
  slice(start: number, end: number): string {
    return this.text.slice(this.toUnits(start), this.toUnits(end));
  }
}

const made = new Map<string, Offsets>();

/** Offsets of a text, made once for texts that are asked for again. */
export function offsetsOf(text: string): Offsets {
  let found = made.get(text);
  if (!found) {
    if (made.size > 200) made.clear();
    found = new Offsets(text);
    made.set(text, found);
  }
  return found;
}
