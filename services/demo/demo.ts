import { setTimeout as pause } from "node:timers/promises";
import { v5 as uuidv5 } from "uuid";
import { daysAfter, seoulDate } from "#contracts/dates";
import { pastedLines } from "#contracts/problem-queue/pasted";
import { weekdays } from "#contracts/rhythm/days";
import type { Storage } from "../app/storage.ts";
import { type DevPerson, devPeople } from "../identity/dev-people.ts";
import type { Identity } from "../identity/identity.ts";
import { oneProcessAtATime } from "../platform/database/one-process.ts";
import type { Logger } from "../platform/logging.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { demoArticle } from "./articles.ts";
import { createRaiser } from "./notices.ts";
import {
  type Act,
  before,
  day,
  hour,
  minute,
  type PlayedComment,
  type PlayedTeam,
  Player,
} from "./player.ts";
import { demoProblems } from "./problems.ts";
import { demoRecruitments } from "./recruitments.ts";

const play = "5f0f3c2e-8d5e-4b62-9a0b-0c6f6f0a7d11";
/** Id of the last command of the demo. */
export const demoOver = uuidv5("over", play);

const days = 10;
const people: readonly DevPerson[] = devPeople.slice(0, 4);

/** Since two days; another one before. */
const passwordOfGraphs = "2580";

const teams: readonly (PlayedTeam & { readonly people: readonly [number, ...number[]] })[] = [
  {
    name: "새벽네시반",
    explain: "하루 한 문제로 시작해요. 늦잠을 자도 괜찮고, 기록만 남겨요.",
    topic: "코딩테스트",
    memberLimit: 12,
    entryPassword: "0430",
    announcement: "이번 주 토요일 밤 9시에 모의 테스트를 봐요. 세 문제, 두 시간!",
    invitation: { days: 30, maxUses: 10 },
    people: [0, 1, 2, 3],
  },
  {
    name: "그래프탐험대",
    explain: "BFS부터 최소 신장 트리까지, 그래프만 넉 주 동안 파고듭니다.",
    topic: "스터디",
    memberLimit: 6,
    entryPassword: "1234",
    people: [1, 3, 0],
  },
  {
    name: "퇴근후두문제",
    explain: "직장인끼리 저녁 9시에 모여 두 문제씩 풀고 서로 읽어 줘요.",
    topic: "코딩테스트",
    memberLimit: 20,
    entryPassword: "9090",
    announcement: "풀이 글에는 시간 복잡도를 꼭 적어 주세요.",
    people: [2, 0],
  },
];

export interface Demo {
  /** Whether it is still to be written. */
  isDue(): boolean;
  /** Resolves once the first attempt to write it has ended, whatever its outcome. */
  readonly tried: Promise<void>;
  /** Breaks it off; the next start resumes it. */
  close(): Promise<void>;
}

interface DemoDeps {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly progress: ReadModelProgress;
  readonly log: Logger;
  /** Whether the read models contain a member. */
  readonly hasMembers: () => Promise<boolean>;
}

/** Milliseconds until the next attempt, doubled with each. */
const retryMs = { first: 500, last: 10_000 };

/**
 * Writes the demo into an empty log, beside serving; its members are the first of the development provider's. A failed
 * attempt is logged and resumed until the demo is complete.
 */
