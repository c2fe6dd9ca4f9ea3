import { randomUUID } from "node:crypto";
import type { Storage } from "../../app/storage.ts";
import { before, day, Player } from "../../demo/player.ts";
import { createIdentity } from "../../identity/identity.ts";
import { memberPhaseOf } from "../../member/facts.ts";
import { createLogger } from "../../platform/logging.ts";
import type { SeedPlan } from "./facts.ts";
import { articleText, memberText, problemText, teamText } from "./texts.ts";

/** Executes a plan through the commands of the system, with times in the past. Returns the number of commands. */
export async function playSeed(
  { teams, members, days }: SeedPlan,
  storage: Storage,
  onCommand: (done: number) => void,
): Promise<number> {
  const play = randomUUID();
  const memberOf = developmentMembers(storage);
  let done = 0;
  const player = new Player(storage, { play, memberOf, onCommand: () => onCommand(++done) });
  const now = new Date();
  const begin = before(now, days * day);
  const groups = Array.from({ length: teams }, (): string[] => []);
  for (let n = 0; n < members; n += 1)
    groups[n % teams]?.push(await player.person(`seed-${play.slice(0, 8)}-${n}`, memberText(n), begin));
  for (const [n, people] of groups.entries())
    await player.playTeam(
      {
        team: { ...teamText(n), memberLimit: 50, entryPassword: "4821" },
        people: people as [string, ...string[]],
        begin,
        days,
        problem: (daysAgo) => problemText(daysAgo + n),
        article: (daysAgo, index) => articleText(daysAgo + index),
      },
      now,
    );
  return done;
}

/** Finds the members of handles of the development provider, who can sign in, and signs up those who are missing. */
export function developmentMembers({ store, database, secrets }: Storage) {
  return createIdentity({
    pool: database.pool,
    store,
    secrets,
    publicUrl: new URL("http://localhost"),
    provider: "development",
    log: createLogger("silent"),
    memberState: (uuid) => memberPhaseOf(store, uuid),
  }).developmentMember;
}
