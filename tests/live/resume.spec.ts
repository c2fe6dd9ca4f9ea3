import { describe, expect, it } from "vitest";
import type { ClientMessage } from "#contracts/live";
import {
  connect,
  eventually,
  named,
  type RawClient,
  startServer,
  type TestServer,
  watching,
} from "#tests/live/server";
import { gate } from "#tests/support/gate";

const changed = (id: string, checkpoint: string) => ({ type: "changed", ...named(id), checkpoint });

describe("after a lost connection", () => {
  it("names every channel that changed since, once, and none that did not", async () => {
    const server = await startServer();
    const seen = server.log.happen("team-page/1", "team-page/3");
    server.log.happen("team-page/1");
    const second = server.log.happen("team-page/1");
    const third = server.log.happen("team-page/2", "team-page/9");
    await eventually(() => expect(server.live.stats().released).toBe(third));
    const client = await watching(server, null, "team-page/1", "team-page/2", "team-page/3");
    client.send({ type: "resume", after: seen });
    await client.settle();
    expect(client.heard.filter(({ type }) => type === "changed")).toEqual([
      changed("team-page/1", second),
      changed("team-page/2", third),
    ]);
  });

  it("names changes from before the process started, read from the log", async () => {
    const first = await startServer();
    const seen = first.log.happen("team-page/1");
    first.log.happen("team-page/2");
    await first.stop();
    first.log.happen("team-page/3");
    const server = await startServer({ log: first.log });
    const client = await watching(server, null, "team-page/1", "team-page/2", "team-page/3");
    client.send({ type: "resume", after: seen });
    await client.settle();
    expect(client.names()).toEqual(["team-page/2", "team-page/3"]);
  });

  it("reads the log once for all clients that resume after a restart", async () => {
    const first = await startServer();
    const seen = first.log.happen("team-page/1");
    for (let n = 0; n < 50; n += 1) first.log.happen("team-page/2");
    const server = await startServer({ log: first.log });
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => watching(server, null, "team-page/2")),
    );
    for (const client of clients) client.send({ type: "resume", after: seen });
    for (const client of clients) {
      await client.settle();
      expect(client.names()).toEqual(["team-page/2"]);
    }
    expect(first.log.reread()).toBeLessThanOrEqual(50);
  });

  it("sends no live name before the resumed ones", async () => {
    const { open: letRead, opened: reading } = gate();
    const first = await startServer();
    const seen = first.log.happen("team-page/9");
    const missed = first.log.happen("team-page/1");
    const { store } = first.log;
    const server = await startServer({
      log: first.log,
      store: { ...store, readAll: (after, limit) => reading.then(() => store.readAll(after, limit)) },
    });
    const client = await watching(server, null, "team-page/1", "team-page/2");
    const frames = client.frames.length;
    client.send({ type: "resume", after: seen });
    const witness = await watching(server, null, "team-page/2");
    const live = server.log.happen("team-page/2");
    await eventually(() => expect(witness.names()).toEqual(["team-page/2"]));
    expect(client.frames.length).toBe(frames);
    letRead();
    await client.next("changed");
    expect(client.frames.slice(frames)).toEqual([
      expect.arrayContaining([changed("team-page/1", missed), changed("team-page/2", live)]),
    ]);
    expect(client.heard.filter(({ type }) => type === "changed")).toHaveLength(2);
  });

  it.each([
    ["unreadable", "nonsense"],
    ["of another log", "999"],
  ])("says reset when the checkpoint is %s, and goes on from there", async (_, after) => {
    const server = await startServer();
    const client = await watching(server, null, "team-page/1");
    client.send({ type: "resume", after });
    expect(await client.next("reset")).toEqual({ type: "reset", checkpoint: "0" });
    server.log.happen("team-page/1");
    await eventually(() => expect(client.names()).toEqual(["team-page/1"]));
  });

  it("answers reset beyond the limit of events and does not read them again for the next client", async () => {
    const first = await startServer();
    for (let n = 0; n < 100; n += 1) first.log.happen("team-page/1");
    const server = await startServer({ log: first.log, limits: { resumeEvents: 40 } });
    const client = await watching(server, null, "team-page/1");
    client.send({ type: "resume", after: "50" });
    await client.next("reset");
    const reread = first.log.reread();
    client.send({ type: "resume", after: "49" });
    await client.settle();
    expect(client.heard.filter(({ type }) => type === "reset")).toHaveLength(2);
    expect(first.log.reread()).toBe(reread);
    client.send({ type: "resume", after: "61" });
    await client.settle();
    expect(client.names()).toEqual(["team-page/1"]);
  });

  it("evicts the oldest changes, then reads or resets, and never skips", async () => {
    const server = await startServer({ limits: { rememberedChannels: 10, resumeEvents: 5 } });
    for (let n = 0; n < 100; n += 1) server.log.happen(`team-page/${n}`);
    await eventually(() => expect(server.live.stats().released).toBe("100"));
    const client = await watching(server, null, "team-page/99", "team-page/95", "team-page/2");
    client.send({ type: "resume", after: "95" });
    await client.settle();
    expect(client.names()).toEqual(["team-page/95", "team-page/99"]);
    client.send({ type: "resume", after: "2" });
    await client.next("reset");
  });
});

