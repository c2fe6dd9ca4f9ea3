import type { Topic } from "#contracts/team/api";
import { demoArticles } from "./articles.ts";
import { demoProblems } from "./problems.ts";
import { type DemoRecruitment, demoRecruitments } from "./recruitments.ts";

export interface DemoPerson {
  readonly handle: string;
  readonly nickname: string;
  readonly introduction: string;
}

/** How the demo acts: like anybody else, through commands, only at times gone by. */
export interface DemoStage {
  /** Whether a play has begun, maybe been cut off. Known for two days. */
  hasBegun(): Promise<boolean>;
  isOver(): Promise<boolean>;
  begin(at: Date): Promise<void>;
  end(at: Date): Promise<void>;
  /** The member of a handle of the development provider, made when missing. */
  memberOf(handle: string): Promise<string>;
  completeProfile(memberId: string, profile: { name: string; explain: string }, at: Date): Promise<void>;
  createTeam(memberId: string, team: DemoTeam, at: Date): Promise<number>;
  joinTeam(memberId: string, teamId: number, at: Date): Promise<void>;
  announce(memberId: string, teamId: number, announcement: string, at: Date): Promise<void>;
  postSubject(
    memberId: string,
    teamId: number,
    text: { title: string; body: string; category: string; date: Date },
    at: Date,
  ): Promise<void>;
  postArticle(
    memberId: string,
    teamId: number,
    text: { title: string; body: string },
    at: Date,
  ): Promise<void>;
  postRecruitment(
    memberId: string,
    text: { title: string; body: string; contact: string; teamId: number | null },
    at: Date,
  ): Promise<number>;
  apply(memberId: string, recruitmentId: number, text: string, at: Date): Promise<void>;
}

export interface DemoTeam {
  readonly name: string;
  readonly explain: string;
  readonly topic: Topic;
  readonly memberLimit: number;
  readonly entryPassword: string;
}

const hour = 3_600_000;
const day = 24 * hour;
const days = 10;

/** How many people the demo needs. */
export const demoPeople = 4;

const teams: readonly (DemoTeam & { readonly announcement: string; readonly people: readonly number[] })[] = [
  {
    name: "새벽네시반",
    explain: "하루 한 문제로 시작해요. 늦잠을 자도 괜찮고, 기록만 남겨요.",
    topic: "코딩테스트",
    memberLimit: 12,
    entryPassword: "0430",
    announcement: "이번 주 토요일 밤 9시에 모의 테스트를 봐요. 세 문제, 두 시간!",
    people: [0, 1, 2, 3],
  },
  {
    name: "그래프탐험대",
    explain: "BFS부터 최소 신장 트리까지, 그래프만 넉 주 동안 파고듭니다.",
    topic: "스터디",
    memberLimit: 6,
    entryPassword: "2580",
    announcement: "",
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

/** Three teams with ten days of problems and articles, and two recruitments, so that a fresh installation has something to look at. */
export async function playDemo(stage: DemoStage, people: readonly DemoPerson[], now: Date): Promise<void> {
  await stage.begin(now);
  const begin = new Date(now.getTime() - days * day);
  const members = await Promise.all(people.map(({ handle }) => stage.memberOf(handle)));
  for (const [index, { nickname: name, introduction: explain }] of people.entries())
    await stage.completeProfile(members[index]!, { name, explain }, begin);
  const teamIds: number[] = [];
  for (const [index, team] of teams.entries()) teamIds.push(await playTeam(stage, team, members, index, now));
  for (const recruitment of demoRecruitments)
    await playRecruitment(stage, recruitment, members, teamIds, now);
  await stage.end(now);
}

async function playRecruitment(
  stage: DemoStage,
  { title, body, contact, author, team, applications, daysAgo }: DemoRecruitment,
  members: readonly string[],
  teamIds: readonly number[],
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - daysAgo * day);
  const teamId = team === null ? null : (teamIds[team] as number);
  const text = { title, body, contact, teamId };
  const recruitmentId = await stage.postRecruitment(members[author] as string, text, at);
  for (const [index, application] of applications.entries()) {
    const later = new Date(at.getTime() + (index + 1) * 5 * hour);
    await stage.apply(members[application.person] as string, recruitmentId, application.text, later);
  }
}

async function playTeam(
  stage: DemoStage,
  team: (typeof teams)[number],
  members: readonly string[],
  index: number,
  now: Date,
): Promise<number> {
  const [manager, ...others] = team.people.map((place) => members[place]!) as [string, ...string[]];
  const begin = new Date(now.getTime() - days * day + index * hour);
  const teamId = await stage.createTeam(manager, team, begin);
  for (const other of others) await stage.joinTeam(other, teamId, new Date(begin.getTime() + hour));
  if (team.announcement)
    await stage.announce(manager, teamId, team.announcement, new Date(now.getTime() - 2 * day));
  for (let past = days - 1; past >= 0; past -= 1) {
    const today = new Date(now.getTime() - past * day);
    const problem = demoProblems[(past + index * 3) % demoProblems.length]!;
    const written = { title: problem.title, body: problem.body, category: problem.kind, date: today };
    await stage.postSubject(manager, teamId, written, new Date(today.getTime() - 6 * hour));
    for (const [place, author] of [manager, ...others].entries()) {
      if ((past + place + index) % 3 === 2) continue;
      const { title, body } = demoArticles[(past * 3 + place + index) % demoArticles.length]!;
      await stage.postArticle(author, teamId, { title, body }, earlierToday(today, 17 + place * 38));
    }
  }
  return teamId;
}

/** So many minutes before, yet on the same Seoul day. */
function earlierToday(today: Date, minutes: number): Date {
  const sinceMidnight = (today.getTime() + 9 * hour) % day;
  return new Date(today.getTime() - Math.min(minutes * 60_000, sinceMidnight));
}
