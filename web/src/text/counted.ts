// Numbers with their nouns.

const WRITTEN = new Intl.NumberFormat("en");

/** A number as people write it. */
export const grouped = (number: number): string => WRITTEN.format(number);

/** A number as people write it, with its noun in the singular or plural. */
export const counted = (number: number, one: string): string => `${grouped(number)} ${one}${number === 1 ? "" : "s"}`;

/** Several words as one: `a, b and c`. */
export const listed = (words: string[]): string => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
