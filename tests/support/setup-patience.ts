import { vi } from "vitest";

/** On a busy machine what is waited for may take longer than vitest's second; for `expect.poll` its settings say so. */
const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: 30_000, ...options });
