// Languages by their English names.

/** `fr` is French; what no browser knows stays as it is. */
export function languageName(code: string): string {
  if (!code || code === "und") return "not recognised: write its name";
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
