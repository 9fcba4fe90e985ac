// Numbers with their nouns.

/** A number as people write it, with its noun in the singular or plural. */
export const counted = (number: number, one: string): string => `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