export function writeDemo(deps: DemoDeps): Demo {
  const ending = new AbortController();
  const { signal } = ending;
  let isDue = true;

  async function repeat(firstEnded: () => void): Promise<void> {
    for (let waitMs = retryMs.first; isDue && !signal.aborted; waitMs = Math.min(2 * waitMs, retryMs.last)) {
      try {
        await playIfDue(deps, signal);
        isDue = false;
      } catch (err) {
        if (!signal.aborted) deps.log.warn({ err }, "the demo could not be completed, retrying");
      }
      firstEnded();
      if (isDue) await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  let running = Promise.resolve();
  const tried = new Promise<void>((resolve) => {
    running = repeat(resolve);
  });
  return {
    isDue: () => isDue,
    tried,
    async close() {
      ending.abort();
      await running;
    },
  };
}

/** One process at a time; an interrupted demo is resumed, by command ids that are always the same. */
async function playIfDue({ storage, identity, progress, log, hasMembers }: DemoDeps, signal: AbortSignal) {
  const { store, database } = storage;
  const player = new Player(storage, { play, memberOf: identity.developmentMember });
  await oneProcessAtATime(database.pool, "demo", async () => {
    // Stored for two days, like any command.
    if (await player.isMarked("over")) return;
    if (!(await player.isMarked("begun"))) {
      // The read models are asked first, because the log may be away.
      if ((await hasMembers()) || (await store.head()) !== store.start) return;
    }
    log.info("writing the demo");
    await playDemo(player, storage, new Date(), signal);
    await progress.waitFor(await store.head(), 10_000);
  });
}

/** Number of the oldest notifications that dotori has read; three are left (spec/notifications.md §10). */
const readByDotori = 8;

/** Three teams with ten days of problems and articles, and two recruitments. */
async function playDemo(
  player: Player,
  { store }: Pick<Storage, "store">,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  await player.mark("begun", now);
  const members: string[] = [];
  for (const { handle, nickname: name, introduction: explain } of people)
    members.push(await player.person(handle, { name, explain }, before(now, days * day)));
  const memberAt = (index: number) => members[index] as string;
  const begun: Awaited<ReturnType<Player["beginTeam"]>>[] = [];
  for (const [
    index,
    {
      people: [manager, ...others],
      ...team
    },
  ] of teams.entries()) {
    const script = {
      team,
      people: [memberAt(manager), ...others.map(memberAt)] as const,
      days,
      begin: before(now, days * day - index * hour),
      problem: (daysAgo: number) => at(demoProblems, daysAgo + index * 3),
      article: (daysAgo: number, n: number) =>
        (daysAgo + n + index) % 3 === 2 ? undefined : demoArticle(daysAgo * people.length + n + index),
    };
    begun.push(await player.beginTeam(script, now));
  }
  const teamIds = begun.map(({ teamId }) => teamId);
  const cast = { player, memberAt, teamAt: (index: number) => teamIds[index] as number, now };
  const acts = [
    ...begun.flatMap((team) => team.acts),
    ...recruitmentActs(cast),
    ...lastDays(cast),
    ...discussions(cast),
    ...rhythm(cast),
  ];
  // The log, and with it every inbox, contains them in the order of their times.
  const raiseNotifications = createRaiser(store, now);
  for (const { act } of acts.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    signal.throwIfAborted();
    await act();
    await raiseNotifications();
  }
  await player.readInbox(memberAt(0), readByDotori, now);
  await player.mark("over", now);
}

interface Cast {
  readonly player: Player;
  readonly memberAt: (index: number) => string;
  readonly teamAt: (index: number) => number;
  readonly now: Date;
}

function recruitmentActs({ player, memberAt, teamAt, now }: Cast): Act[] {
  return demoRecruitments.flatMap(({ author, team, applications, daysAgo, ...text }) => {
    const posted = before(now, daysAgo * day);
    const teamId = team === null ? null : teamAt(team);
    let recruitmentId = 0;
    const post = async () => {
      recruitmentId = await player.postRecruitment(memberAt(author), { ...text, teamId }, posted);
    };
    return [
      { at: posted, act: post },
      ...applications.map(({ person, hoursAgo, text: body }) => {
        const at = before(now, hoursAgo * hour);
        return { at, act: () => player.apply(memberAt(person), recruitmentId, body, at) };
      }),
    ];
  });
}

/** Dotori's notifications besides problems, announcements and applications. */
function lastDays({ player, memberAt, teamAt, now }: Cast): Act[] {
  const dotori = memberAt(0);
  const bamtol = memberAt(1);
  const act = (hoursAgo: number, command: Parameters<Player["actInTeam"]>[3]): Act => {
    const at = before(now, hoursAgo * hour);
    return { at, act: () => player.actInTeam(bamtol, command.teamId, at, command) };
  };
  const graphs = teamAt(1);
  const evenings = teamAt(2);
  return [
    act(50, {
      type: "AddCoManager",
      teamId: graphs,
      callerId: bamtol,
      targetId: dotori,
      targetExists: true,
      reason: "다음 주 문제를 함께 골라 주세요.",
    }),
    act(40, {
      type: "ChangeTeamInfo",
      teamId: graphs,
      callerId: bamtol,
      ifMatch: undefined,
      info: {
        name: undefined,
        explain: undefined,
        topic: undefined,
        memberLimit: undefined,
        imageUrl: undefined,
      },
      entryPassword: player.seal(passwordOfGraphs),
    }),
    act(1, { type: "JoinTeam", teamId: evenings, callerId: bamtol, guess: { verdict: "right" } }),
  ];
}

/** Comments in the first team, none of which raises a notification for dotori, and a review. */
function discussions({ player, memberAt, teamAt, now }: Cast): Act[] {
  const dotori = memberAt(0);
  const bamtol = memberAt(1);
  const hodu = memberAt(2);
  const janmul = memberAt(3);
  const teamId = teamAt(0);
  const act = (minutesAgo: number, execute: () => Promise<unknown>): Act => ({
    at: before(now, minutesAgo * minute),
    act: execute,
  });
  const comment = (
    minutesAgo: number,
    writer: string,
    { author, daysAgo = 0, ...said }: PlayedComment & { readonly author: string; readonly daysAgo?: number },
  ) =>
    act(minutesAgo, () => {
      const articleId = player.articleOf(author, teamId, seoulDate(before(now, daysAgo * day)));
      return player.comment(writer, articleId, said, minutesAgo, now);
    });
  const options = { reviewPartner: true, solveFirst: false };
  let threadId = 0;
  return [
    act(16, () =>
      player.actInTeam(dotori, teamId, before(now, 16 * minute), {
        type: "ChangeDiscussionOptions",
        teamId,
        callerId: dotori,
        ...options,
      }),
    ),
    // 잔물 wrote on the same day before: spec/discussion.md rule 11.
    act(15, () => player.askForReview(janmul, player.articleOf(bamtol, teamId, seoulDate(now)), 15, now)),
    act(14, async () => {
      const articleId = player.articleOf(bamtol, teamId, seoulDate(now));
      const said = { text: "왼쪽 길이가 `middle - left`인 이유가 궁금해요.", lines: [8, 9] } as const;
      threadId = await player.comment(janmul, articleId, said, 14, now);
    }),
    act(12, async () => {
      const articleId = player.articleOf(bamtol, teamId, seoulDate(now));
      const text = "가운데 자리는 방금 앉았으니 양쪽에서 빠져요. 그래서 1을 더하지 않아요!";
      await player.comment(bamtol, articleId, { text, threadId }, 12, now);
    }),
    act(11, () => player.acknowledge(hodu, player.articleOf(bamtol, teamId, seoulDate(now)), 11, now)),
    comment(10, hodu, { author: bamtol, text: "음수를 넣는 이유, 이 글 보고 바로 이해했어요." }),
    comment(8, dotori, {
      author: janmul,
      text: "저도 마지막 줄 공백 때문에 두 번 틀렸어요. 파일로 비교하기, 따라 해 볼게요.",
    }),
    comment(6, dotori, {
      author: hodu,
      daysAgo: 1,
      text: "0행과 0열을 비워 두니 훨씬 읽기 좋아요.",
      lines: [1, 1],
    }),
  ];
}

const queued = [
  "https://school.programmers.co.kr/learn/courses/30/lessons/67259",
  "https://leetcode.com/problems/two-sum/",
  "https://codeforces.com/problemset/problem/4/A",
].join("\n");
const proposed = "https://leetcode.com/problems/word-ladder/";
const problemsOf = (text: string) =>
  pastedLines(text).flatMap((line) =>
    line.kind === "problem" ? [{ title: line.title, problems: [line.problem] }] : [],
  );

/**
 * The first team writes every day, from its first Monday on, at the latest three days ago: with a rest and an excused day
 * among the days on which nothing was written, and problems for the coming days.
 */
function rhythm({ player, memberAt, teamAt, now }: Cast): Act[] {
  const dotori = memberAt(0);
  const hodu = memberAt(2);
  const janmul = memberAt(3);
  const teamId = teamAt(0);
  const dateOf = (daysAgo: number) => seoulDate(before(now, daysAgo * day));
  const act = (msAgo: number, execute: (at: Date) => Promise<unknown>): Act => {
    const at = before(now, msAgo);
    return { at, act: () => execute(at) };
  };
  const everyDay = { weekdays: [...weekdays], perWeek: null, restsPerMonth: 2 };
  const drill = { memberId: janmul, date: dateOf(2), reason: "예비군 훈련" };
  return [
    act(days * day - 2 * hour, (at) => player.setPromise(dotori, teamId, everyDay, at)),
    act(3 * day, (at) => player.takeRest(hodu, teamId, dateOf(3), at)),
    act(20 * minute, (at) => player.excuse(dotori, teamId, drill, at)),
    act(19 * minute, (at) => player.takeRest(dotori, teamId, daysAfter(dateOf(0), 2), at)),
    act(18 * minute, (at) => player.proposeProblems(dotori, teamId, problemsOf(queued), at)),
    act(17 * minute, (at) => player.proposeProblems(hodu, teamId, problemsOf(proposed), at)),
  ];
}

const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
