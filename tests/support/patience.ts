import { vi } from "vitest";

/**
 * Limits the tests of a file to this time (milliseconds), unless it raises its limit by `vi.setConfig`. Waiting for a
 * condition ends at three quarters of the limit, so that the failure names the condition.
 */
export function limitTests(limitMs: number): void {
  const { setConfig, waitFor } = vi;
  let patienceMs = 0;
  vi.setConfig = (config) => {
    const { testTimeout } = config;
    if (testTimeout === undefined) return setConfig(config);
    patienceMs = 0.75 * testTimeout;
    setConfig({ ...config, expect: { poll: { timeout: patienceMs } } });
  };
  vi.waitFor = (check, options) =>
    waitFor(check, typeof options === "number" ? options : { timeout: patienceMs, ...options });
  vi.setConfig({ testTimeout: limitMs });
}
