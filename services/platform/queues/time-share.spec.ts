import { expect, it, vi } from "vitest";
import { limitTimeShare } from "./time-share.ts";

/** Pieces of work that the test ends, and the names of those that have begun. */
function paced() {
  const pace = limitTimeShare();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (piece: string, name = piece) =>
    pace(name, () => {
      begun.push(piece);
      return new Promise<void>((end) => ends.set(piece, end));
    });
  const end = (piece: string) => ends.get(piece)?.();
  return { ask, begun, end };
}

it("runs one piece at a time and lets names take turns, however many pieces one of them has", async () => {
  const { ask, begun, end } = paced();
  void ask("a1", "a");
  void ask("a2", "a");
  void ask("a3", "a");
  void ask("b1", "b");
  for (const [n, piece] of ["a1", "b1", "a2", "a3"].entries()) {
    await vi.waitFor(() => expect(begun[n]).toBe(piece));
    expect(begun).toHaveLength(n + 1);
    end(piece);
  }
});

it("pauses for twice as long as a piece took", async () => {
  const pace = limitTimeShare();
  const busyUntil = (time: number) => {
    while (performance.now() < time);
  };
  let ended = 0;
  const first = pace("a", async () => {
    busyUntil(performance.now() + 30);
    ended = performance.now();
  });
  const began = await Promise.all([first, pace("a", async () => performance.now())]);
  expect(began[1] - ended).toBeGreaterThanOrEqual(2 * 30 - 2);
});

it("continues after a piece that fails, and beside one that waits for long", async () => {
  const { ask, begun } = paced();
  const pace = limitTimeShare();
  await expect(pace("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await pace("a", async () => "next")).toBe("next");
  void ask("waits");
  void ask("next");
  await vi.waitFor(() => expect(begun).toEqual(["waits", "next"]));
});
