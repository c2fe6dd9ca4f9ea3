import { describe, expect, it } from "vitest";
import { closeCodes } from "#contracts/live";
import { authenticate, connect, named, startServer, watching } from "#tests/live/server";
import { gate } from "#tests/support/gate";
import { until } from "#tests/support/until";

describe("who may watch", () => {
  it("allows public views to all, own views to their member, manager views by the rule", async () => {
    const server = await startServer({ mayWatch: async (member, _, key) => member === "ann" || key === "7" });
    const wanted = ["team-page/1", "my-teams/ann", "my-teams/bob", "team-members/1", "team-members/7"];
    const result = async (token: string | null) => {
      const client = await watching(server, token, ...wanted);
      return client.received.flatMap((message) =>
        message.type === "subscribed" ? [`${message.view}/${message.key}`] : [],
      );
    };
    expect((await result(null)).sort()).toEqual(["team-page/1"]);
    expect((await result("ann")).sort()).toEqual([
      "my-teams/ann",
      "team-members/1",
      "team-members/7",
      "team-page/1",
    ]);
    expect((await result("bob")).sort()).toEqual(["team-members/7", "team-page/1"]);
  });

  it("sends gone on refusal, and no name of that channel", async () => {
    const server = await startServer({ mayWatch: async () => false });
    const client = await watching(server, "bob", "team-members/1", "team-page/1");
    expect(await client.next("gone")).toEqual({
      type: "gone",
      ...named("team-members/1"),
      code: "forbidden",
    });
    server.log.happen("team-members/1");
    server.log.happen("team-page/1");
    await until(() => expect(client.names()).toEqual(["team-page/1"]));
  });

  it("holds names during the permission check and drops them on refusal", async () => {
    let answer = (_: boolean) => {};
    const server = await startServer({
      mayWatch: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const client = await connect(server, "bob");
    client.send({ type: "subscribe", ...named("team-members/1") });
    await until(() => expect(server.live.stats().subscriptions).toBe(1));
    server.log.happen("team-members/1");
    await until(() => expect(server.live.stats().pending).toBe(1));
    answer(false);
    await client.roundTrip();
    expect(client.received.map(({ type }) => type)).toEqual(["hello", "gone", "pong"]);
  });

  it.each(["mayWatch", "authenticate"])("closes with try again when the check fails: %s", async (check) => {
    const server = await startServer({ [check]: () => Promise.reject(new Error("no database")) });
    const client = await connect(server, null, { saysHello: false });
    client.send({ type: "hello", token: "bob" }, { type: "subscribe", ...named("team-members/1") });
    expect(await client.closed).toBe(1013);
  });
});

describe("tokens", () => {
  it.each([
    ["expired", closeCodes.tokenExpired],
    ["bad", closeCodes.unauthenticated],
  ])("closes on a token that is %s", async (token, code) => {
    const client = await connect(await startServer(), token, { saysHello: false });
    client.send({ type: "hello", token });
    expect(await client.closed).toBe(code);
    expect(client.received).toEqual([]);
  });

  it("does not count a client that left during its token check", async () => {
    const { open: letIn, opened: checking } = gate();
    const server = await startServer({ authenticate: (token) => checking.then(() => authenticate(token)) });
    const client = await connect(server, null, { saysHello: false });
    client.send({ type: "hello", token: "ann" });
    const visitor = await connect(server);
    client.socket.terminate();
    await until(() => expect(server.live.stats().connections).toBe(1));
    letIn();
    await visitor.roundTrip();
    expect(server.live.stats().members).toBe(0);
  });

  it("closes when the token expires", async () => {
    const server = await startServer({
      authenticate: async (uuid) => ({ uuid, expiresAt: new Date(Date.now() + 1000) }),
    });
    const client = await connect(server, "ann");
    expect(await client.closed).toBe(closeCodes.tokenExpired);
    expect(server.live.stats()).toMatchObject({ connections: 0, members: 0 });
  });
});

describe("loss of permission", () => {
  it("keeps channels with a valid permission", async () => {
    const server = await startServer({ mayWatch: async (_, view) => view === "team-members" });
    const client = await watching(server, "ann", "team-members/1", "team-page/1");
    server.log.add({ revokes: [{ member: "ann", view: "team-members", key: "1" }] });
    server.log.happen("team-members/1", "team-page/1");
    await until(() => expect(client.names().sort()).toEqual(["team-members/1", "team-page/1"]));
    expect(client.received.some(({ type }) => type === "gone")).toBe(false);
  });

  it("sends nothing from the revoking event on, however long the check takes", async () => {
    const answers: ((may: boolean) => void)[] = [];
    const server = await startServer({ mayWatch: () => new Promise((resolve) => answers.push(resolve)) });
    const client = await connect(server, "ann");
    client.send({ type: "subscribe", ...named("team-members/1") });
    await until(() => expect(answers).toHaveLength(1));
    answers[0]?.(true);
    await client.next("subscribed");
    const loss = { member: "ann", view: "team-members", key: "1" } as const;
    server.log.add({ touches: ["team-members/1"], revokes: [loss] });
    server.log.happen("team-members/1");
    await until(() => expect(answers).toHaveLength(2));
    await until(() => expect(server.live.stats().pending).toBe(1));
    answers[1]?.(false);
    await client.next("gone");
    await client.roundTrip();
    expect(client.names()).toEqual([]);
  });

  it("checks all channels of a view again, of that member alone", async () => {
    let may = true;
    const checked: string[] = [];
    const server = await startServer({
      async mayWatch(member, view, key) {
        checked.push(`${member} ${view}/${key}`);
        return may || key === "2";
      },
    });
    const names = ["discussion/1", "discussion/2", "discussion/3", "team-members/7"];
    const ann = await watching(server, "ann", ...names);
    const bob = await watching(server, "bob", ...names);
    may = false;
    checked.length = 0;
    server.log.add({ touches: ["discussion/1"], revokes: [{ member: "ann", view: "discussion" }] });
    server.log.happen(...names);
    await until(() => expect(ann.names().sort()).toEqual(["discussion/2", "team-members/7"]));
    await until(() => expect(bob.names().sort()).toEqual(expect.arrayContaining(names)));
    expect(checked.sort()).toEqual(["ann discussion/1", "ann discussion/2", "ann discussion/3"]);
    expect(ann.received.filter(({ type }) => type === "gone")).toEqual(
      ["discussion/1", "discussion/3"].map((name) => ({ type: "gone", ...named(name), code: "revoked" })),
    );
    expect(bob.received.some(({ type }) => type === "gone")).toBe(false);
  });

  it("checks again when the permission is lost during a check", async () => {
    const answers: ((may: boolean) => void)[] = [];
    const server = await startServer({ mayWatch: () => new Promise((resolve) => answers.push(resolve)) });
    const client = await connect(server, "ann");
    client.send({ type: "subscribe", ...named("team-members/1") });
    await until(() => expect(answers).toHaveLength(1));
    const revocation = server.log.add({ revokes: [{ member: "ann", view: "team-members", key: "1" }] });
    server.log.advance();
    await until(() => expect(server.live.stats().released).toBe(revocation));
    answers[0]?.(true);
    await until(() => expect(answers).toHaveLength(2));
    answers[1]?.(false);
    await client.next("gone");
    expect(client.received.some(({ type }) => type === "subscribed")).toBe(false);
  });

  it("checks permissions again at resume", async () => {
    let may = true;
    const server = await startServer({ mayWatch: async () => may });
    const client = await watching(server, "ann", "team-members/1");
    may = false;
    server.log.happen("team-members/1");
    await until(() => expect(client.names()).toHaveLength(1));
    client.send({ type: "resume", after: "0" });
    await client.roundTrip();
    expect(client.names()).toHaveLength(1);
    expect(await client.next("gone")).toMatchObject({ code: "revoked" });
  });

  it("closes all connections of an ended session, and no others", async () => {
    const server = await startServer();
    const ann = [await connect(server, "ann"), await connect(server, "ann")];
    const bob = await connect(server, "bob");
    server.log.add({ revokes: [{ member: "ann" }] });
    server.log.advance();
    expect(await Promise.all(ann.map(({ closed }) => closed))).toEqual([
      closeCodes.revoked,
      closeCodes.revoked,
    ]);
    await bob.roundTrip();
  });

  it("closes a connection whose session ends during its token check", async () => {
    const { open: letIn, opened: checking } = gate();
    const server = await startServer({ authenticate: (token) => checking.then(() => authenticate(token)) });
    const client = await connect(server, null, { saysHello: false });
    client.send({ type: "hello", token: "ann" });
    const visitor = await connect(server, null);
    await visitor.roundTrip();
    server.log.add({ revokes: [{ member: "ann" }] });
    server.log.advance();
    await until(() => expect(server.live.stats().released).toBe("1"));
    letIn();
    expect(await client.closed).toBe(closeCodes.revoked);
  });
});
