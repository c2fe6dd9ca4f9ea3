import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { secondMs, sending } from "#tests/delivery/sending";
import { program } from "#tests/support/program";
import { rounds, seededRandom } from "./rounds.ts";

const deliveries = 12;
const soon = { timeout: 30_000, interval: 2 };

it("sends nothing twice when a sender is killed, wherever it is", async () => {
  const { random, seed } = seededRandom();
  let unknown = 0;
  for (let round = 0; round < rounds(4, 200, 2); round += 1) {
    const { member, device, raise, advance, now, rows, start, ended, service, databaseUrl } = await sending({
      delayMs: Math.floor(random() * 20),
    });
    const devices = new Map<string, string>();
    for (let n = 0; n < deliveries; n += 1) {
      const who = await member();
      const { id, subscriptionId } = await device(who);
      devices.set(subscriptionId, id);
      await raise(who);
    }
    advance(15 * secondMs);
    const child = spawn(
      process.execPath,
      [...program("sender-process"), databaseUrl, service.origin, String(now())],
      { stdio: "inherit" },
    );
    const gone = once(child, "exit");
    // Once it has claimed, has written a request, waits for an answer, or records what came of it.
    const enough = Math.floor(random() * deliveries);
    await vi.waitFor(async () => {
      if (enough > 0) expect(service.requests.length).toBeGreaterThanOrEqual(enough);
      else expect((await rows()).some(({ state }) => state !== "due")).toBe(true);
    }, soon);
    child.kill("SIGKILL");
    await gone;
    advance(61 * secondMs);
    start();
    const states = await ended(deliveries);
    const asked = (target: string) => service.requests.filter((id) => id === devices.get(target)).length;
    for (const { state, target, result } of await rows()) {
      const what = `seed ${seed}, round ${round}: ${state} ${result}`;
      if (state === "sent") expect(asked(target), what).toBe(1);
      else {
        expect(`${state} ${result}`, what).toBe("unknown interrupted");
        expect(asked(target), what).toBeLessThanOrEqual(1);
      }
    }
    unknown += states.filter((state) => state === "unknown interrupted").length;
  }
  // Or none was killed while it was at work.
  expect(unknown).toBeGreaterThan(0);
});
