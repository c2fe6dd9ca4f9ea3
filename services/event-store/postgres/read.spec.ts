import type pg from "pg";
import { expect, it, vi } from "vitest";
import { startOfLog } from "./position.ts";
import { sharedPolls } from "./read.ts";

/** Polls whose connections are counted and given out by the test. */
function counted() {
  const refusals: (() => void)[] = [];
  const connect = vi.fn(
    () =>
      new Promise((_, refuse) => {
        refusals.push(() => refuse(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })));
      }),
  );
  const poll = sharedPolls({ connect, options: { max: 1 } } as unknown as pg.Pool);
  return { connect, poll, refuseAll: () => refusals.splice(0).forEach((refuse) => void refuse()) };
}

it("reads once for subscriptions at one position, and again for each position and after each wake-up", () => {
  const { connect, poll } = counted();
  const later = "1.700.1";
  for (const [after, generation, reads] of [
    [startOfLog, 4, 1],
    [startOfLog, 4, 1],
    [later, 4, 2],
    // What the running read has seen may be older than the wake-up.
    [startOfLog, 5, 3],
    [later, 5, 4],
    [startOfLog, 5, 4],
    [startOfLog, 6, 5],
  ] as const) {
    void poll(after, generation);
    expect(connect).toHaveBeenCalledTimes(reads);
  }
});

it("reads again once a read is over, in the same generation, and reports an unreachable store as no page", async () => {
  const { connect, poll, refuseAll } = counted();
  for (let reads = 1; reads <= 3; reads += 1) {
    const page = poll(startOfLog, 4);
    expect(connect).toHaveBeenCalledTimes(reads);
    refuseAll();
    expect(await page).toBeUndefined();
  }
});