describe("reconnecting to a process that is behind the former one", () => {
  /** A client that received everything up to `seen` elsewhere and acknowledges that with its hello. */
  async function back(server: TestServer, seen: string, ...more: ClientMessage[]): Promise<RawClient> {
    const client = await connect(server, null, { saysHello: false });
    client.send(
      { type: "hello", token: null },
      ...["team-page/1", "team-page/2"].map((id) => ({ type: "subscribe", ...named(id) }) as const),
      ...more,
      { type: "resume", after: seen },
      { type: "ping" },
    );
    return client;
  }

  /** The server, which holds its messages, has received everything: it answers a ping of the websocket itself. */
  const arrived = ({ socket }: RawClient) =>
    new Promise((resolve) => {
      socket.once("pong", resolve);
      socket.ping();
    });

  it("repeats no acknowledged name and sends all later ones", async () => {
    const server = await startServer({ limits: { catchUpMs: 30_000 } });
    const seen = server.log.add({ touches: ["team-page/1", "team-page/2"] });
    const [client, witness] = [await back(server, seen), await watching(server, null, "team-page/1")];
    expect(client.heard).toEqual([]);
    server.log.advance(seen);
    await eventually(() => expect(witness.names()).toEqual(["team-page/1"]));
    expect(await client.next("pong")).toEqual({ type: "pong", checkpoint: seen });
    const next = server.log.happen("team-page/2");
    await eventually(() => expect(client.heard).toContainEqual(changed("team-page/2", next)));
    expect(client.heard.filter(({ type }) => type === "changed")).toEqual([changed("team-page/2", next)]);
  });

  it("sends the names after the smallest of several checkpoints", async () => {
    const server = await startServer({ limits: { catchUpMs: 30_000 } });
    const older = server.log.add({ touches: ["team-page/1"] });
    const between = server.log.add({ touches: ["team-page/2"] });
    const seen = server.log.add({ touches: [] });
    const client = await back(server, seen, { type: "resume", after: older });
    server.log.advance(seen);
    await client.next("pong");
    expect(client.heard.filter(({ type }) => type === "changed")).toEqual([changed("team-page/2", between)]);
  });

  it.each<[string, string, (older: string) => ClientMessage]>([
    ["resumes from an older checkpoint", "team-page/2", (after) => ({ type: "resume", after })],
    [
      "opens a page that it left at an older checkpoint",
      "team-page/3",
      (after) => ({ type: "subscribe", ...named("team-page/3"), after }),
    ],
  ])("sends the names after an older checkpoint to a client that %s while it waits", async (_, id, wish) => {
    const server = await startServer({ limits: { catchUpMs: 30_000 } });
    const older = server.log.happen("team-page/1");
    const between = server.log.add({ touches: [id] });
    const seen = server.log.add({ touches: [] });
    const [client, witness] = [await back(server, seen), await watching(server, null, id)];
    client.send(wish(older), { type: "ping" });
    await arrived(client);
    expect(client.heard).toEqual([]);
    server.log.advance(seen);
    await eventually(() => expect(witness.names()).toEqual([id]));
    await client.next("pong");
    expect(client.heard).toContainEqual(changed(id, between));
  });

  it("receives gone while it waits, and then no name of that channel", async () => {
    let may = true;
    let asked = 0;
    const server = await startServer({
      limits: { catchUpMs: 30_000 },
      async mayWatch() {
        asked += 1;
        return may;
      },
    });
    const right = { member: "ann", view: "team-members", key: "1" } as const;
    const loss = server.log.add({ touches: ["team-members/1"], revokes: [right] });
    const seen = server.log.add({ touches: ["team-page/1"] });
    const ids = ["team-members/1", "team-page/1"];
    const client = await connect(server, null, { saysHello: false });
    client.send(
      { type: "hello", token: "ann" },
      ...ids.map((id) => ({ type: "subscribe", ...named(id) }) as const),
      { type: "resume", after: seen },
      // Otherwise the name that is sent below would count as acknowledged.
      { type: "resume", after: "0" },
      { type: "ping" },
    );
    await eventually(() => expect(asked).toBe(1));
    expect(client.heard).toEqual([]);
    may = false;
    server.log.advance(loss);
    await client.next("gone");
    expect(client.heard.map(({ type }) => type)).toEqual(["hello", "gone"]);
    server.log.advance(seen);
    await client.next("pong");
    expect(client.heard.slice(2)).toEqual([
      { type: "subscribed", ...named("team-page/1") },
      changed("team-page/1", seen),
      { type: "pong", checkpoint: seen },
    ]);
  });

  it("stops waiting for a stalled process and receives the names again", async () => {
    const server = await startServer({ limits: { catchUpMs: 1 } });
    const seen = server.log.add({ touches: ["team-page/1"] });
    const client = await back(server, seen);
    expect(await client.next("pong")).toEqual({ type: "pong", checkpoint: "0" });
    server.log.advance(seen);
    await eventually(() => expect(client.names()).toEqual(["team-page/1"]));
  });

  it("withdraws nothing on a later resume: earlier names may not have arrived", async () => {
    const server = await startServer({ limits: { catchUpMs: 30_000 } });
    const client = await watching(server, null, "team-page/1");
    const ahead = server.log.add({ touches: ["team-page/1"] });
    client.send({ type: "resume", after: ahead });
    await client.settle();
    server.log.advance(ahead);
    await eventually(() => expect(client.names()).toEqual(["team-page/1"]));
  });
});

