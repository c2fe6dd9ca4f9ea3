import { randomUUID } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { seoulDate } from "#contracts/dates";
import type { Problem } from "#contracts/problems";
import type { Topic } from "#contracts/team/api";
import type { Storage } from "../app/storage.ts";
import { type ArticleCommand, article } from "../article/article.ts";
import { inbox } from "../inbox/inbox.ts";
import { streamOf as inboxOf } from "../inbox/reactors.ts";
import { member } from "../member/member.ts";
import { postgresIds } from "../platform/database/ids.ts";
import { type Decider, type DomainFact, handle } from "../platform/decider.ts";
import { type RecruitmentCommand, recruitment } from "../recruitment/recruitment.ts";
import { type SubjectCommand, subject } from "../subject/subject.ts";
import { noRoster, rosterOf } from "../team/facts.ts";
import { type TeamCommand, team } from "../team/team.ts";
import { newToken } from "../team/tokens.ts";

export const hour = 3_600_000;
export const day = 24 * hour;
export const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

interface Text {
  readonly title: string;
  readonly body: string;
  readonly problems?: readonly Problem[];
}

export interface PlayedTeam {
  readonly name: string;
  readonly explain: string;
  readonly topic: Topic;
  readonly memberLimit: number;
  readonly entryPassword: string;
  readonly announcement?: string;
  /** All but the manager join by it instead of the password. */
  readonly invitation?: { readonly days: number; readonly maxUses: number };
}

/**
 * A team over some days up to now: a problem each day, and articles of its members, the first of whom is the manager.
 */
interface TeamScript {
  readonly team: PlayedTeam;
  readonly people: readonly [string, ...string[]];
  readonly begin: Date;
  readonly days: number;
  readonly problem: (daysAgo: number) => Text & { readonly category: string };
  /** By the n-th member; undefined if that one writes nothing on that day. */
  readonly article: (daysAgo: number, n: number) => Text | undefined;
}

/** An action to execute at a time in the past. */
export interface Act {
  readonly at: Date;
  readonly act: () => Promise<unknown>;
}

interface PlayerOptions {
  /** The member of a handle of the development provider, created if missing. */
  readonly memberOf: (handle: string) => Promise<string>;
  /** Namespace uuid of the command ids. */
  readonly play: string;
  readonly onCommand?: () => void;
}

export type Player = ReturnType<typeof createPlayer>;

/**
 * Executes commands at times in the past, through the same deciders as the routes. The id of each is derived from its
 * number in the demo, so that an interrupted run can be repeated: executed commands return their response, the rest is
 * executed.
 */
