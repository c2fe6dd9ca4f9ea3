// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getMemberInfo } from "#contracts/member/api";
import { getTeamPage } from "#contracts/team/api";
import { getToday, type TeamToday, type Today } from "#contracts/today/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { draftOf, queuedOf, storeRecord } from "#tests/support/unsent";
import { me, memberInfoOf, teamOf, teamPageOf } from "#tests/support/views";
import { serverTime } from "#web/lib/server-clock.ts";
import { HomePage } from "./home-page.tsx";

const date = "2027-12-31";
const teamToday = (change: Partial<TeamToday> = {}): TeamToday => ({
  teamId: 12,
  date,
  teamName: "새벽네시반",
  imageUrl: "/images/default/team.png",
  teamManager: false,
  memberCount: 3,
  memberLimit: 10,
  teamAnnouncement: "",
  subject: { articleId: 77, title: "물류 창고 로봇", category: "코딩 테스트", problems: [] },
  wroteCount: 1,
  writers: [{ uuid: me, memberName: "재귀펭귄", imageUrl: "/images/default/member.png" }],
  mine: [],
  rhythm: null,
  waitingApplicants: null,
  start: null,
  ...change,
});

let today: Today;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  today = { date, since: `${date}T00:00:00+09:00`, solved: 3, teams: [teamToday()], news: [], reviews: [] };
  server = fakeServer();
  server.on(getToday, () => today);
  server.on(getMemberInfo, memberInfoOf([12]));
  server.on(getTeamPage, () => teamPageOf(teamOf({ teamRecruitId: 5 })));
});

const open = () => {
  logIn();
  return openPage({ "/": HomePage }, "/");
};
const own = { articleId: 301, articleTitle: "내 글" };
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const hrefOf = (link: HTMLElement) => link.getAttribute("href");

it("links each team to its next step, with the primary action on the first one without an own article", async () => {
  today.teams = [
    teamToday({ teamName: "쓴 팀", mine: [{ articleId: 301, articleTitle: "내 글" }] }),
    teamToday({ teamId: 13, teamName: "다음 팀", wroteCount: 0, writers: [] }),
    teamToday({ teamId: 14, teamName: "빈 팀", subject: null, teamManager: true, waitingApplicants: 2 }),
  ];
  open();
  const written = await card("쓴 팀");
  expect(hrefOf(written.getByRole("link", { name: "내 글 보기" }))).toBe(
    `/team-dashboard/12?date=${date}&article=301`,
  );
  expect(written.getByText("오늘 내 글을 썼어요")).toBeTruthy();
  expect(hrefOf(written.getByRole("link", { name: "물류 창고 로봇" }))).toBe(
    `/team-dashboard/12?date=${date}&show=subject`,
  );
  const next = await card("다음 팀");
  expect(next.getByText("아직 쓴 사람이 없어요")).toBeTruthy();
  expect(hrefOf(next.getByRole("link", { name: "오늘의 글쓰기" }))).toBe("/posting/13");
  const empty = await card("빈 팀");
  expect(hrefOf(empty.getByRole("link", { name: "문제 쓰기" }))).toBe(`/team-subject/14/${date}`);
  await within(await screen.findByRole("article", { name: "빈 팀" })).findByText("가입 신청 2명");
  const looks = [next, empty].map((team) => team.getByRole("link", { name: "오늘의 글쓰기" }).className);
  expect(looks[0]).not.toBe(looks[1]);
});

it("links a team to the oldest article that waits for the member's review, with their number", async () => {
  const author = { uuid: me, memberName: "밤톨", imageUrl: "/images/a" };
  const review = { articleTitle: "기다리는 글", teamId: 12, date, author };
  today.teams = [teamToday(), teamToday({ teamId: 13, teamName: "다음 팀" })];
  today.reviews = [
    { ...review, articleId: 301 },
    { ...review, articleId: 302 },
  ];
  open();
  const asked = await card("새벽네시반");
  expect(hrefOf(asked.getByRole("link", { name: "받은 리뷰 요청 2" }))).toBe(
    `/team-dashboard/12?date=${date}&article=301`,
  );
  expect((await card("다음 팀")).queryByText(/리뷰 요청/)).toBeNull();
});