describe("subscribing after a checkpoint", () => {
  it("sends a change since the checkpoint at once, and nothing without one", async () => {
    const server = await startServer();
    const seen = server.log.happen("team-page/2");
    const change = server.log.happen("team-page/1");
    await eventually(() => expect(server.live.stats().released).toBe(change));
    const client = await connect(server);
    client.send(
      { type: "subscribe", ...named("team-page/1"), after: seen },
      { type: "subscribe", ...named("team-page/2"), after: seen },
    );
    await client.settle();
    expect(client.heard.filter(({ type }) => type === "changed")).toEqual([changed("team-page/1", change)]);
  });

  it("takes a checkpoint from a process that is ahead of this one", async () => {
    const server = await startServer();
    const ahead = server.log.add({ touches: ["team-page/1"] });
    const client = await connect(server);
    client.send({ type: "subscribe", ...named("team-page/1"), after: ahead });
    await client.settle();
    expect(client.heard.map(({ type }) => type)).toEqual(["hello", "subscribed", "pong"]);
  });
});

it("sends a resumable checkpoint with each pong", async () => {
  const server = await startServer();
  const client = await watching(server, null, "team-page/1");
  const other = server.log.happen("team-page/2");
  await eventually(() => expect(server.live.stats().released).toBe(other));
  await client.settle();
  expect(client.heard.at(-1)).toEqual({ type: "pong", checkpoint: other });
});
