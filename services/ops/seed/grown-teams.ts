import { randomUUID } from "node:crypto";
import { seoulDate } from "#contracts/dates";
import type { ProblemKey } from "#contracts/problems";
import { article } from "../../article/article.ts";
import { day, hour } from "../../demo/player.ts";
import { subject } from "../../subject/subject.ts";
import { isManager } from "../../team/facts.ts";
import { type TeamCommand, team } from "../../team/team.ts";
import { newToken } from "../../team/tokens.ts";
import type { GrownPlan } from "./grown-plan.ts";
import { othersIn } from "./grown-plan.ts";
import type { Notifying, Scene, Scenery } from "./scenes.ts";
import { longArticleText, problemText, teamText } from "./texts.ts";

const minute = 60_000;

/** Scenes of one team. */
export function teamScenes({ stage, ids, seal }: Pick<Scenery, "stage" | "ids" | "seal">, index: number) {
  const teamId = ids.team(index);
  const stream = `team-${teamId}`;
  const decide = (command: TeamCommand & { readonly callerId: string }, at: number) =>
    stage.decide(stream, team, command, { actor: command.callerId, at: new Date(at) });
  const act = (
    at: number,
    command: TeamCommand & { readonly callerId: string },
    notifying?: Notifying,
  ): Scene => ({
    at,
    play: () => decide(command, at),
    ...(notifying && { notifying }),
  });

  return {
    teamId,
    decide,
    act,
    create: (callerId: string, at: number, memberLimit: number): Scene =>
      act(at, {
        type: "CreateTeam",
        teamId,
        callerId,
        info: { ...teamText(index), memberLimit, imageUrl: null },
        entryPassword: seal("4821"),
        recruitmentId: null,
        recruitment: undefined,
        applicants: [],
      }),
    join: (callerId: string, at: number, notifying?: Notifying): Scene =>
      act(at, { type: "JoinTeam", teamId, callerId, guess: { verdict: "right" } }, notifying),
    problem(callerId: string, at: number, n: number, notifying?: Notifying): Scene {
      const play = () => {
        const subjectId = ids.article();
        const date = seoulDate(new Date(at));
        const { number, provider } = problemKey(index, n);
        const problems = [{ provider, number, title: `문제 ${number}`, url: null }];
        const by = { teamId, date, subjectId, callerId, team: stage.rosterOf(teamId) };
        const command = { type: "PostSubject" as const, ...by, ...problemText(n), imageUrl: null, problems };
        const acting = { actor: callerId, at: new Date(at) };
        return stage.decide(`subject-${teamId}_${date}`, subject, command, acting);
      };
      return { at, play, ...(notifying && { notifying }) };
    },
    /** By a member, or by one whom the roster of that moment yields. */
    article(
      author: string | ((members: readonly string[]) => string),
      at: number,
      n: number,
      { problems = [], notifying }: { readonly problems?: ProblemKey[]; readonly notifying?: Notifying } = {},
    ): Scene {
      const play = () => {
        const roster = stage.rosterOf(teamId);
        const authorId = typeof author === "string" ? author : author([...roster.members.keys()]);
        const ref = { articleId: ids.article(), teamId, authorId, date: seoulDate(new Date(at)) };
        const command = {
          type: "PostArticle" as const,
          ref,
          team: roster,
          ...longArticleText(n),
          imageUrl: null,
          problems,
        };
        const ofArticle = `article-${ref.articleId}`;
        const facts = stage.decide(ofArticle, article, command, { actor: authorId, at: new Date(at) });
        stage.leave(ofArticle);
        return facts;
      };
      return { at, play, ...(notifying && { notifying }) };
    },
  };
}

/** The reference of the n-th problem of a team. */
export const problemKey = (team: number, n: number): ProblemKey => ({
  provider: "programmers",
  number: String(10_000 + (team % 900) * 1000 + n),
});

/** The large team: its manager is the member, and each other seat is taken by one person after the other. */
export function bigTeam(scenery: Scenery, plan: GrownPlan): Scene[] {
  const { me, begin, now, newPerson, guests } = scenery;
  const { members, generations, articles, problems } = plan.team;
  const { teamId, create, act, join, problem, article: write, decide } = teamScenes(scenery, 0);
  const seats = members - 1;
  const span = now - begin;
  const scenes: Scene[] = [create(me, begin, members)];
  for (let seat = 0; seat < seats; seat += 1) {
    let occupant = "";
    for (let generation = 0; generation < generations; generation += 1) {
      const isFirst = generation === 0;
      const at = isFirst
        ? begin + (seat + 1) * 20 * minute
        : begin + ((generation + seat / members) * span) / generations + minute;
      const former = occupant;
      occupant = (generation === generations - 1 && guests[seat]) || newPerson(isFirst ? begin : at - hour);
      if (!isFirst)
        scenes.push(
          seat % 5 === 0
            ? act(at - 5 * minute, {
                type: "KickMember",
                teamId,
                callerId: me,
                targetId: former,
                targetExists: true,
                reason: "한 달 동안 글이 없었어요",
              })
            : act(at - 5 * minute, { type: "LeaveTeam", teamId, callerId: former }),
        );
      scenes.push(join(occupant, at, { kind: "NEW_MEMBER", actor: occupant, teamId }));
    }
  }
  scenes.push(...inviting(scenery, plan, act, teamId), ...roleChanges(scenery, plan, decide, teamId));
  for (let n = 0; n < problems; n += 1) {
    const past = plan.days - 1 - Math.floor((n * plan.days) / problems);
    scenes.push(problem(me, now - past * day - minute, n));
  }
  const isOwn = (n: number) =>
    Math.floor(((n + 1) * plan.own.articlesInTeam) / articles) >
    Math.floor((n * plan.own.articlesInTeam) / articles);
  for (let n = 0; n < articles; n += 1) {
    // After the last of the first members has joined.
    const at = begin + day + ((n + 1) / (articles + 1)) * (span - day);
    const latest = Math.floor((n * problems) / articles);
    const own = isOwn(n);
    const solved = own && n % 8 === 0 ? [] : [problemKey(0, latest)];
    const author = own
      ? me
      : (all: readonly string[]) => all.filter((one) => one !== me)[n % (all.length - 1)] ?? me;
    scenes.push(write(author, at, n, { problems: solved }));
  }
  return scenes;
}