it("shows twelve teams as cards and each other one as a line with its next step, all followed live", async () => {
  today.teams = Array.from({ length: 15 }, (_, at) =>
    teamToday({ teamId: at + 1, teamName: `팀 ${at + 1}`, writers: [], mine: at < 13 ? [] : [own] }),
  );
  const view = open();
  await card("팀 12");
  expect(screen.queryByRole("article", { name: "팀 13" })).toBeNull();
  const others = within(screen.getByRole("region", { name: "다른 팀" }));
  const rows = others.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toEqual([
    "팀 131명이 썼어요 · 아직 내 글이 없어요오늘의 글쓰기",
    "팀 14오늘 내 글을 썼어요 · 1명이 썼어요내 글 보기",
    "팀 15오늘 내 글을 썼어요 · 1명이 썼어요내 글 보기",
  ]);
  expect(hrefOf(others.getByRole("link", { name: "오늘의 글쓰기" }))).toBe("/posting/13");
  view.live.greet();
  const watched = () =>
    view.live.sent.flatMap((one) => (one.type === "subscribe" ? [`${one.view}/${one.key}`] : []));
  await waitFor(() =>
    expect(watched()).toEqual(expect.arrayContaining(["team-articles/1", "team-articles/15"])),
  );
  expect(others.queryByRole("link", { name: "모든 팀 보기" })).toBeNull();
});

it("shows the number of solved problems and links to them", async () => {
  open();
  const solved = await screen.findByRole("link", { name: "푼 문제 3" });
  expect(hrefOf(solved)).toBe("/my-dashboard/teams?tab=solved");
});

it("shows news as sentences, and a text without news", async () => {
  const view = open();
  expect(await screen.findByText("새로운 소식이 없어요")).toBeTruthy();
  const at = `${date}T21:07:45+09:00`;
  today.news = [
    { kind: "article", teamId: 12, date, id: 305, title: "글", memberName: "재귀펭귄", at },
    { kind: "article", teamId: 12, date, id: 304, title: "글", memberName: "밤샘코더", at },
    { kind: "subject", teamId: 12, date: "2027-12-12", id: 78, title: "문제", memberName: "도토리", at },
    { kind: "joined", teamId: 12, date, id: null, title: null, memberName: "구름빵", at },
  ];
  await view.changed("my-teams");
  const news = within(screen.getByRole("region", { name: "지난 방문 뒤" }));
  const links = (await news.findAllByRole("link")).map((link) => [link.textContent, hrefOf(link)]);
  expect(links).toEqual([
    ["재귀펭귄님 외 1명이 글을 올렸어요새벽네시반", `/team-dashboard/12?date=${date}`],
    ["12월 12일 문제가 올라왔어요새벽네시반", "/team-dashboard/12?date=2027-12-12&show=subject"],
    ["구름빵님이 새 팀원이 되었어요새벽네시반", "/team-dashboard/12"],
  ]);
});

it("lists drafts of this device with links to their editors", async () => {
  const at = Date.now() - 25 * 60_000;
  const keep = (key: string, title: string) => storeRecord(draftOf(me, title, { key, at }));
  await keep("article-new-12", "");
  await keep("subject-12-2027-12-30", "트리 두 번 순회");
  await keep("recruitment-new", "같이 시작할 분");
  await keep("recruitment-new-12", "빈자리 두 개");
  await keep("recruitment-5", "고치던 모집글");
  open();
  const unsent = within(await screen.findByRole("region", { name: "이어서 쓰기" }));
  expect(unsent.getByText("제목 없는 글").closest("li")?.textContent).toBe(
    "제목 없는 글새벽네시반 · 25분 전이어쓰기",
  );
  expect(unsent.getAllByRole("link", { name: "이어쓰기" }).map(hrefOf)).toEqual(
    expect.arrayContaining([
      "/posting/12",
      "/team-subject/12/2027-12-30",
      "/team-recruit/posting",
      "/team-recruit/posting?teamId=12",
      "/team-recruit/posting?recruitId=5",
    ]),
  );
});

