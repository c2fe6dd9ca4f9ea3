import { vi } from "vitest";

/** Checks often until a condition is true; otherwise the test fails with the last reason (patience.ts). */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { interval: 10 }) as Promise<T>;
