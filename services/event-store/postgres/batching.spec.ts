import { expect, it } from "vitest";
import { batching } from "./batching.ts";

/** Sizes of the batches that so many callers make who come again as soon as they are served, until so many are served. */
async function sizesOf(callers: number, served: number, worthwhile: number): Promise<number[]> {
  const sizes: number[] = [];
  const call = batching<number, number>({
    run: async (items) => {
      sizes.push(items.length);
      await new Promise((settle) => setTimeout(settle, 1));
      return items.map((item) => -item);
    },
    maxItems: 64,
    maxUnderWay: 2,
    worthwhile,
  });
  await Promise.all(
    Array.from({ length: callers }, async (_, item) => {
      for (let n = 0; n < served / callers; n += 1) expect(await call(item)).toBe(-item);
    }),
  );
  return sizes;
}

it("keeps callers together who come again together, never one first and the others later", async () => {
  expect(await sizesOf(1, 3, 16)).toEqual([1, 1, 1]);
  expect(await sizesOf(8, 32, 16)).toEqual([8, 8, 8, 8]);
});

it("shares many among the batches that may be under way, and lets none grow too large", async () => {
  expect((await sizesOf(40, 40, 16)).slice(0, 2)).toEqual([20, 20]);
  expect(await sizesOf(20, 20, 16)).toEqual([16, 4]);
  expect((await sizesOf(200, 200, 16)).slice(0, 2)).toEqual([64, 64]);
});
