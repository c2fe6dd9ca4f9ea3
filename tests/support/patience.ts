import { vi } from "vitest";
import { repetitions } from "./tally.ts";

/** In `npm run test:all` a limit only ends what hangs: a loaded machine is up to five times as slow as an idle one. */
const slowness = repetitions > 0 ? 5 : 1;

/** Before they were replaced: files that share a process share `vi`. */
const originals = Symbol.for("originals of vi");
const shared: typeof vi & { [originals]?: Pick<typeof vi, "setConfig" | "waitFor"> } = vi;

/**
 * Limits the tests of a file to this time (milliseconds), unless it raises its limit by `vi.setConfig`. Waiting for a
 * condition ends at three quarters of the limit, so that the failure names the condition.
 */
export function limitTests(limitMs: number): void {
  shared[originals] ??= { setConfig: vi.setConfig, waitFor: vi.waitFor };
  const { setConfig, waitFor } = shared[originals];
  let patienceMs = 0;
  vi.setConfig = (config) => {
    if (config.testTimeout === undefined) return setConfig(config);
    const testTimeout = slowness * config.testTimeout;
    patienceMs = 0.75 * testTimeout;
    setConfig({ ...config, testTimeout, expect: { poll: { timeout: patienceMs } } });
  };
  vi.waitFor = (check, options) =>
    waitFor(check, typeof options === "number" ? options : { timeout: patienceMs, ...options });
  vi.setConfig({ testTimeout: limitMs });
}
