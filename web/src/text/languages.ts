// Languages by their English names.

/** `fr` is French; what no browser knows stays as it is. */
export function languageName(code: string): string {
  if (!code || code === "und") return "language not recognised";
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction of a piece of text: what was left untranslated in a text from right to left runs from left to right. */
export const directionOf = <T extends string | undefined>(text: string, whole: T): T | "ltr" =>
  whole === "rtl" && LETTER.test(text) && !RIGHT_TO_LEFT.test(text) ? "ltr" : whole;
