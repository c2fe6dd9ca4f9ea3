/** The text format of a Postgres array. Items that need no quotes (uuids, numbers, times) are written as they are. */
export function listOf<T>(items: readonly T[], itemOf: (item: T) => string | number | null): string {
  let text = "";
  for (const item of items) text += `${text && ","}${itemOf(item) ?? "NULL"}`;
  return `{${text}}`;
}

/**
 * Quotes a text or JSON as an array item. The check before it matters: the regular expression alone may take 25 ms for
 * a megabyte.
 */
export const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes("\\") ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;

/** Values in the text format of a Postgres array. */
export const arrayText = (values: readonly unknown[]): string =>
  listOf(values, (value) => {
    if (value === null || value === undefined) return null;
    return typeof value === "number" ? value : quoted(String(value));
  });

/** A parameter in PostgreSQL's text format. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? arrayText(value) : String(value);
}
