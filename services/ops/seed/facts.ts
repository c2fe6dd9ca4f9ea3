import { randomUUID } from "node:crypto";
import { seoulDate } from "#contracts/dates";
import type { DomainEvent } from "#contracts/events";
import { articleText, memberText, problemText, recruitmentText, teamText } from "./texts.ts";

/** Size of the seeded data. */
export interface SeedPlan {
  readonly teams: number;
  /** Number of members in total; each is in one team. */
  readonly members: number;
  readonly days: number;
}

/** An event with everything that the log stores of it except the command id. */
export interface Fact {
  readonly stream: string;
  readonly revision: number;
  readonly event: DomainEvent;
  readonly actor: string;
  readonly at: Date;
  /** By default a new one. */
  readonly commandId?: string;
}

/** Reserved ids: the n-th of each kind. */
export interface SeedIds {
  readonly team: (n: number) => number;
  readonly article: (n: number) => number;
  readonly recruitment: (n: number) => number;
  readonly application: (n: number) => number;
}

interface SeededTeam {
  readonly teamId: number;
  readonly people: string[];
  revision: number;
}

const hour = 3_600_000;
const day = 24 * hour;
/** One in this many articles is edited, and one deleted. */
const editedEvery = 25;
const deletedEvery = 200;
/** One in this many teams posts a recruitment; one in this many is deleted. */
const searchingEvery = 4;
const endingEvery = 100;

/** Number of ids of each kind that a plan needs. */
export const idsNeeded = ({ teams, members, days }: SeedPlan) => ({
  team: teams,
  article: days * (teams + members),
  recruitment: Math.ceil(teams / searchingEvery),
  application: Math.ceil(teams / searchingEvery),
  comment: 0,
});

/**
 * The events of a number of teams over a number of days up to now, ordered by time: each member writes one article a
 * day, every team has a problem a day. The entry password must be sealed already.
 */
export function* seedFacts(plan: SeedPlan, ids: SeedIds, entryPassword: string, now: Date): Generator<Fact> {
  const begin = new Date(now.getTime() - plan.days * day);
  const people = Array.from({ length: plan.members }, () => randomUUID() as string);
  for (const [n, memberId] of people.entries()) yield* signUp(memberId, memberText(n), begin);
  const teams = Array.from({ length: plan.teams }, (_, n): SeededTeam => {
    return { teamId: ids.team(n), people: [], revision: 0 };
  });
  for (const [n, memberId] of people.entries()) teams[n % plan.teams]?.people.push(memberId);
  for (const [n, team] of teams.entries()) yield* beginTeam(team, n, entryPassword, begin);
  for (let n = 0; n < plan.teams; n += searchingEvery)
    yield* search(teams, n, ids, n / searchingEvery, new Date(begin.getTime() + hour));
  let article = 0;
  for (let past = plan.days - 1; past >= 0; past -= 1) {
    const morning = new Date(now.getTime() - past * day - 8 * hour);
    for (const team of teams) yield postProblem(team, ids.article(article++), morning);
    for (const team of teams)
      for (const author of team.people)
        yield* writeArticle(team.teamId, author, ids.article(article), article++, now.getTime() - past * day);
  }
  for (let n = endingEvery - 1; n < teams.length; n += endingEvery) {
    const { teamId, people: own, revision } = teams[n] as SeededTeam;
    const event: DomainEvent = { type: "TeamDeleted", data: { teamId } };
    yield { stream: `team-${teamId}`, revision, event, actor: own[0] as string, at: now };
  }
}

export function* signUp(memberId: string, text: ReturnType<typeof memberText>, at: Date): Generator<Fact> {
  const of = { stream: `member-${memberId}`, actor: memberId, at };
  const signedUp: DomainEvent = {
    type: "MemberSignedUp",
    data: { memberId, providerId: `seed-${memberId}` },
  };
  yield { ...of, revision: 0, event: signedUp };
  const profile = { memberId, ...text, imageUrl: null };
  yield { ...of, revision: 1, event: { type: "ProfileCompleted", data: profile } };
}

function* beginTeam(team: SeededTeam, n: number, entryPassword: string, at: Date): Generator<Fact> {
  const { teamId, people } = team;
  const [creatorId, ...others] = people as [string, ...string[]];
  const of = { stream: `team-${teamId}`, at };
  const info = { teamId, ...teamText(n), memberLimit: 50, imageUrl: null, revision: 1 };
  const created = { ...info, entryPassword, creatorId, recruitmentId: null };
  yield { ...of, revision: team.revision++, actor: creatorId, event: { type: "TeamCreated", data: created } };
  for (const memberId of others) {
    const data = { teamId, memberId, invitationId: null, invitedBy: null };
    const joined: DomainEvent = { type: "MemberJoined", data };
    yield { ...of, revision: team.revision++, actor: memberId, event: joined };
  }
}

/** A member posts a recruitment without a team; a member of another team applies. */
function* search(
  teams: readonly SeededTeam[],
  n: number,
  ids: SeedIds,
  index: number,
  at: Date,
): Generator<Fact> {
  const recruitmentId = ids.recruitment(index);
  const authorId = teams[n]?.people[0] as string;
  const applicantId = teams[(n + 1) % teams.length]?.people[0];
  const of = { stream: `recruitment-${recruitmentId}`, at };
  const text = { recruitmentId, authorId, teamId: null, ...recruitmentText(n), imageUrl: null, revision: 1 };
  yield { ...of, revision: 0, actor: authorId, event: { type: "RecruitmentPosted", data: text } };
  if (applicantId === undefined || applicantId === authorId) return;
  const application = {
    recruitmentId,
    applicationId: ids.application(index),
    applicantId,
    body: "함께 풀고 싶어요",
  };
  yield {
    ...of,
    revision: 1,
    actor: applicantId,
    event: { type: "ApplicationSubmitted", data: application },
  };
}

function postProblem({ teamId, people }: SeededTeam, subjectId: number, at: Date): Fact {
  const authorId = people[0] as string;
  const date = seoulDate(at);
  const data = {
    subjectId,
    teamId,
    date,
    ...problemText(subjectId),
    imageUrl: null,
    revision: 1,
    authorId,
    problems: [],
  };
  const stream = `subject-${teamId}_${date}`;
  return { stream, revision: 0, actor: authorId, event: { type: "SubjectPosted", data }, at };
}

/** Written out instead of spread, because most seeded events are created here. */
function* writeArticle(
  teamId: number,
  authorId: string,
  articleId: number,
  n: number,
  evening: number,
): Generator<Fact> {
  const at = new Date(evening - (n % 3600) * 1000);
  const date = seoulDate(at);
  const { title, body } = articleText(n);
  const stream = `article-${articleId}`;
  const fact = (revision: number, event: DomainEvent): Fact => {
    return { stream, revision, event, actor: authorId, at };
  };
  const text = (revision: number) => {
    return { articleId, teamId, authorId, date, title, body, imageUrl: null, problems: [], revision };
  };
  yield fact(0, { type: "ArticlePosted", data: text(1) });
  if (n % editedEvery === 0) yield fact(1, { type: "ArticleEdited", data: text(2) });
  else if (n % deletedEvery === 1)
    yield fact(1, { type: "ArticleDeleted", data: { articleId, teamId, authorId, date } });
}
