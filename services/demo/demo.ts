import { v5 as uuidv5 } from "uuid";
import type { Storage } from "../app/storage.ts";
import { type DevPerson, devPeople } from "../identity/dev-people.ts";
import type { Identity } from "../identity/identity.ts";
import { oneProcessAtATime } from "../platform/database/one-process.ts";
import type { Logger } from "../platform/logging.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { demoArticles } from "./articles.ts";
import { before, createPlayer, day, hour, type PlayedTeam, type Player } from "./player.ts";
import { demoProblems } from "./problems.ts";
import { demoRecruitments } from "./recruitments.ts";

const play = "5f0f3c2e-8d5e-4b62-9a0b-0c6f6f0a7d11";
/** Command that stands at the end of the demo. */
export const demoOver = uuidv5("over", play);

const days = 10;
const people: readonly DevPerson[] = devPeople.slice(0, 4);

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
    entryPassword: "2580",
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

/**
 * Writes the demo into an empty log; its people are the first of those that the development provider offers. One process
 * at a time; an interrupted play is carried on.
 */
export async function playDemoOnce(
  storage: Storage,
  { developmentMember: memberOf }: Identity,
  progress: ReadModelProgress,
  log: Logger,
): Promise<void> {
  const { store, database } = storage;
  const player = createPlayer(storage, { play, memberOf });
  await oneProcessAtATime(database.pool, "demo", async () => {
    const isEmpty = (await store.head()) === store.start;
    // Remembered for two days, as any command.
    if (!isEmpty && (!(await player.isMarked("begun")) || (await player.isMarked("over")))) return;
    log.info("writing the demo");
    await playDemo(player, new Date());
  });
  await progress.waitFor(await store.head(), 10_000);
}

/** Three teams with ten days of problems and articles, and two recruitments. */
async function playDemo(player: Player, now: Date): Promise<void> {
  await player.mark("begun", now);
  const members: string[] = [];
  for (const { handle, nickname: name, introduction: explain } of people)
    members.push(await player.person(handle, { name, explain }, before(now, days * day)));
  const memberAt = (place: number) => members[place] as string;
  const teamIds: number[] = [];
  for (const [
    index,
    {
      people: [manager, ...others],
      ...team
    },
  ] of teams.entries()) {
    const script = {
      ...{ team, people: [memberAt(manager), ...others.map(memberAt)] as const, days },
      begin: before(now, days * day - index * hour),
      problem: (daysAgo: number) => at(demoProblems, daysAgo + index * 3),
      article: (daysAgo: number, n: number) =>
        (daysAgo + n + index) % 3 === 2 ? undefined : at(demoArticles, daysAgo * 3 + n + index),
    };
    teamIds.push(await player.playTeam(script, now));
  }
  for (const { author, team, applications, daysAgo, ...text } of demoRecruitments) {
    const posted = before(now, daysAgo * day);
    const teamId = team === null ? null : (teamIds[team] as number);
    const recruitmentId = await player.postRecruitment(memberAt(author), { ...text, teamId }, posted);
    for (const [index, application] of applications.entries()) {
      const later = before(posted, -(index + 1) * 5 * hour);
      await player.apply(memberAt(application.person), recruitmentId, application.text, later);
    }
  }
  await player.mark("over", now);
}

const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
