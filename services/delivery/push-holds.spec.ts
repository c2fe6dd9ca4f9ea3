import { expect, it } from "vitest";
import { createPushHolds } from "./push-holds.ts";

it("holds a host for a while, and lets the attempt end as it did, where the hold cannot be stored", async () => {
  const at = Date.parse("2025-12-11T03:00:00Z");
  const warnings: unknown[] = [];
  const lost = new Error("the database is away");
  const holds = createPushHolds({
    deliveries: {
      throttled: async () => [],
      heldHosts: async () => [],
      holdHost: () => Promise.reject(lost),
    },
    now: () => new Date(at),
    log: { warn: (...said: unknown[]) => void warnings.push(said) },
  });
  const device = {
    subscriptionId: "1",
    memberId: "2",
    host: "push.example",
    endpoint: "",
    keys: { p256dh: "", auth: "" },
  };
  await holds.note(device, { state: "retry", result: "http-503", refusal: "unavailable" });
  expect(holds.of(device)).toEqual({ until: new Date(at + 30_000), result: "host-held" });
  expect(warnings[0]).toEqual([
    { err: lost, host: "push.example" },
    "the hold of a push service could not be stored",
  ]);
});