export function createPlayer(
  { store, database, secrets }: Pick<Storage, "store" | "database" | "secrets">,
  { play, memberOf, onCommand = () => {} }: PlayerOptions,
) {
  const ids = postgresIds(database.pool);
  const idOf = (name: string) => uuidv5(name, play);
  let number = 0;

  async function carryOut<State, Command, Event extends DomainFact, Data = null>(
    actor: string,
    now: Date,
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    data = null as Data,
  ): Promise<Data> {
    number += 1;
    const commandId = idOf(String(number));
    const causes = { correlationId: commandId, causationId: commandId };
    const context = { commandId, fingerprint: "demo", ...causes, actor, now };
    const { answer } = await handle(store, context, { decider, stream, command, answer: () => ({ data }) });
    onCommand();
    return answer.data;
  }

  const player = {
    seal: (text: string) => secrets.seal(text),
    isMarked: async (name: string) => (await store.command(idOf(name))) !== undefined,
    /** A command without events, which is only stored. */
    async mark(name: string, at: Date) {
      const commandId = idOf(name);
      const meta = { correlationId: commandId, causationId: commandId, actor: "system" };
      const occurredAt = at.toISOString();
      await store.append("demo", [], -1, { commandId, fingerprint: "demo", answer: null, meta, occurredAt });
    },
    async person(handle: string, profile: { name: string; explain: string }, at: Date) {
      const memberId = await memberOf(handle);
      onCommand();
      const command = { type: "CompleteProfile" as const, memberId, ...profile, imageUrl: undefined };
      return carryOut(memberId, at, `member-${memberId}`, member, command, memberId);
    },
    async postRecruitment(
      authorId: string,
      text: Text & { contact: string; teamId: number | null },
      at: Date,
    ) {
      let recruitmentId = await ids.next("recruitment");
      const { teamId } = text;
      if (teamId !== null) {
        const by = { teamId, callerId: authorId, recruitmentId, isTaken: false };
        const reserve: TeamCommand = { type: "ReserveRecruitment", ...by };
        recruitmentId = await carryOut(authorId, at, `team-${teamId}`, team, reserve, recruitmentId);
      }
      const post = { type: "PostRecruitment" as const, recruitmentId, authorId, imageUrl: null, ...text };
      return carryOut(authorId, at, `recruitment-${recruitmentId}`, recruitment, post, recruitmentId);
    },
    async apply(callerId: string, recruitmentId: number, body: string, at: Date) {
      const applicationId = await ids.next("application");
      const by = { callerId, applicationId, body, team: noRoster, isAuthorGone: false };
      const command: RecruitmentCommand = { type: "Apply", ...by };
      await carryOut(callerId, at, `recruitment-${recruitmentId}`, recruitment, command);
    },
    actInTeam: (callerId: string, teamId: number, at: Date, command: TeamCommand) =>
      carryOut(callerId, at, `team-${teamId}`, team, command),
    /** Everything up to a notification has been read. */
    readInbox: (memberId: string, upTo: number, at: Date) =>
      carryOut(memberId, at, inboxOf(memberId), inbox, { type: "ReadUpTo", memberId, upTo }),
    /** Plays the whole past of a team. */
    async playTeam(script: TeamScript, now: Date) {
      const { acts } = await player.beginTeam(script, now);
      for (const { act } of acts) await act();
    },
    /** Creates a team. The actions of its members follow, in this order. */
    async beginTeam({ team: played, people, ...script }: TeamScript, now: Date) {
      const [manager, ...others] = people;
      const teamId = await createTeam(manager, played, script.begin);
      const later = new Date(script.begin.getTime() + hour);
      const invitationId =
        played.invitation && (await invite(manager, teamId, played.invitation, script.begin));
      const acts: Act[] = [];
      const then = (callerId: string, at: Date, command: TeamCommand) =>
        acts.push({ at, act: () => player.actInTeam(callerId, teamId, at, command) });
      for (const callerId of others)
        then(
          callerId,
          later,
          invitationId === undefined
            ? { type: "JoinTeam", teamId, callerId, guess: { verdict: "right" } }
            : { type: "JoinByInvitation", teamId, callerId, invitationId, now: later },
        );
      const { announcement } = played;
      if (announcement)
        then(manager, before(now, 2 * day), {
          type: "ChangeAnnouncement",
          teamId,
          callerId: manager,
          announcement,
        });
      for (let daysAgo = script.days - 1; daysAgo >= 0; daysAgo -= 1)
        acts.push(...actsOfDay(teamId, people, script, daysAgo, before(now, daysAgo * day)));
      return { teamId, acts };
    },
  };

  /** The problem of a day, and the articles about it. */
  function actsOfDay(
    teamId: number,
    people: TeamScript["people"],
    { problem, article: articleOf }: Pick<TeamScript, "problem" | "article">,
    daysAgo: number,
    today: Date,
  ): Act[] {
    const posted = before(today, 6 * hour);
    const acts: Act[] = [
      { at: posted, act: () => postSubject(people[0], teamId, problem(daysAgo), today, posted) },
    ];
    for (const [n, author] of people.entries()) {
      const text = articleOf(daysAgo, n);
      const minutes = 17 + n * 38;
      // On a day that has just begun the order is the same, whenever the demo is resumed.
      if (text)
        acts.push({
          at: before(today, minutes * 60_000),
          act: () => postArticle(author, teamId, text, earlierToday(today, minutes)),
        });
    }
    return acts;
  }

  async function invite(
    callerId: string,
    teamId: number,
    { days, maxUses }: { days: number; maxUses: number },
    now: Date,
  ) {
    const [invitationId, { token, tokenDigest }] = [randomUUID(), newToken()];
    const expiresAt = before(now, -days * day).toISOString();
    const command: TeamCommand = {
      type: "CreateInvitation",
      teamId,
      callerId,
      now,
      invitationId,
      tokenDigest,
      token: secrets.seal(token),
      expiresAt,
      maxUses,
    };
    return carryOut(callerId, now, `team-${teamId}`, team, command, invitationId);
  }

  async function createTeam(
    callerId: string,
    { announcement: _, invitation: __, ...played }: PlayedTeam,
    at: Date,
  ) {
    const teamId = await ids.next("team");
    const { entryPassword, ...texts } = played;
    const command: TeamCommand = {
      type: "CreateTeam",
      teamId,
      callerId,
      info: { ...texts, imageUrl: null },
      entryPassword: secrets.seal(entryPassword),
      recruitmentId: null,
      recruitment: undefined,
      applicants: [],
    };
    return carryOut(callerId, at, `team-${teamId}`, team, command, teamId);
  }

  async function postSubject(
    callerId: string,
    teamId: number,
    text: Text & { category: string },
    today: Date,
    at: Date,
  ) {
    const subjectId = await ids.next("article");
    const date = seoulDate(today);
    const { title, body, category, problems = [] } = text;
    const by = { teamId, date, subjectId, callerId, team: await rosterOf(store, teamId) };
    const command: SubjectCommand = {
      type: "PostSubject",
      ...by,
      category,
      title,
      body,
      imageUrl: null,
      problems,
    };
    await carryOut(callerId, at, `subject-${teamId}_${date}`, subject, command);
  }

  async function postArticle(
    authorId: string,
    teamId: number,
    { title, body, problems = [] }: Text,
    at: Date,
  ) {
    const articleId = await ids.next("article");
    const ref = { articleId, teamId, authorId, date: seoulDate(at) };
    const by = { ref, team: await rosterOf(store, teamId) };
    const command: ArticleCommand = { type: "PostArticle", ...by, title, body, imageUrl: null, problems };
    await carryOut(authorId, at, `article-${articleId}`, article, command);
  }

  return player;
}

/** This many minutes before, but on the same Seoul day. */
function earlierToday(today: Date, minutes: number): Date {
  const sinceMidnight = (today.getTime() + 9 * hour) % day;
  return before(today, Math.min(minutes * 60_000, sinceMidnight));
}
