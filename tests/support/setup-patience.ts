import { expect, vi } from "vitest";

/**
 * Time limits by kind of test: 20 s beside the source, 60 s with servers (`tests/`), in `tests/faults` those of the
 * configuration. Waiting for a condition ends earlier, so that the failure names the condition.
 */
const file = expect.getState().testPath ?? "";
const isUnit = !file.includes("/tests/");
if (!file.includes("/tests/faults/")) vi.setConfig({ testTimeout: isUnit ? 20_000 : 60_000 });
const patienceMs = isUnit ? 15_000 : 30_000;
vi.setConfig({ expect: { poll: { timeout: patienceMs } } });

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: patienceMs, ...options });
