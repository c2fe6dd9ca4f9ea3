import type { DBSchema } from "idb";
import type { Article } from "#contracts/article/api";
import type { Team, TeamPage } from "#contracts/team/api";
import { database } from "./database.ts";

/** A team page as it was last shown, for the offline page. Bodies that were withheld are null. */
export interface LastTeam {
  /** The member who opened it; null for a visitor. */
  readonly member: string | null;
  readonly isMember: boolean;
  readonly team: Team;
  readonly tags: TeamPage["subjectArticleDateAndTagResponses"];
  /** `2026-11-21` */
  readonly day: string;
  readonly articles: readonly Article[];
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

interface Stores extends DBSchema {
  "last-team": { key: string; value: LastTeam };
}

const store = "last-team";
const key = "only";

export async function keepLastTeam(last: LastTeam): Promise<void> {
  await (await database<Stores>()).put(store, last, key);
}

export const readLastTeam = async (): Promise<LastTeam | undefined> =>
  (await database<Stores>()).get(store, key);

async function forgetWhere(isOver: (last: LastTeam) => boolean): Promise<void> {
  try {
    const last = await readLastTeam();
    if (last && isOver(last)) await (await database<Stores>()).delete(store, key);
  } catch {
    // A browser without storage has nothing to forget.
  }
}

/** At the end of a login. */
export const forgetLastTeam = (): Promise<void> => forgetWhere(() => true);

/** A team that does not exist any more. */
export const forgetGoneTeam = (teamId: number): Promise<void> =>
  forgetWhere(({ team }) => team.teamId === teamId);

/** A team that the caller has left; `teamIds` are those of the caller now. */
export const forgetLostTeam = (teamIds: readonly number[]): Promise<void> =>
  forgetWhere(({ isMember, team }) => isMember && !teamIds.includes(team.teamId));

/** What another member has opened on this device; `member` is the one logged in, null for a visitor. */
export const forgetOthers = (member: string | null): Promise<void> =>
  forgetWhere((last) => last.member !== null && last.member !== member);