type TeamScenes = ReturnType<typeof teamScenes>;

function inviting(
  { me, begin, now, seal }: Scenery,
  plan: GrownPlan,
  act: TeamScenes["act"],
  teamId: number,
): Scene[] {
  const every = (now - begin) / plan.team.invitations;
  return Array.from({ length: plan.team.invitations }, (_, n) => {
    const at = begin + (n + 0.9) * every;
    const { token, tokenDigest } = newToken();
    const days = every > 10 * day ? 30 : 1;
    const expiresAt = new Date(at + days * day).toISOString();
    const made = { invitationId: randomUUID(), tokenDigest, token: seal(token), expiresAt, maxUses: 10 };
    return act(at, { type: "CreateInvitation", teamId, callerId: me, now: new Date(at), ...made });
  });
}

/** The person who joined last becomes manager, and a member again; at the end one of the guests stays manager. */
function roleChanges(
  { me, begin, now, guests, stage }: Scenery,
  plan: GrownPlan,
  decide: TeamScenes["decide"],
  teamId: number,
): Scene[] {
  const changes = plan.team.roleChanges;
  const every = (now - begin - 2 * day) / changes;
  return Array.from({ length: changes }, (_, n) => {
    const at = begin + day + n * every;
    const isLast = n === changes - 1;
    const play = () => {
      const { members } = stage.rosterOf(teamId);
      const second = [...members.keys()].find(
        (uuid) => uuid !== me && isManager(stage.rosterOf(teamId), uuid),
      );
      const targetId = isLast ? (guests[0] as string) : (second ?? ([...members.keys()].at(-1) as string));
      const type = second && !isLast ? ("DemoteManager" as const) : ("AddCoManager" as const);
      const reason = "다음 달 문제를 함께 골라 주세요";
      return decide({ type, teamId, callerId: me, targetId, targetExists: true, reason }, at);
    };
    return { at, play };
  });
}

/** The other teams of the member; the first one searches for members and is the member's own. */
export function ownTeams(scenery: Scenery, plan: GrownPlan): Scene[] {
  const { me, now, newPerson } = scenery;
  const { teams, daysOfOthers, articlesInOthers } = plan.own;
  return Array.from({ length: teams - 1 }, (_, at) => at + 1).flatMap((index) => {
    const isSearching = index === 1;
    const begin = now - daysOfOthers * day - index * hour;
    const people = Array.from({ length: isSearching ? othersIn.searching : othersIn.team }, () =>
      newPerson(begin),
    );
    const creator = isSearching ? me : (people[0] as string);
    const { teamId, create, act, join, problem, article: write } = teamScenes(scenery, index);
    const joining = [me, ...people].filter((uuid) => uuid !== creator);
    const scenes = [
      create(creator, begin, 50),
      ...joining.map((uuid, n) => join(uuid, begin + (n + 1) * minute)),
    ];
    if (!isSearching && index % 3 === 0)
      scenes.push(
        act(begin + hour, {
          type: "AddCoManager",
          teamId,
          callerId: creator,
          targetId: me,
          targetExists: true,
          reason: null,
        }),
      );
    for (let past = daysOfOthers - 1; past >= 0; past -= 1) {
      const midday = now - past * day;
      const posted = midday - 6 * hour - index * minute;
      const date = seoulDate(new Date(posted));
      const announced = { kind: "SUBJECT_POSTED" as const, actor: creator, teamId, day: date };
      scenes.push(problem(creator, posted, past, creator === me ? undefined : announced));
      for (const [n, author] of people.entries()) {
        if ((n + past + index) % 7 === 0) continue;
        const at = midday - (n * 40 + index) * minute;
        const notifying = {
          kind: "ARTICLE_POSTED" as const,
          actor: author,
          teamId,
          day: seoulDate(new Date(at)),
        };
        scenes.push(write(author, at, past * 7 + n, { notifying }));
      }
      if (past < articlesInOthers) scenes.push(write(me, midday - index * minute, past));
    }
    return scenes;
  });
}

/** Teams of which the member knows nothing, each of two people. */
export function otherTeams(scenery: Scenery, plan: GrownPlan): Scene[] {
  const { now, begin, newPerson } = scenery;
  return Array.from({ length: plan.teams - plan.own.teams }, (_, n) => n + plan.own.teams).flatMap(
    (index) => {
      const days = Math.max(plan.articlesOfTeam, plan.problemsOfTeam) + 1;
      const founded = begin + ((index % 1000) / 1000) * (now - begin - (days + 1) * day);
      const creator = newPerson(founded);
      const other = newPerson(founded);
      const { create, join, problem, article: write } = teamScenes(scenery, index);
      return [
        create(creator, founded + hour, 10 + (index % 40)),
        join(other, founded + 2 * hour),
        ...Array.from({ length: plan.problemsOfTeam }, (_, past) =>
          problem(creator, founded + (past + 1) * day, past),
        ),
        ...Array.from({ length: plan.articlesOfTeam }, (_, past) =>
          write(past % 2 ? creator : other, founded + (past + 1) * day + hour, index + past),
        ),
      ];
    },
  );
}
