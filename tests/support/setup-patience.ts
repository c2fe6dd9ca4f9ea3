import { expect, vi } from "vitest";

/**
 * Limits by kind of test: beside its source 20 s, with servers (`tests/`) 60 s, `tests/faults` those of the configuration.
 * A condition is waited for less long than that, so that a failure names it.
 */
const file = expect.getState().testPath ?? "";
const isUnit = !file.includes("/tests/");
if (!file.includes("/tests/faults/")) vi.setConfig({ testTimeout: isUnit ? 20_000 : 60_000 });
const patienceMs = isUnit ? 15_000 : 30_000;
vi.setConfig({ expect: { poll: { timeout: patienceMs } } });

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: patienceMs, ...options });
