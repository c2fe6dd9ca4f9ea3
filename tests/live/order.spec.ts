import { describe, expect, it } from "vitest";
import type { ChannelName } from "#services/platform/live/options";
import { connect, named, startServer, watching } from "#tests/live/server";
import { gate } from "#tests/support/gate";
import { until } from "#tests/support/until";

it("sends a name only after the read models have reached the event, and then in log order", async () => {
  const server = await startServer({ limits: { coalesceMs: 0 } });
  const client = await watching(server, null, "team-page/1", "team-calendar/1");
  const first = server.log.add({ touches: ["team-page/1"] });
  server.log.add({ touches: ["team-calendar/1"] });
  await until(() => expect(server.live.stats().waiting).toBe(2));
  await client.roundTrip();
  expect(client.names()).toEqual([]);

  server.log.advance(first);
  await until(() => expect(client.names()).toEqual(["team-page/1"]));
  await client.roundTrip();
  expect(client.names()).toEqual(["team-page/1"]);

  server.log.advance();
  await until(() => expect(client.names()).toEqual(["team-page/1", "team-calendar/1"]));
});

it("coalesces names into one frame, each once with its last checkpoint", async () => {
  const server = await startServer({ limits: { coalesceMs: 10 } });
  const client = await watching(server, null, "team-page/1", "team-calendar/1");
  const before = client.frames.length;
  server.log.add({ touches: ["team-page/1", "team-page/1"] });
  server.log.add({ touches: ["team-calendar/1"] });
  const last = server.log.add({ touches: ["team-page/1"] });
  await until(() => expect(server.live.stats().waiting).toBe(3));
  server.log.advance();
  await client.next("changed");
  expect(client.frames.slice(before)).toEqual([
    [
      { type: "changed", ...named("team-calendar/1"), checkpoint: "2" },
      { type: "changed", ...named("team-page/1"), checkpoint: last },
    ],
  ]);
});

it("sends no names of channels without a subscription", async () => {
  const server = await startServer();
  const client = await watching(server, null, "team-page/1", "team-page/2");
  client.send({ type: "unsubscribe", ...named("team-page/2") });
  await client.roundTrip();
  server.log.happen("team-page/2", "team-page/3");
  server.log.happen("team-page/1");
  await until(() => expect(client.names()).toEqual(["team-page/1"]));
});

it("does not skip an unreadable event", async () => {
  let understands = false;
  const server = await startServer({
    touched: () => {
      if (!understands) throw new Error("schema too new");
      return [named("team-page/1")];
    },
  });
  const client = await watching(server, null, "team-page/1");
  server.log.happen("whatever");
  await until(() => expect(server.live.stats().isRetrying).toBe(true));
  await client.roundTrip();
  expect(client.names()).toEqual([]);
  understands = true;
  await until(() => expect(client.names()).toEqual(["team-page/1"]));
});

it("stops reading when too many events wait for their rows, and loses none", async () => {
  const server = await startServer({ limits: { waitingEvents: 100 } });
  const client = await watching(server, null, "team-page/1999");
  for (let n = 0; n < 2000; n += 1) server.log.add({ touches: [`team-page/${n}`] });
  await until(() => expect(server.live.stats().waiting).toBeGreaterThanOrEqual(100));
  await client.roundTrip();
  expect(server.live.stats().waiting).toBeLessThan(1000);
  server.log.advance();
  await until(() => expect(client.names()).toEqual(["team-page/1999"]));
});

const shown: readonly ChannelName[] = [named("team-page/7")];

describe("channels looked up in read models", () => {
  it("are sent with the event's own channels; later events wait", async () => {
    const { open: find, opened: found } = gate<readonly ChannelName[]>();
    let asked = 0;
    const server = await startServer({
      lookUp: ({ data }) =>
        (data.touches as string[]).length === 0
          ? () => {
              asked += 1;
              return found;
            }
          : undefined,
    });
    const client = await watching(server, null, "team-page/7", "team-page/8");
    server.log.add({});
    await client.roundTrip();
    expect(asked).toBe(0);
    server.log.happen("team-page/8");
    await until(() => expect(asked).toBe(1));
    await client.roundTrip();
    expect(client.names()).toEqual([]);
    find(shown);
    await until(() => expect(client.names()).toEqual(["team-page/7", "team-page/8"]));
  });

  it("are looked up again after a failure", async () => {
    let attempts = 0;
    const server = await startServer({
      lookUp: () => async () => {
        attempts += 1;
        if (attempts < 3) throw new Error("planted");
        return shown;
      },
    });
    const client = await watching(server, null, "team-page/7");
    server.log.happen();
    await until(() => expect(client.names()).toEqual(["team-page/7"]));
    expect(attempts).toBe(3);
  });

  it("are sent to clients that resume from before the event", async () => {
    const first = await startServer({ lookUp: () => async () => shown });
    const from = first.log.happen();
    first.log.happen();
    await first.stop();
    const second = await startServer({ log: first.log, lookUp: () => async () => shown });
    const client = await connect(second, null);
    client.send({ type: "subscribe", ...named("team-page/7") }, { type: "resume", after: from });
    await until(() => expect(client.names()).toEqual(["team-page/7"]));
  });
});
