import { v5 as uuidv5 } from "uuid";
import { seoulDate } from "#contracts/dates";
import { type ArticleCommand, article } from "../article/article.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { member } from "../member/member.ts";
import type { Ids } from "../platform/database/ids.ts";
import { type Decider, type DomainFact, handle } from "../platform/decider.ts";
import { type RecruitmentCommand, recruitment } from "../recruitment/recruitment.ts";
import { type SubjectCommand, subject } from "../subject/subject.ts";
import { noRoster, rosterOf } from "../team/facts.ts";
import { type TeamCommand, team } from "../team/team.ts";
import type { DemoStage } from "./demo.ts";

export interface StageParts {
  readonly store: EventStore;
  readonly ids: Ids;
  readonly seal: (password: string) => string;
  readonly memberOf: (handle: string) => Promise<string>;
  /** uuid that tells the commands of one play from those of another. Default: the demo's. */
  readonly play?: string;
}

const demoCommands = "5f0f3c2e-8d5e-4b62-9a0b-0c6f6f0a7d11";

/** Command that stands at the end of the demo. */
export const demoOver = uuidv5("over", demoCommands);

/**
 * The demo's commands go through the same deciders as everybody's. Each has its id from its place in the play, so that
 * a play that was cut off is carried on: what was done is answered, the rest is done.
 */
export function stageOn({ store, ids, seal, memberOf, play = demoCommands }: StageParts): DemoStage {
  const idOf = (mark: string) => uuidv5(mark, play);
  let place = 0;

  async function carryOut<State, Command, Event extends DomainFact, Data = null>(
    actor: string,
    now: Date,
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    data = null as Data,
  ): Promise<Data> {
    place += 1;
    const commandId = idOf(String(place));
    const context = {
      commandId,
      fingerprint: "demo",
      correlationId: commandId,
      causationId: commandId,
      actor,
      now,
    };
    const { answer } = await handle(store, context, { decider, stream, command, answer: () => ({ data }) });
    return answer.data;
  }

  const isMarked = async (mark: string) => (await store.command(idOf(mark))) !== undefined;
  /** A command without events: it is only remembered. */
  const mark = async (name: string, at: Date) => {
    const commandId = idOf(name);
    const meta = { correlationId: commandId, causationId: commandId, actor: "system" };
    const occurredAt = at.toISOString();
    await store.append("demo", [], -1, { commandId, fingerprint: "demo", answer: null, meta, occurredAt });
  };

  return {
    memberOf,
    hasBegun: () => isMarked("begun"),
    isOver: () => isMarked("over"),
    begin: (at) => mark("begun", at),
    end: (at) => mark("over", at),
    completeProfile: (memberId, profile, at) =>
      carryOut(memberId, at, `member-${memberId}`, member, {
        type: "CompleteProfile",
        memberId,
        ...profile,
        imageUrl: undefined,
      }),
    async createTeam(callerId, { name, explain, topic, memberLimit, entryPassword }, at) {
      const teamId = await ids.next("team");
      const info = { name, explain, topic, memberLimit, imageUrl: null };
      const command = {
        type: "CreateTeam" as const,
        teamId,
        callerId,
        info,
        entryPassword: seal(entryPassword),
        recruitmentId: null,
        recruitment: undefined,
        applicants: [],
      };
      return carryOut(callerId, at, `team-${teamId}`, team, command, teamId);
    },
    joinTeam: (callerId, teamId, at) =>
      carryOut(callerId, at, `team-${teamId}`, team, {
        type: "JoinTeam",
        teamId,
        callerId,
        guess: { verdict: "right" },
      }),
    announce: (callerId, teamId, announcement, at) =>
      carryOut(callerId, at, `team-${teamId}`, team, {
        type: "ChangeAnnouncement",
        teamId,
        callerId,
        announcement,
      }),
    async postSubject(callerId, teamId, { title, body, category, date: day }, at) {
      const [articleId, date] = [await ids.next("article"), seoulDate(day)];
      const by = { teamId, date, articleId, callerId, team: await rosterOf(store, teamId) };
      const command: SubjectCommand = { type: "PostSubject", ...by, category, title, body, imageUrl: null };
      await carryOut(callerId, at, `subject-${teamId}_${date}`, subject, command);
    },
    async postArticle(authorId, teamId, { title, body }, at) {
      const articleId = await ids.next("article");
      const of = { articleId, teamId, authorId, date: seoulDate(at) };
      const roster = await rosterOf(store, teamId);
      const command: ArticleCommand = {
        type: "PostArticle",
        place: of,
        team: roster,
        title,
        body,
        imageUrl: null,
      };
      await carryOut(authorId, at, `article-${articleId}`, article, command);
    },
    async postRecruitment(authorId, text, at) {
      let recruitmentId = await ids.next("recruitment");
      const { teamId } = text;
      if (teamId !== null) {
        const by = { teamId, callerId: authorId, recruitmentId, isTaken: false };
        const hold: TeamCommand = { type: "ReserveRecruitment", ...by };
        recruitmentId = await carryOut(authorId, at, `team-${teamId}`, team, hold, recruitmentId);
      }
      const post = { type: "PostRecruitment" as const, recruitmentId, authorId, imageUrl: null, ...text };
      return carryOut(authorId, at, `recruitment-${recruitmentId}`, recruitment, post, recruitmentId);
    },
    async apply(callerId, recruitmentId, body, at) {
      const applicationId = await ids.next("application");
      const by = { callerId, applicationId, body, team: noRoster, isAuthorGone: false };
      const command: RecruitmentCommand = { type: "Apply", ...by };
      await carryOut(callerId, at, `recruitment-${recruitmentId}`, recruitment, command);
    },
  };
}
