/** Estimated number of characters of an event's data as JSON. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let sum = 8;
  for (const part of Object.values(value)) sum += 8 + weightOf(part);
  return sum;
}
