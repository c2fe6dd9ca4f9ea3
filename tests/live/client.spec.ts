import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestLog } from "#tests/live/log";
import { openPage } from "#tests/live/page";
import { startServer } from "#tests/live/server";
import { until } from "#tests/support/until";

const opened = (page: ReturnType<typeof openPage>) => until(() => expect(page.state()).toBe("open"));

describe("a client that subscribes", () => {
  it("receives changes while any part of the page subscribes, and no longer", async () => {
    const server = await startServer();
    const page = openPage(server.url);
    await opened(page);
    const stops = [page.watch("team-page/1"), page.watch("team-page/1"), page.watch("team-page/2")];
    await until(() => expect(server.live.stats().subscriptions).toBe(2));
    stops[0]?.();
    stops[0]?.();
    server.log.happen("team-page/1");
    await until(() => expect(page.received).toEqual(["team-page/1"]));
    stops[1]?.();
    await until(() => expect(server.live.stats().subscriptions).toBe(1));
    server.log.happen("team-page/1");
    server.log.happen("team-page/2");
    await until(() => expect(page.received).toEqual(["team-page/1", "team-page/2"]));
  });

  it("receives gone when the permission is lost and does not subscribe again", async () => {
    let may = true;
    const server = await startServer({ mayWatch: async () => may });
    const page = openPage(server.url, { token: () => "ann" });
    await opened(page);
    page.watch("team-members/1");
    await until(() => expect(server.live.stats().subscriptions).toBe(1));
    may = false;
    server.log.add({ revokes: [{ member: "ann", view: "team-members", key: "1" }] });
    server.log.advance();
    await until(() => expect(page.received).toEqual(["gone team-members/1 revoked"]));
    page.cut();
    await until(() => expect(page.connections()).toBe(2));
    await opened(page);
    expect(page.received).toEqual(["gone team-members/1 revoked"]);
    page.watch("team-members/1");
    await until(() => expect(page.received.at(-1)).toBe("gone team-members/1 forbidden"));
  });
});

describe("a client that loses its connection", () => {
  it("catches up with a restarted server without missing or repeating anything", async () => {
    const first = await startServer();
    const page = openPage(first.url);
    await opened(page);
    page.watch("team-page/1");
    page.watch("team-page/2");
    page.watch("team-page/3");
    first.log.happen("team-page/1");
    await until(() => expect(page.received).toEqual(["team-page/1"]));
    await first.stop();
    await until(() => expect(page.state()).toBe("connecting"));
    first.log.happen("team-page/2");
    const second = await startServer({ log: first.log, port: first.port });
    await opened(page);
    second.log.happen("team-page/3");
    await until(() => expect(page.received).toEqual(["team-page/1", "team-page/2", "team-page/3"]));
    expect(page.states).toEqual(["connecting", "open", "connecting", "open"]);
  });
});

it("converges to the final state despite random faults", async () => {
  const ids = ["team-page/1", "team-page/2", "team-calendar/1", "team-articles/1"];
  const channel = fc.constantFrom(...ids);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("add" as const), channel }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("advance" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("cut" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("mend" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("toggle" as const), channel }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(4) }) },
  );
  const limits = fc.record({
    resumeEvents: fc.constantFrom(3, 10_000),
    rememberedChannels: fc.constantFrom(2, 50_000),
    coalesceMs: fc.constantFrom(0, 3),
  });
  const answersAfter = fc.constantFrom(0, 2, 8);

  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      limits,
      answersAfter,
      async (steps, bounds, answersAfterMs) => {
        const log = createTestLog();
        const shown = new Map<string, number>();
        // The response arrives some time after its request, with the state of that time.
        const fetchRow = (id: string) => {
          const row = log.writes(id);
          const place = log.progress.reached();
          const askedAt = performance.now();
          shown.set(id, row);
          setTimeout(() => page.answer(place, askedAt), answersAfterMs);
        };
        let server = await startServer({ log, limits: bounds });
        const page = openPage(server.url, {
          onChanged: (view, key) => fetchRow(`${view}/${key}`),
          onReset: () => ids.forEach(fetchRow),
        });
        const stops = new Map<string, () => void>();
        const watch = (id: string) => {
          if (!shown.has(id)) fetchRow(id);
          stops.set(id, page.watch(id));
        };
        watch(ids[0]!);
        for (const action of steps) {
          if (action.do === "add") log.add({ touches: [action.channel] });
          else if (action.do === "advance") log.advance();
          else if (action.do === "cut") page.cut();
          else if (action.do === "break") log.breakDown();
          else if (action.do === "mend") log.mend();
          else if (action.do === "wait") await new Promise((resolve) => setTimeout(resolve, action.ms));
          else if (action.do === "restart") {
            await server.stop();
            server = await startServer({ log, limits: bounds, port: server.port });
          } else if (stops.has(action.channel)) {
            stops.get(action.channel)?.();
            stops.delete(action.channel);
          } else watch(action.channel);
        }
        log.mend();
        log.advance();
        for (const id of ids) if (!stops.has(id)) watch(id);
        await until(() => expect(ids.map((id) => shown.get(id))).toEqual(ids.map(log.writes)));
        page.live.stop();
        await server.stop();
      },
    ),
    // Without shrinking, because each failing attempt takes as long as the timeout of the condition.
    { numRuns: 60, endOnFailure: true },
  );
});
