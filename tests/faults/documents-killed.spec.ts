import { beforeAll, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import { draftRoom, subjectRoom } from "#contracts/documents/api";
import { eventually, type Writer, writer } from "#tests/documents/client";
import { freePort, startServerProcess } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";
import { addDays } from "#web/ui/month-calendar-days.ts";
import { ownServer } from "./own-server.ts";

/** A team has problems only around the day on which the server is. */
const today = seoulDate(new Date());
const own = ownServer();
let token: string;
let uuid: string;
let teamId: number;
beforeAll(async () => {
  ({ accessToken: token } = await signIn(own.server.origin, "killed-writer"));
  uuid = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).uuid;
  await ask("members", { memberName: "도토리", memberExplain: "매일 한 문제" });
  const team = {
    teamName: "아침반",
    teamExplain: "7시",
    topic: "코딩테스트",
    memberLimit: "10",
    password: "4821",
  };
  ({ teamId } = await ask("teams", team));
});

async function ask(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${own.server.origin}/api/v1/${path}`, { method: "POST", headers, body });
  return ((await response.json()) as { data: { teamId: number } }).data;
}

const write = (room: string, origin = own.server.origin) => writer({ origin, token, room, seed: "문제: " });

/** Types words until it is told to stop; answers those that the server has confirmed. */
async function type(hand: Writer, name: string, isOver: () => boolean): Promise<string[]> {
  const confirmed: string[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const word = `<${name}${n}>`;
    hand.text.insert(hand.text.length, word);
    await Promise.race([
      hand.kept().then(() => confirmed.push(word)),
      eventually(() => {
        if (!isOver()) throw new Error("still alive");
      }).catch(() => {}),
    ]);
  }
  return confirmed;
}

it("T15 loses no confirmed word of five people when the server is killed while they type", async () => {
  const room = subjectRoom(teamId, today);
  const hands = Array.from({ length: 5 }, () => write(room));
  await Promise.all(hands.map((hand) => hand.synced()));
  let isOver = false;
  const typing = Promise.all(hands.map((hand, n) => type(hand, "가나다라마"[n] ?? "", () => isOver)));
  await eventually(() => expect(hands[0]?.text.toString().length).toBeGreaterThan(600));
  await own.server.stop("SIGKILL");
  isOver = true;
  const confirmed = (await typing).flat();
  // What the writers still hold must not help: first a reader of what the dead server had kept.
  for (const hand of hands) hand.provider.disconnect();
  await own.startAgain();
  const reader = write(room);
  await reader.synced();
  const kept = reader.text.toString();
  expect(confirmed.length).toBeGreaterThan(20);
  expect(confirmed.filter((word) => !kept.includes(word))).toEqual([]);
  expect(kept.match(/문제: /g)).toHaveLength(1);

  for (const hand of hands) hand.provider.connect();
  await eventually(() => {
    for (const hand of hands) expect(hand.text.toString()).toBe(reader.text.toString());
  });
}, 180_000);

it("keeps a draft over a restart", async () => {
  const room = draftRoom(uuid, "recruitment/new");
  const hand = write(room);
  await hand.synced();
  hand.text.insert(0, "함께해요");
  await hand.kept();
  await own.server.stop();
  await own.startAgain();
  await hand.synced();
  const reader = write(room);
  await eventually(() => expect(reader.text.toString()).toBe("함께해요"));
}, 180_000);

it("brings writers at two processes together, with the names of those at the other", async () => {
  const other = await startServerProcess({
    port: await freePort(),
    databaseUrl: own.database.url,
    fromSources: true,
    env: { ROLE: "api" },
  });
  try {
    const room = subjectRoom(teamId, addDays(today, 1));
    const here = write(room);
    await here.synced();
    const there = write(room, other.origin);
    await there.synced();
    there.text.insert(0, "저기 ");
    here.text.insert(here.text.length, "여기");
    await eventually(() => {
      expect(here.text.toString()).toBe("저기 문제: 여기");
      expect(there.text.toString()).toBe("저기 문제: 여기");
    });
    await eventually(() => {
      expect(here.provider.awareness.getStates().size).toBe(2);
      expect(there.provider.awareness.getStates().size).toBe(2);
    });
    there.leave();
    await eventually(() => expect(here.provider.awareness.getStates().size).toBe(1));
  } finally {
    await other.stop();
  }
}, 180_000);
