import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database";
import { type Person, type Site, startSite } from "#tests/api/site";
import { eventually, named, type RawClient, startServer, watching } from "#tests/live-server";
import { asNew, newCommand } from "#tests/recorded";
import { figure, isLong, rounds } from "./rounds.ts";
import { until } from "./writer.ts";

/** Places in the log of the names that a client heard of a view. */
const placesOf = ({ heard }: RawClient, view: string) =>
  heard.flatMap((message) =>
    message.type === "changed" && message.view === view ? [message.checkpoint] : [],
  );

it("T14 sends nothing of the lost channel after the revocation, in the middle of a burst", async () => {
  let isManager = true;
  const server = await startServer({ mayWatch: async () => isManager });
  const client = await watching(server, "ann", "team-members/1", "team-page/1");
  const other = await watching(server, "bob", "team-members/1");
  for (let n = 0; n < 2000; n += 1) {
    if (n === 1000) {
      isManager = false;
      server.log.add({ revokes: [{ member: "ann", view: "team-members", key: "1" }] });
    }
    server.log.add({ touches: ["team-members/1", "team-page/1"] });
    if (n % 50 === 49) server.log.advance();
    if (n % 100 === 99) await client.settle();
  }
  const places = (from: RawClient, view: string) => placesOf(from, view).map(Number);
  await eventually(() => expect(places(client, "team-page").at(-1)).toBe(2001));
  await eventually(() => expect(places(other, "team-members").at(-1)).toBe(2001));
  expect(Math.max(...places(client, "team-members"))).toBeLessThanOrEqual(1000);
  expect(places(client, "team-members").length).toBeGreaterThan(0);
  const gone = client.heard.filter(({ type }) => type === "gone");
  expect(gone).toEqual([{ type: "gone", ...named("team-members/1"), code: "revoked" }]);
  const afterGone = client.heard.slice(client.heard.indexOf(gone[0]!));
  expect(afterGone.filter((message) => "view" in message && message.view === "team-members")).toEqual(gone);
});

let site: Site;
let manager: Person;
let member: Person;
let teamId: number;
beforeAll(async () => {
  site = await startSite();
  [manager, member] = [await site.person("도토리"), await site.person("밤톨")];
  teamId = await site.team(manager);
});
afterAll(() => site.close());

/** Appends to the team's own stream, as fast as it goes or a thousand events a second, until told to stop. */
async function flow(isOver: () => boolean): Promise<number> {
  const database = openDatabase<unknown>(site.databaseUrl, { max: 2 });
  const store = postgresEventStore(database.pool);
  let told = 0;
  const began = performance.now();
  while (!isOver()) {
    const { revision } = await store.read(`team-${teamId}`);
    // Five come and go: the team is never full.
    const events = Array.from({ length: 5 }, (_, n) => {
      const memberId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
      return [
        asNew({ type: "MemberJoined", data: { teamId, memberId } }),
        asNew({ type: "MemberLeft", data: { teamId, memberId, role: "MEMBER", withdrawn: false } }),
      ];
    }).flat();
    // Commands of the site come in between.
    const isTaken = await store.append(`team-${teamId}`, events, revision, newCommand()).then(
      () => true,
      () => false,
    );
    if (isTaken) told += events.length;
    if (told > 0 && (!isLong || told > performance.now() - began)) await pause(10);
  }
  await store.close();
  await database.close();
  return told;
}

it("T14 kicked while events flow, a manager hears of nothing behind that; who stayed hears of everything", async () => {
  const live = { url: `${site.origin.replace("http", "ws")}/live` };
  const role = (method: string, path: string) =>
    manager.ask(method, `/v1/teams/${teamId}/${path}`, { json: { memberInfo: member.uuid } });
  const stays = await watching(live, manager.token, `team-members/${teamId}`);
  const compare = (a: string, b: string) => {
    const [one, other] = [a, b].map((place) => place.split(".").map(BigInt)) as [bigint[], bigint[]];
    const at = one.findIndex((part, n) => part !== other[n]);
    return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
  };
  const times = rounds(2, 30);
  let told = 0;
  let heardBefore = 0;
  for (let n = 0; n < times; n += 1) {
    const join = await member.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" } });
    expect(join.status).toBe(200);
    expect((await role("POST", "team-manager")).status).toBe(200);
    const kicked = await watching(live, member.token, `team-members/${teamId}`, `team-page/${teamId}`);
    let isOver = false;
    const flowing = flow(() => isOver);
    await eventually(() => expect(placesOf(kicked, "team-members").length).toBeGreaterThan(3));
    // Beside so many appends to its stream it may be asked to come again.
    await until(async () => expect((await role("POST", "remove/team-member")).status).toBe(200));
    const [kick] = await site.query<{ place: string }>(
      "SELECT epoch || '.' || txid || '.' || seq AS place FROM events WHERE type = 'MemberKicked' ORDER BY epoch DESC, txid DESC, seq DESC LIMIT 1",
    );
    const place = kick?.place ?? "";
    await eventually(() =>
      expect(placesOf(kicked, "team-page").filter((at) => compare(at, place) > 0).length).toBeGreaterThan(3),
    );
    isOver = true;
    told += await flowing;
    const [last] = await site.query<{ place: string }>(
      "SELECT epoch || '.' || txid || '.' || seq AS place FROM events ORDER BY epoch DESC, txid DESC, seq DESC LIMIT 1",
    );
    await eventually(() => expect(placesOf(stays, "team-members").at(-1)).toBe(last?.place));
    const heard = placesOf(kicked, "team-members");
    heardBefore += heard.length;
    expect(heard.filter((at) => compare(at, place) > 0)).toEqual([]);
    kicked.socket.close();
  }
  figure("T14", `${times} kicks while ${told} events flowed: ${heardBefore} names before them, 0 after`);
}, 300_000);
