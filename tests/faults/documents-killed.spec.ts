import { beforeAll, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import { subjectRoom } from "#contracts/documents/api";
import { type Writer, writer } from "#tests/documents/client";
import { until } from "#tests/support/until";
import { ownServer } from "./starters.ts";
import { personAt, team } from "./writer.ts";

/** Problems are only allowed around the server's current day. */
const today = seoulDate(new Date());
const own = ownServer();
let token: string;
let teamId: number;
beforeAll(async () => {
  const { accessToken, ask } = await personAt(() => own.server.origin, "killed-writer");
  token = accessToken;
  ({ teamId } = (await ask("POST", "teams", { form: team })).body.data);
});

const write = (room: string) => writer({ origin: own.server.origin, token, room, seed: "문제: " });

/** Types words until told to stop; returns those that the server has confirmed. */
async function type(hand: Writer, name: string, isOver: () => boolean): Promise<string[]> {
  const confirmed: string[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const word = `<${name}${n}>`;
    hand.text.insert(hand.text.length, word);
    await Promise.race([
      hand.kept().then(() => confirmed.push(word)),
      until(() => {
        if (!isOver()) throw new Error("still alive");
      }).catch(() => {}),
    ]);
  }
  return confirmed;
}

it("T15 loses no confirmed word of five members when the server is killed while they type", async () => {
  const room = subjectRoom(teamId, today, null);
  const hands = Array.from({ length: 5 }, () => write(room));
  await Promise.all(hands.map((hand) => hand.synced()));
  let isOver = false;
  const typing = Promise.all(hands.map((hand, n) => type(hand, "가나다라마"[n] ?? "", () => isOver)));
  await until(() => expect(hands[0]?.text.toString().length).toBeGreaterThan(600));
  await own.server.stop("SIGKILL");
  isOver = true;
  const confirmed = (await typing).flat();
  // Only stored text counts: first a reader loads what the killed server had stored.
  for (const hand of hands) hand.provider.disconnect();
  await own.startAgain();
  const reader = write(room);
  await reader.synced();
  const kept = reader.text.toString();
  expect(confirmed.length).toBeGreaterThan(20);
  expect(confirmed.filter((word) => !kept.includes(word))).toEqual([]);
  expect(kept.match(/문제: /g)).toHaveLength(1);

  for (const hand of hands) hand.provider.connect();
  await until(() => {
    for (const hand of hands) expect(hand.text.toString()).toBe(reader.text.toString());
  });
}, 180_000);
