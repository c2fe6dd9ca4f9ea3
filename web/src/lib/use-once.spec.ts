// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useOnce } from "./use-once.ts";

it("ignores calls while it runs, and runs again after it has ended, successfully or not", async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const { result } = renderHook(() =>
    useOnce(() => {
      runs += 1;
      return new Promise<void>((resolve, reject) =>
        ends.push(runs === 1 ? () => reject(new Error("no")) : resolve),
      );
    }),
  );
  const first = result.current();
  await result.current();
  expect(runs).toBe(1);
  ends[0]?.();
  await expect(first).rejects.toThrow("no");
  const second = result.current();
  ends[1]?.();
  await second;
  expect(runs).toBe(2);
});
