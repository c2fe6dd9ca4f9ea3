import { describe, expect, it } from "vitest";
import { type ClientMessage, tryAgainLater } from "#contracts/live";
import { connect, named, startServer, watching } from "#tests/live/server";
import { gate } from "#tests/support/gate";
import { until } from "#tests/support/until";

const changed = (id: string, checkpoint: string) => ({ type: "changed", ...named(id), checkpoint });

describe("after a lost connection", () => {
  it("sends every channel that changed since, once, and no other", async () => {
    const server = await startServer();
    const seen = server.log.happen("team-page/1", "team-page/3");
    server.log.happen("team-page/1");
    const second = server.log.happen("team-page/1");
    const third = server.log.happen("team-page/2", "team-page/9");
    await until(() => expect(server.live.stats().released).toBe(third));
    const client = await watching(server, null, "team-page/1", "team-page/2", "team-page/3");
    client.send({ type: "resume", after: seen });
    await client.roundTrip();
    expect(client.received.filter(({ type }) => type === "changed")).toEqual([
      changed("team-page/1", second),
      changed("team-page/2", third),
    ]);
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
      await client.roundTrip();
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
    await until(() => expect(witness.names()).toEqual(["team-page/2"]));
    expect(client.frames.length).toBe(frames);
    letRead();
    await client.next("changed");
    expect(client.frames.slice(frames)).toEqual([
      expect.arrayContaining([changed("team-page/1", missed), changed("team-page/2", live)]),
    ]);
    expect(client.received.filter(({ type }) => type === "changed")).toHaveLength(2);
  });

  it.each([
    ["unreadable", "nonsense"],
    ["of another log", "999"],
  ])("answers reset when the checkpoint is %s, and goes on from there", async (_, after) => {
    const server = await startServer();
    const client = await watching(server, null, "team-page/1");
    client.send({ type: "resume", after });
    expect(await client.next("reset")).toEqual({ type: "reset", checkpoint: "0" });
    server.log.happen("team-page/1");
    await until(() => expect(client.names()).toEqual(["team-page/1"]));
  });

  it("lets a client try again later when the log cannot be read, and resets none for it", async () => {
    const server = await startServer();
    const client = await watching(server, null, "team-page/1");
    server.log.breakDown();
    client.send({ type: "resume", after: "1" });
    expect(await client.closed).toBe(tryAgainLater);
    expect(client.received.some(({ type }) => type === "reset")).toBe(false);
  });

  it("responds reset beyond the limit of events and does not read them again for the next client", async () => {
    const first = await startServer();
    for (let n = 0; n < 100; n += 1) first.log.happen("team-page/1");
    const server = await startServer({ log: first.log, limits: { resumeEvents: 40 } });
    const client = await watching(server, null, "team-page/1");
    client.send({ type: "resume", after: "50" });
    await client.next("reset");
    const reread = first.log.reread();
    // Nor for a client slightly ahead of it.
    for (const after of ["49", "51", "69"]) {
      client.send({ type: "resume", after });
      await client.roundTrip();
    }
    expect(client.received.filter(({ type }) => type === "reset")).toHaveLength(4);
    expect(first.log.reread()).toBe(reread);
    client.send({ type: "resume", after: "71" });
    await client.roundTrip();
    expect(client.names()).toEqual(["team-page/1"]);
  });

  it("does not read events beyond the limit for concurrent clients", async () => {
    const first = await startServer();
    for (let n = 0; n < 100; n += 1) first.log.happen("team-page/1");
    const server = await startServer({ log: first.log, limits: { resumeEvents: 40 } });
    const asked = ["50", "51", "52"];
    const clients = await Promise.all(asked.map(() => watching(server, null, "team-page/1")));
    const before = first.log.reread();
    for (const [n, after] of asked.entries()) clients[n]?.send({ type: "resume", after });
    for (const client of clients) await client.next("reset");
    // As many as one of them needs.
    expect(first.log.reread() - before).toBeLessThanOrEqual(50);
  });

  it("evicts the oldest changes, then reads or resets, and never skips", async () => {
    const server = await startServer({ limits: { rememberedChannels: 10, resumeEvents: 5 } });
    for (let n = 0; n < 100; n += 1) server.log.happen(`team-page/${n}`);
    await until(() => expect(server.live.stats().released).toBe("100"));
    const client = await watching(server, null, "team-page/99", "team-page/95", "team-page/2");
    client.send({ type: "resume", after: "95" });
    await client.roundTrip();
    expect(client.names()).toEqual(["team-page/95", "team-page/99"]);
    client.send({ type: "resume", after: "2" });
    await client.next("reset");
  });
});

describe("subscribing after a checkpoint", () => {
  it("sends a change since the checkpoint immediately, and nothing without one", async () => {
    const server = await startServer();
    const seen = server.log.happen("team-page/2");
    const change = server.log.happen("team-page/1");
    await until(() => expect(server.live.stats().released).toBe(change));
    const client = await connect(server);
    client.send(
      { type: "subscribe", ...named("team-page/1"), after: seen },
      { type: "subscribe", ...named("team-page/2"), after: seen },
    );
    await client.roundTrip();
    expect(client.received.filter(({ type }) => type === "changed")).toEqual([
      changed("team-page/1", change),
    ]);
  });

  it.each<[string, (after: string) => ClientMessage]>([
    ["subscribe", (after) => ({ type: "subscribe", ...named("team-page/1"), after })],
    ["resume", (after) => ({ type: "resume", after })],
  ])("takes a checkpoint from a process that is ahead of this one: %s", async (_, message) => {
    const server = await startServer();
    const ahead = server.log.add({ touches: ["team-page/1"] });
    const client = await watching(server, null, "team-page/1");
    client.send(message(ahead));
    await client.roundTrip();
    expect(client.received.some(({ type }) => type === "changed" || type === "reset")).toBe(false);
    server.log.advance(server.log.add({ touches: ["team-page/1"] }));
    await until(() => expect(client.names()).toContain("team-page/1"));
  });
});

it("sends a resumable checkpoint with each pong", async () => {
  const server = await startServer();
  const client = await watching(server, null, "team-page/1");
  const other = server.log.happen("team-page/2");
  await until(() => expect(server.live.stats().released).toBe(other));
  await client.roundTrip();
  expect(client.received.at(-1)).toEqual({ type: "pong", checkpoint: other });
});
