import { randomUUID } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { seoulDate } from "#contracts/dates";
import { quoteIn } from "#contracts/discussion/locate";
import type { Problem } from "#contracts/problems";
import type { PromiseTerms } from "#contracts/rhythm/days";
import type { Topic } from "#contracts/team/api";
import type { Storage } from "../app/storage.ts";
import { type ArticleCommand, article } from "../article/article.ts";
import { articleFacts } from "../article/facts.ts";
import { type DiscussionCommand, discussion } from "../discussion/discussion.ts";
import { streamOf as discussionOf } from "../discussion/facts.ts";
import { inbox } from "../inbox/inbox.ts";
import { streamOf as inboxOf } from "../inbox/reactors.ts";
import { member } from "../member/member.ts";
import { postgresIds } from "../platform/database/ids.ts";
import { type Decider, type DomainFact, handle } from "../platform/decider.ts";
import { type QueueCommand, queue, streamOf as queueOf } from "../problem-queue/queue.ts";
import { type RecruitmentCommand, recruitment } from "../recruitment/recruitment.ts";
import { type AttendanceCommand, attendance } from "../rhythm/attendance.ts";
import { rhythmOf } from "../rhythm/facts.ts";
import { type PromiseCommand, promise } from "../rhythm/promise.ts";
import { type SubjectCommand, subject } from "../subject/subject.ts";
import { noRoster, rosterOf } from "../team/facts.ts";
import { type TeamCommand, team } from "../team/team.ts";
import { newToken } from "../team/tokens.ts";

export const minute = 60_000;
export const hour = 60 * minute;
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

export interface PlayedComment {
  readonly text: string;
  /** Of the first code block. */
  readonly lines?: readonly [from: number, to: number];
  /** Absent for the first of a thread. */
  readonly threadId?: number;
}

/** An action to execute at a time in the past. */
export interface Act {
  readonly at: Date;
  readonly act: () => Promise<unknown>;
}

type PlayerStorage = Pick<Storage, "store" | "database" | "secrets">;

interface PlayerOptions {
  /** The member of a handle of the development provider, created if missing. */
  readonly memberOf: (handle: string) => Promise<string>;
  /** Namespace uuid of the command ids. */
  readonly play: string;
  readonly onCommand?: () => void;
}

/**
 * Executes commands at times in the past, through the same deciders as the routes. The id of each is derived from its
 * number in the demo, so that an interrupted run can be repeated: executed commands return their response, the rest is
 * executed.
 */
export class Player {
  readonly #storage: PlayerStorage;
  readonly #options: PlayerOptions;
  readonly #ids: ReturnType<typeof postgresIds>;
  readonly #articles = new Map<string, number>();
  /** Of the last command. */
  #number = 0;

  constructor(storage: PlayerStorage, options: PlayerOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#ids = postgresIds(storage.database.pool);
  }

  seal(text: string): string {
    return this.#storage.secrets.seal(text);
  }

