import { randomUUID } from "node:crypto";
import type { Storage } from "../../app/storage.ts";
import { stageOn } from "../../demo/stage.ts";
import { createIdentity } from "../../identity/identity.ts";
import { memberPhaseOf } from "../../member/facts.ts";
import { postgresIds } from "../../platform/database/ids.ts";
import { createLogger } from "../../platform/logging.ts";
import type { SeedPlan } from "./facts.ts";
import { articleText, memberText, problemText, teamText } from "./texts.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Plays a plan through the commands of the system, at times gone by. How many there were. */
export async function playSeed(
  { teams, members, days }: SeedPlan,
  { store, database, secrets }: Storage,
  onCommand: (done: number) => void,
): Promise<number> {
  const play = randomUUID();
  const identity = createIdentity({
    pool: database.pool,
    store,
    publicUrl: new URL("http://localhost"),
    secrets,
    provider: "development",
    log: createLogger("silent"),
    memberState: (uuid) => memberPhaseOf(store, uuid),
  });
  const memberOf = identity.developmentMember;
  const stage = stageOn({ store, ids: postgresIds(database.pool), seal: secrets.seal, memberOf, play });
  let done = 0;
  const did = <T>(result: T): T => {
    onCommand(++done);
    return result;
  };
  const now = Date.now();
  const begin = new Date(now - days * day);
  const groups = Array.from({ length: teams }, (): string[] => []);
  for (let n = 0; n < members; n += 1) {
    const member = did(await stage.memberOf(`seed-${play.slice(0, 8)}-${n}`));
    did(await stage.completeProfile(member, memberText(n), begin));
    groups[n % teams]?.push(member);
  }
  const teamIds: number[] = [];
  for (const [n, [manager, ...others]] of groups.entries()) {
    const team = { ...teamText(n), memberLimit: 50, entryPassword: "4821" };
    const teamId = did(await stage.createTeam(manager as string, team, begin));
    for (const other of others) did(await stage.joinTeam(other, teamId, begin));
    teamIds.push(teamId);
  }
  for (let past = days - 1; past >= 0; past -= 1) {
    const date = new Date(now - past * day);
    for (const [n, teamId] of teamIds.entries()) {
      const people = groups[n] as string[];
      const problem = { ...problemText(past + n), date };
      did(await stage.postSubject(people[0] as string, teamId, problem, new Date(date.getTime() - 8 * hour)));
      for (const [place, author] of people.entries())
        did(await stage.postArticle(author, teamId, articleText(past + place), date));
    }
  }
  return done;
}
