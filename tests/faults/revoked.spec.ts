import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WrongRevision } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { comparePositions, parsePosition } from "#services/event-store/postgres/position";
import { openDatabase } from "#services/platform/database/database";
import { type Person, type Site, startSite } from "#tests/api/site";
import { type RawClient, watching } from "#tests/live/server";
import { asNew, newCommand } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { figure, isLong, rounds } from "./rounds.ts";

/** Checkpoints of the names of a view that a client received. */
const placesOf = ({ received }: RawClient, view: string) =>
  received.flatMap((message) =>
    message.type === "changed" && message.view === view ? [message.checkpoint] : [],
  );

let site: Site;
let manager: Person;
let teamId: number;
beforeAll(async () => {
  site = await startSite();
  manager = await site.person("도토리");
});
afterAll(() => site.close());

/** Events per second in the long form. */
const perSecond = 1000;

/**
 * Appends to the team's own stream directly in the log until told to stop; in the long form at this rate, in the short
 * one as fast as the feed follows, because commands wait for the read models. Returns the number.
 */
async function flow(isOver: () => boolean, hasReached: (place: string) => boolean): Promise<number> {
  const database = openDatabase<unknown>(site.databaseUrl, { max: 2 });
  const store = postgresEventStore(database.pool);
  // Ten members join and leave, so the team is never full.
  const events = Array.from({ length: 10 }, (_, n) => {
    const memberId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    return [
      asNew({ type: "MemberJoined", data: { teamId, memberId, invitationId: null, invitedBy: null } }),
      asNew({ type: "MemberLeft", data: { teamId, memberId, role: "MEMBER", withdrawn: false } }),
    ];
  }).flat();
  let told = 0;
  let before: string | undefined;
  let { revision } = await store.read(`team-${teamId}`);
  for (const began = performance.now(); !isOver(); ) {
    try {
      const appended = await store.append(`team-${teamId}`, events, revision, newCommand());
      told += events.length;
      if (appended.outcome === "appended") revision = appended.revision;
    } catch (error) {
      // Commands of the site are interleaved.
      if (!(error instanceof WrongRevision)) throw error;
      ({ revision } = await store.read(`team-${teamId}`, { after: revision }));
    }
    if (isLong) await pause(Math.max(0, began + (told * 1000) / perSecond - performance.now()));
    else {
      const awaited = before;
      if (awaited) await until(() => expect(isOver() || hasReached(awaited)).toBe(true));
      before = await lastPlace("type = 'MemberLeft'");
    }
  }
  await store.close();
  await database.close();
  return told;
}

const compare = (a: string, b: string) => comparePositions(parsePosition(a), parsePosition(b));
const lastPlace = async (of = "true") => {
  const [row] = await site.query<{ place: string }>(
    `SELECT epoch || '.' || txid || '.' || seq AS place FROM events WHERE ${of} ORDER BY epoch DESC, txid DESC, seq DESC LIMIT 1`,
  );
  return row?.place ?? "";
};

it("T14 a manager kicked during a flow of events receives no name after that; a remaining one receives all", async () => {
  const live = { url: `${site.origin.replace("http", "ws")}/live` };
  // With so many appends to its stream a command may be refused temporarily.
  const taken = (person: Person, path: string, json: object) =>
    until(async () =>
      expect((await person.ask("POST", `/v1/teams/${teamId}/${path}`, { json })).status).toBe(200),
    );
  teamId = await site.team(manager);
  const stays = await watching(live, manager.token, `team-members/${teamId}`);
  const times = rounds(2, 100);
  let isOver = false;
  const began = performance.now();
  const flowing = flow(
    () => isOver,
    (place) => placesOf(stays, "team-members").some((at) => compare(at, place) >= 0),
  );
  let heardBefore = 0;
  let heardBehind = 0;
  try {
    let member = await site.person("밤톨");
    for (let n = 0; n < times; n += 1) {
      // The role of a member in a team changes ten times an hour at most.
      if (n > 0 && n % 4 === 0) member = await site.person("밤톨");
      const memberInfo = member.uuid;
      await taken(member, "join", { password: "4821" });
      await taken(manager, "team-manager", { memberInfo });
      const kicked = await watching(live, member.token, `team-members/${teamId}`, `team-page/${teamId}`);
      await until(() => expect(placesOf(kicked, "team-members").length).toBeGreaterThan(10));
      await taken(manager, "remove/team-member", { memberInfo });
      const place = await lastPlace("type = 'MemberKicked'");
      await until(() =>
        expect(placesOf(kicked, "team-page").filter((at) => compare(at, place) > 0).length).toBeGreaterThan(
          10,
        ),
      );
      const received = placesOf(kicked, "team-members");
      heardBefore += received.length;
      heardBehind += received.filter((at) => compare(at, place) > 0).length;
      kicked.socket.close();
    }
  } finally {
    isOver = true;
  }
  const told = await flowing;
  const rate = (told * 1000) / (performance.now() - began);
  const last = await lastPlace();
  await until(() => expect(placesOf(stays, "team-members").at(-1)).toBe(last));
  expect(heardBefore).toBeGreaterThan(10 * times);
  expect(heardBehind).toBe(0);
  figure(
    "T14",
    `${times} kicks while ${told} events flowed (${Math.round(rate)} a second): ${heardBefore} names before them, ${heardBehind} after`,
  );
  if (isLong) expect(rate).toBeGreaterThan(0.95 * perSecond);
}, 300_000);