  async isMarked(name: string): Promise<boolean> {
    return (await this.#storage.store.command(this.#idOf(name))) !== undefined;
  }

  /** A command without events, which is only stored. */
  async mark(name: string, at: Date): Promise<void> {
    const commandId = this.#idOf(name);
    await this.#storage.store.append("demo", [], -1, {
      commandId,
      fingerprint: "demo",
      answer: null,
      meta: { correlationId: commandId, causationId: commandId, actor: "system" },
      occurredAt: at.toISOString(),
    });
  }

  /** The member of a handle, with this profile. */
  async person(handle: string, profile: { name: string; explain: string }, at: Date): Promise<string> {
    const memberId = await this.#options.memberOf(handle);
    this.#options.onCommand?.();
    const command = { type: "CompleteProfile" as const, memberId, ...profile, imageUrl: undefined };
    return this.#carryOut(memberId, at, `member-${memberId}`, member, command, memberId);
  }

  async postRecruitment(
    authorId: string,
    text: Text & { contact: string; teamId: number | null },
    at: Date,
  ): Promise<number> {
    const own = await this.#ids.next("recruitment");
    const { teamId } = text;
    const recruitmentId = teamId === null ? own : await this.#reserve(authorId, teamId, own, at);
    const post = { type: "PostRecruitment" as const, recruitmentId, authorId, imageUrl: null, ...text };
    return this.#carryOut(authorId, at, `recruitment-${recruitmentId}`, recruitment, post, recruitmentId);
  }

  async apply(callerId: string, recruitmentId: number, body: string, at: Date): Promise<void> {
    const command: RecruitmentCommand = {
      type: "Apply",
      callerId,
      applicationId: await this.#ids.next("application"),
      body,
      team: noRoster,
      isAuthorGone: false,
    };
    await this.#carryOut(callerId, at, `recruitment-${recruitmentId}`, recruitment, command);
  }

  actInTeam(callerId: string, teamId: number, at: Date, command: TeamCommand): Promise<null> {
    return this.#carryOut(callerId, at, `team-${teamId}`, team, command);
  }

  async setPromise(callerId: string, teamId: number, terms: PromiseTerms, now: Date): Promise<void> {
    const command: PromiseCommand = { type: "SetPromise", teamId, callerId, terms, now };
    await this.#carryOut(callerId, now, `team-${teamId}`, promise, command);
  }

  async takeRest(callerId: string, teamId: number, date: string, now: Date): Promise<void> {
    const team = await rhythmOf(this.#storage.store, teamId);
    const command: AttendanceCommand = { type: "TakeRest", teamId, callerId, team, date, now };
    await this.#carryOut(callerId, now, `attendance-${teamId}_${callerId}`, attendance, command);
  }

  async excuse(
    callerId: string,
    teamId: number,
    { memberId, date, reason }: { readonly memberId: string; readonly date: string; readonly reason: string },
    now: Date,
  ): Promise<void> {
    const team = await rhythmOf(this.#storage.store, teamId);
    const day = { memberId, date, reason };
    const command: AttendanceCommand = { type: "ExcuseDay", teamId, callerId, team, now, ...day };
    await this.#carryOut(callerId, now, `attendance-${teamId}_${memberId}`, attendance, command);
  }

  /** By a manager into the queue, by others as proposals. */
  async proposeProblems(
    callerId: string,
    teamId: number,
    entries: readonly { readonly title: string; readonly problems: readonly Problem[] }[],
    now: Date,
  ): Promise<void> {
    const command: QueueCommand = {
      type: "ProposeProblems",
      teamId,
      callerId,
      team: await rosterOf(this.#storage.store, teamId),
      entries: entries.map((entry) => ({ ...entry, category: undefined, body: undefined })),
    };
    await this.#carryOut(callerId, now, queueOf(teamId), queue, command);
  }

  /** The id of the article that a member has posted on a day in this demo. */
  articleOf(authorId: string, teamId: number, date: string): number {
    const articleId = this.#articles.get(`${authorId} ${teamId} ${date}`);
    if (articleId === undefined) throw new Error("the demo has no such article");
    return articleId;
  }

  /** Returns the id of the comment. */
  async comment(
    callerId: string,
    articleId: number,
    { text, lines, threadId }: PlayedComment,
    minutesAgo: number,
    now: Date,
  ): Promise<number> {
    const { store } = this.#storage;
    const posted = await this.#articleFacts(articleId);
    const commentId = await this.#ids.next("comment");
    const command: DiscussionCommand = {
      type: "PostComment",
      callerId,
      article: posted,
      team: await rosterOf(store, posted.teamId),
      isVeiled: false,
      commentId,
      threadId: threadId ?? null,
      text,
      mentionIds: [],
      anchor: lines
        ? { articleRevision: posted.revision, codeBlock: 0, fromLine: lines[0], toLine: lines[1] }
        : null,
      quoteAt: (place) => quoteIn(posted.body, place),
      withdrawn: new Set(),
    };
    const at = earlierToday(now, minutesAgo);
    return this.#carryOut(callerId, at, discussionOf(articleId), discussion, command, commentId);
  }

  /** As the reactor does for articles that are posted while the team asks for reviews. */
  async askForReview(reviewerId: string, articleId: number, minutesAgo: number, now: Date): Promise<void> {
    const command: DiscussionCommand = {
      type: "AssignReviewer",
      article: await this.#articleFacts(articleId),
      reviewerId,
    };
    const at = earlierToday(now, minutesAgo);
    await this.#carryOut("system", at, discussionOf(articleId), discussion, command);
  }

  async acknowledge(callerId: string, articleId: number, minutesAgo: number, now: Date): Promise<void> {
    const posted = await this.#articleFacts(articleId);
    const command: DiscussionCommand = {
      type: "Acknowledge",
      callerId,
      article: posted,
      team: await rosterOf(this.#storage.store, posted.teamId),
      isVeiled: false,
      acknowledged: true,
    };
    const at = earlierToday(now, minutesAgo);
    await this.#carryOut(callerId, at, discussionOf(articleId), discussion, command);
  }

  async #articleFacts(articleId: number) {
    const posted = await articleFacts(this.#storage.store, articleId);
    if (!posted) throw new Error("the demo has no such article");
    return posted;
  }

  /** Everything up to a notification has been read. */
  readInbox(memberId: string, upTo: number, at: Date): Promise<null> {
    return this.#carryOut(memberId, at, inboxOf(memberId), inbox, { type: "ReadUpTo", memberId, upTo });
  }

  /** Plays the whole past of a team. */
  async playTeam(script: TeamScript, now: Date): Promise<void> {
    const { acts } = await this.beginTeam(script, now);
    for (const { act } of acts) await act();
  }

  /** Creates a team. The actions of its members follow, in this order. */
  async beginTeam(script: TeamScript, now: Date): Promise<{ teamId: number; acts: readonly Act[] }> {
    const {
      team: { invitation, announcement, ...played },
      people: [manager, ...others],
      begin,
    } = script;
    const teamId = await this.#createTeam(manager, played, begin);
    const invitationId = invitation && (await this.#invite(manager, teamId, invitation, begin));
    const acts = others.map((callerId) =>
      this.#joining(callerId, teamId, invitationId, new Date(begin.getTime() + hour)),
    );
    if (announcement) {
      const at = before(now, 2 * day);
      const change: TeamCommand = { type: "ChangeAnnouncement", teamId, callerId: manager, announcement };
      acts.push({ at, act: () => this.actInTeam(manager, teamId, at, change) });
    }
    for (let daysAgo = script.days - 1; daysAgo >= 0; daysAgo -= 1)
      acts.push(...this.#actsOfDay(teamId, script, daysAgo, before(now, daysAgo * day)));
    return { teamId, acts };
  }

  #joining(callerId: string, teamId: number, invitationId: string | undefined, at: Date): Act {
    const join: TeamCommand =
      invitationId === undefined
        ? { type: "JoinTeam", teamId, callerId, guess: { verdict: "right" } }
        : { type: "JoinByInvitation", teamId, callerId, invitationId, now: at };
    return { at, act: () => this.actInTeam(callerId, teamId, at, join) };
  }

  /** The problem of a day, and the articles about it. */
  #actsOfDay(teamId: number, script: TeamScript, daysAgo: number, today: Date): Act[] {
    const { people, problem, article: articleOf } = script;
    const posted = before(today, 6 * hour);
    const acts: Act[] = [
      { at: posted, act: () => this.#postSubject(people[0], teamId, problem(daysAgo), today, posted) },
    ];
    for (const [n, author] of people.entries()) {
      const text = articleOf(daysAgo, n);
      const minutes = 17 + n * 38;
      // On a day that has just begun the order is the same, whenever the demo is resumed.
      if (text)
        acts.push({
          at: before(today, minutes * 60_000),
          act: () => this.#postArticle(author, teamId, text, earlierToday(today, minutes)),
        });
    }
    return acts;
  }

  /** Returns the id of the recruitment of the team: this one, unless the command was executed before. */
  #reserve(callerId: string, teamId: number, recruitmentId: number, at: Date): Promise<number> {
    const command: TeamCommand = {
      type: "ReserveRecruitment",
      teamId,
      callerId,
      recruitmentId,
      isTaken: false,
    };
    return this.#carryOut(callerId, at, `team-${teamId}`, team, command, recruitmentId);
  }

  #invite(
    callerId: string,
    teamId: number,
    { days, maxUses }: { readonly days: number; readonly maxUses: number },
    now: Date,
  ): Promise<string> {
    const invitationId = randomUUID();
    const { token, tokenDigest } = newToken();
    const command: TeamCommand = {
      type: "CreateInvitation",
      teamId,
      callerId,
      now,
      invitationId,
      tokenDigest,
      token: this.seal(token),
      expiresAt: before(now, -days * day).toISOString(),
      maxUses,
    };
    return this.#carryOut(callerId, now, `team-${teamId}`, team, command, invitationId);
  }

  async #createTeam(
    callerId: string,
    { entryPassword, ...texts }: Omit<PlayedTeam, "invitation" | "announcement">,
    at: Date,
  ): Promise<number> {
    const teamId = await this.#ids.next("team");
    const command: TeamCommand = {
      type: "CreateTeam",
      teamId,
      callerId,
      info: { ...texts, imageUrl: null },
      entryPassword: this.seal(entryPassword),
      recruitmentId: null,
      recruitment: undefined,
      applicants: [],
    };
    return this.#carryOut(callerId, at, `team-${teamId}`, team, command, teamId);
  }

  async #postSubject(
    callerId: string,
    teamId: number,
    { title, body, category, problems = [] }: Text & { category: string },
    today: Date,
    at: Date,
  ): Promise<void> {
    const date = seoulDate(today);
    const command: SubjectCommand = {
      type: "PostSubject",
      teamId,
      date,
      subjectId: await this.#ids.next("article"),
      callerId,
      team: await rosterOf(this.#storage.store, teamId),
      category,
      title,
      body,
      imageUrl: null,
      problems,
    };
    await this.#carryOut(callerId, at, `subject-${teamId}_${date}`, subject, command);
  }

  async #postArticle(
    authorId: string,
    teamId: number,
    { title, body, problems = [] }: Text,
    at: Date,
  ): Promise<void> {
    const articleId = await this.#ids.next("article");
    const command: ArticleCommand = {
      type: "PostArticle",
      ref: { articleId, teamId, authorId, date: seoulDate(at) },
      team: await rosterOf(this.#storage.store, teamId),
      title,
      body,
      imageUrl: null,
      problems,
    };
    const postedId = await this.#carryOut(authorId, at, `article-${articleId}`, article, command, articleId);
    this.#articles.set(`${authorId} ${teamId} ${seoulDate(at)}`, postedId);
  }

  /** Returns `data`, or that of the stored response if the command was executed before. */
  async #carryOut<State, Command, Event extends DomainFact, Data = null>(
    actor: string,
    now: Date,
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    data = null as Data,
  ): Promise<Data> {
    this.#number += 1;
    const commandId = this.#idOf(String(this.#number));
    const causes = { correlationId: commandId, causationId: commandId };
    const context = { commandId, fingerprint: "demo", ...causes, actor, now };
    const { store } = this.#storage;
    const { answer } = await handle(store, context, { decider, stream, command, answer: () => ({ data }) });
    this.#options.onCommand?.();
    return answer.data;
  }

  /** The id of a numbered command or of a mark. */
  #idOf(name: string): string {
    return uuidv5(name, this.#options.play);
  }
}

/** This many minutes before, but on the same Seoul day. */
function earlierToday(today: Date, minutes: number): Date {
  const sinceMidnight = (today.getTime() + 9 * hour) % day;
  return before(today, Math.min(minutes * 60_000, sinceMidnight));
}