it("lists every draft of this device, each with its own link, and equal ones once", async () => {
  const titles = ["하나", "둘", "셋", "넷", "다섯", "여섯", "여섯"];
  const ids = titles.map(() => crypto.randomUUID());
  for (const [n, title] of titles.entries())
    await storeRecord(draftOf(me, title, { id: String(ids[n]), at: Date.now() - n * 60_000 }));
  const { router } = open();
  const unsent = within(await screen.findByRole("region", { name: "이어서 쓰기" }));
  expect(unsent.getAllByRole("listitem")).toHaveLength(5);
  await press("더 보기");
  expect(unsent.getAllByRole("listitem").map((row) => row.querySelector("b")?.textContent)).toEqual(
    titles.slice(0, 6),
  );
  fireEvent.click(unsent.getAllByRole("link", { name: "이어쓰기" })[2] as HTMLElement);
  await waitFor(() => expect(router.state.location.state).toEqual({ resumed: ids[2] }));
});

it("lists unsent texts of the outbox", async () => {
  await storeRecord(queuedOf(me, "기다리는 풀이"));
  open();
  const unsent = within(await screen.findByRole("region", { name: "이어서 쓰기" }));
  const row = (await unsent.findByText("기다리는 풀이")).closest("li");
  expect(row?.textContent).toBe("기다리는 풀이연결되면 보내요보내기");
});

it("checks the completed first steps of a new team, until the list is dismissed", async () => {
  today.teams = [
    teamToday({ teamManager: true, start: { invited: true, subject: false, wrote: true, announced: false } }),
  ];
  const view = open();
  const start = within(await screen.findByRole("region", { name: "팀 시작하기" }));
  expect(hrefOf(start.getByRole("link"))).toBe(`/team-subject/12/${date}`);
  await press("그만 보기");
  expect(screen.queryByRole("region", { name: "팀 시작하기" })).toBeNull();
  view.unmount();
  open();
  await card("새벽네시반");
  expect(screen.queryByRole("region", { name: "팀 시작하기" })).toBeNull();
});

it("links members without a team to the list of teams", async () => {
  today.teams = [];
  server.on(getMemberInfo, memberInfoOf([]));
  open();
  await screen.findByText("아직 팀이 없어요");
  const links = screen.getAllByRole("link").map((link) => [link.textContent, hrefOf(link)]);
  expect(links).toEqual([
    ["모집 중인 팀 보기", "/team-recruit/list"],
    ["활동 중인 팀 보기", "/team-list"],
    ["팀 만들기", "/team-registration"],
  ]);
});

it("shows the own day where a promise is in force, with the time left while nothing is written", async () => {
  const minute = Math.floor(serverTime() / 60_000) * 60_000;
  const endsAt = new Date(minute + (4 * 60 + 50) * 60_000).toISOString();
  today.teams = [
    teamToday({ teamName: "안 쓴 팀", wroteCount: 8, rhythm: { state: "open", endsAt } }),
    teamToday({ teamId: 13, teamName: "쓴 팀", mine: [own], rhythm: { state: "wrote", endsAt } }),
    teamToday({ teamId: 14, teamName: "쉬는 팀", wroteCount: 0, rhythm: { state: "rest", endsAt } }),
    teamToday({ teamId: 15, teamName: "약속 없는 팀", rhythm: { state: "off", endsAt } }),
  ];
  open();
  const line = async (name: string) => (await card(name)).getByRole("paragraph").textContent;
  await screen.findByText(/마감까지/);
  expect(await line("안 쓴 팀")).toMatch(/^아직 안 썼어요마감까지 4시간 (50|49)분8명이 썼어요$/);
  expect(await line("쓴 팀")).toBe("썼어요1명이 썼어요");
  expect(await line("쉬는 팀")).toBe("쉬는 날");
  expect(await line("약속 없는 팀")).toBe("약속 없는 날1명이 썼어요");
});

it("is fetched again when the first day of its teams has ended", async () => {
  const endsIn = (ms: number) => new Date(serverTime() + ms).toISOString();
  today.teams = [
    teamToday({ teamName: "나중 팀", rhythm: { state: "open", endsAt: endsIn(3_600_000) } }),
    teamToday({ teamId: 13, teamName: "먼저 팀", rhythm: { state: "open", endsAt: endsIn(200) } }),
  ];
  open();
  await card("먼저 팀");
  today.teams = [teamToday({ teamName: "다음 날의 팀" })];
  await screen.findByRole("article", { name: "다음 날의 팀" });
});
