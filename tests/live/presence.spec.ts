import { describe, expect, it, onTestFinished } from "vitest";
import { listeningOn } from "#services/event-store/listening";
import { openDatabase } from "#services/platform/database/database";
import { createTestLog } from "#tests/live/log";
import { connect, type RawClient, startServer, watching } from "#tests/live/server";
import { testDatabase } from "#tests/support/database";
import { until } from "#tests/support/until";

const limits = { presenceGraceMs: 100, presenceRenewalMs: 50, presenceExpiryMs: 400 };
const named = (client: RawClient) =>
  client.received.flatMap((message) =>
    message.type === "presence" ? [message.people.map(({ name }) => name).join(" ")] : [],
  );
const shows = (client: RawClient, names: string) => until(() => expect(named(client).at(-1)).toBe(names));

describe("presence", () => {
  it("names every member once to all members of the team, and to no other client", async () => {
    const server = await startServer({ limits, mayWatch: async (member) => member !== "outside" });
    const ann = await watching(server, "ann", "presence/1");
    const outside = await watching(server, "outside", "presence/1");
    const visitor = await watching(server, null, "presence/1");
    const other = await watching(server, "cid", "presence/2");
    await watching(server, "bob", "presence/1");
    await watching(server, "bob", "presence/1");
    await shows(ann, "ann bob");
    await shows(other, "cid");
    for (const client of [outside, visitor]) {
      expect(await client.next("gone")).toMatchObject({ view: "presence", code: "forbidden" });
      expect(named(client)).toEqual([]);
    }
  });

  it("keeps a member present over a reload, and removes one who stays away", async () => {
    const server = await startServer({ limits: { ...limits, presenceGraceMs: 1000 } });
    const ann = await watching(server, "ann", "presence/1");
    const bob = await watching(server, "bob", "presence/1");
    await shows(ann, "ann bob");
    bob.socket.terminate();
    const again = await watching(server, "bob", "presence/1");
    await shows(again, "ann bob");
    again.send({ type: "unsubscribe", view: "presence", key: "1" });
    await shows(ann, "ann");
    const afterArrival = named(ann).slice(named(ann).indexOf("ann bob"));
    const changes = afterArrival.filter((names, n) => names !== afterArrival[n - 1]);
    expect(changes).toEqual(["ann bob", "ann"]);
  });

  it("ends with the membership", async () => {
    const members = new Set(["ann", "bob"]);
    const log = createTestLog();
    const server = await startServer({ log, limits, mayWatch: async (member) => members.has(member ?? "") });
    const ann = await watching(server, "ann", "presence/1");
    const bob = await watching(server, "bob", "presence/1");
    await shows(ann, "ann bob");
    members.delete("bob");
    log.add({ revokes: [{ member: "bob", view: "presence", key: "1" }] });
    log.advance();
    expect(await bob.next("gone")).toMatchObject({ view: "presence", key: "1", code: "revoked" });
    await shows(ann, "ann");
  });
});

/** Servers with separate connection pools on one database, like two processes. */
async function twoServers() {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const start = () => {
    const own = openDatabase(database.url);
    onTestFinished(() => own.close());
    return startServer({ limits, listening: listeningOn(own.pool) });
  };
  return [await start(), await start()] as const;
}

describe("presence in several processes", () => {
  it("includes members of the other processes, also of those that started earlier", async () => {
    const [here, there] = await twoServers();
    const ann = await watching(here, "ann", "presence/1");
    await shows(ann, "ann");
    const bob = await watching(there, "bob", "presence/1");
    await shows(bob, "ann bob");
    await shows(ann, "ann bob");
    bob.socket.terminate();
    await shows(ann, "ann");
  });

  it("drops a process that sends no more announcements", async () => {
    const database = await testDatabase();
    onTestFinished(() => database.close());
    const listening = listeningOn(database.pool);
    const server = await startServer({ limits, listening });
    const ann = await connect(server, "ann");
    ann.send({ type: "subscribe", view: "presence", key: "1" });
    await shows(ann, "ann");
    const silent = { process: "another", teamId: "1", members: ["bob"] };
    await until(async () => {
      await listening.notify("presence", JSON.stringify(silent));
      expect(named(ann)).toContain("ann bob");
    });
    await shows(ann, "ann");
  });
});
