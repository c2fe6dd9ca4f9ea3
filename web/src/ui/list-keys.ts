/** The entry that a key moves to among `count`, from entry `at` (-1: none yet); undefined for another key. */
export function listMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (Math.max(at, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/** Like `listMove`, for entries side by side. */
export function rowMove(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return listMove("ArrowDown", at, count);
  if (key === "ArrowLeft") return listMove("ArrowUp", at, count);
  return undefined;
}

/** The next entry after `at` that begins with a typed letter. */
export function letterMove(key: string, at: number, texts: readonly string[]): number | undefined {
  if (key.length !== 1 || key === " ") return undefined;
  const begins = (text: string) => text.trim().toLowerCase().startsWith(key.toLowerCase());
  const order = texts.map((_, index) => (at + 1 + index) % texts.length);
  return order.find((index) => begins(texts[index] as string));
}
