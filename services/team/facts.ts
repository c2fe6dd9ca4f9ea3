import { midnight } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import type { Role } from "#contracts/membership/api";
import type { TeamEvent } from "#contracts/team/events";
import type { Checkpoint, EventStore } from "../event-store/event-store.ts";
import { type Fold, load } from "../platform/folding.ts";

/** The members of a team, folded from its stream. Other contexts read it before they decide. */
export interface Roster {
  readonly phase: "absent" | "live" | "deleted";
  /** uuid → role, in the order of joining. */
  readonly members: ReadonlyMap<string, Role>;
}

export const noRoster: Roster = { phase: "absent", members: new Map() };

export const isMember = (roster: Roster, uuid: string) => roster.members.has(uuid);
export const isManager = (roster: Roster, uuid: string) => roster.members.get(uuid) === "MANAGER";
export const managersOf = (roster: Roster) =>
  [...roster.members.values()].filter((role) => role === "MANAGER").length;

/** @throws Refused `team-not-found` */
export function assertLive(roster: Roster): void {
  if (roster.phase !== "live") throw new Refused("team-not-found");
}

/** @throws Refused `team-not-found`, `caller-not-in-team` */
export function assertMember(roster: Roster, callerId: string): void {
  assertLive(roster);
  if (!isMember(roster, callerId)) throw new Refused("caller-not-in-team");
}

/** @throws Refused `team-not-found`, `not-a-manager` */
export function assertManager(roster: Roster, callerId: string): void {
  assertLive(roster);
  if (!isManager(roster, callerId)) throw new Refused("not-a-manager");
}

export function evolveRoster(roster: Roster, event: TeamEvent): Roster {
  const withRoles = (...changes: [uuid: string, role: Role | null][]): Roster => {
    const members = new Map(roster.members);
    for (const [uuid, role] of changes) {
      if (role === null) members.delete(uuid);
      else members.set(uuid, role);
    }
    return { ...roster, members };
  };
  const { type, data } = event;
  if (type === "TeamCreated") return { phase: "live", members: new Map([[data.creatorId, "MANAGER"]]) };
  if (type === "TeamDeleted") return { phase: "deleted", members: new Map() };
  if (type === "MemberJoined") return withRoles([data.memberId, "MEMBER"]);
  if (type === "ApplicantsAdmitted")
    return withRoles(...data.memberIds.map((id): [string, Role] => [id, "MEMBER"]));
  if (type === "MemberLeft" || type === "MemberKicked") return withRoles([data.memberId, null]);
  if (type === "CoManagerAdded" || type === "ManagerSucceeded") return withRoles([data.memberId, "MANAGER"]);
  if (type === "ManagerDemoted") return withRoles([data.memberId, "MEMBER"]);
  if (type === "ManagerDelegated") return withRoles([data.fromId, "MEMBER"], [data.toId, "MANAGER"]);
  return roster;
}

/** The roster according to the log. */
export async function rosterOf(store: EventStore, teamId: number): Promise<Roster> {
  return (await load(store, rosterFold, `team-${teamId}`)).state;
}

/** The team as it was before an event of its stream. */
export async function teamBefore(
  store: EventStore,
  { stream, revision }: { readonly stream: string; readonly revision: number },
): Promise<{ readonly roster: Roster; readonly name: string }> {
  const { events } = await store.read(stream, { personal: "closed" });
  const before = events
    .filter((event) => event.revision < revision)
    .map(({ type, data }) => ({ type, data }) as TeamEvent);
  const named = before.findLast(({ type }) => type === "TeamCreated" || type === "TeamInfoChanged");
  return {
    roster: before.reduce(evolveRoster, noRoster),
    name: named && "name" in named.data ? named.data.name : "",
  };
}

/** The team as it was at a position of the log, and whether it asks for reviews; undefined if it never did. */
export async function reviewingTeamAt(
  store: EventStore,
  teamId: number,
  at: Checkpoint,
): Promise<{ readonly roster: Roster; readonly asksForReviews: boolean } | undefined> {
  const stream = `team-${teamId}`;
  if (!(await hasAskedForReviews(store, teamId))) return undefined;
  const { events } = await store.read(stream, { personal: "closed" });
  const before = events
    .filter(({ checkpoint }) => store.compare(checkpoint, at) < 0)
    .map(({ type, data }) => ({ type, data }) as TeamEvent);
  const changed = before.findLast((event) => event.type === "DiscussionOptionsChanged");
  return {
    roster: before.reduce(evolveRoster, noRoster),
    asksForReviews: changed?.data.reviewPartner ?? false,
  };
}

/** Whether the team ever asked for reviews. */
export async function hasAskedForReviews(store: EventStore, teamId: number): Promise<boolean> {
  return (await load(store, reviewsFold, `team-${teamId}`)).state;
}

const reviewsFold: Fold<boolean, TeamEvent> = {
  initial: false,
  evolve: (before, { type, data }) => before || (type === "DiscussionOptionsChanged" && data.reviewPartner),
  isRemembered: true,
};

const rosterFold: Fold<Roster, TeamEvent> = { initial: noRoster, evolve: evolveRoster, isRemembered: true };

/** The recruitment that a team was created from or has reserved last; null without one. */
export async function recruitmentOfTeam(store: EventStore, teamId: number): Promise<number | null> {
  return (await load(store, recruitmentFold, `team-${teamId}`)).state;
}

const recruitmentFold: Fold<number | null, TeamEvent> = {
  initial: null,
  evolve: (before, { type, data }) =>
    type === "TeamCreated" || type === "RecruitmentReserved" ? data.recruitmentId : before,
  isRemembered: true,
};

/** When the day of a team ends, according to the log (spec/rhythm.md rule 1). */
export async function dayEndOf(store: EventStore, teamId: number): Promise<string> {
  return (await load(store, dayEndFold, `team-${teamId}`)).state;
}

const dayEndFold: Fold<string, TeamEvent> = {
  initial: midnight,
  evolve: (before, { type, data }) => (type === "DayEndChanged" ? data.dayEndsAt : before),
  isRemembered: true,
};

/** When members left a team or were kicked last (epoch milliseconds). */
export async function leftAt(store: EventStore, teamId: number): Promise<ReadonlyMap<string, number>> {
  return (await load(store, leavesFold, `team-${teamId}`)).state;
}

/** The members of a team, and those who left it or were kicked. */
export async function everIn(store: EventStore, teamId: number): Promise<ReadonlySet<string>> {
  const [{ members }, left] = await Promise.all([rosterOf(store, teamId), leftAt(store, teamId)]);
  return new Set([...members.keys(), ...left.keys()]);
}

const leavesFold: Fold<ReadonlyMap<string, number>, TeamEvent & { readonly occurredAt: string }> = {
  initial: new Map(),
  evolve: (before, { type, data, occurredAt }) =>
    type === "MemberLeft" || type === "MemberKicked"
      ? new Map(before).set(data.memberId, Date.parse(occurredAt))
      : before,
  isRemembered: true,
};
