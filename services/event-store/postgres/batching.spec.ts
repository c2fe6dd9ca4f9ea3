import { expect, it } from "vitest";
import { batching } from "./batching.ts";

/**
 * Sizes of the batches when this many callers call again as soon as their call returns, until `served` calls have
 * returned.
 */
async function sizesOf(callers: number, served: number, worthwhile: number): Promise<number[]> {
  const sizes: number[] = [];
  const call = batching<number, number>({
    run: async (items) => {
      sizes.push(items.length);
      await new Promise((settle) => setTimeout(settle, 1));
      return items.map((item) => -item);
    },
    maxItems: 64,
    maxInFlight: 2,
    worthwhile,
  });
  await Promise.all(
    Array.from({ length: callers }, async (_, item) => {
      for (let n = 0; n < served / callers; n += 1) expect(await call(item)).toBe(-item);
    }),
  );
  return sizes;
}

it("keeps callers that return together in one batch and does not split off the first", async () => {
  expect(await sizesOf(1, 3, 16)).toEqual([1, 1, 1]);
  expect(await sizesOf(8, 32, 16)).toEqual([8, 8, 8, 8]);
});

it("divides many calls among the batches that may be in flight and limits the size of each", async () => {
  expect((await sizesOf(40, 40, 16)).slice(0, 2)).toEqual([20, 20]);
  expect(await sizesOf(20, 20, 16)).toEqual([16, 4]);
  expect((await sizesOf(200, 200, 16)).slice(0, 2)).toEqual([64, 64]);
});
