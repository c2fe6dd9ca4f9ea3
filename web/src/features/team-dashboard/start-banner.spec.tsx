// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getArticlesByDate, getWriters } from "#contracts/article/api";
import { seoulDate } from "#contracts/dates";
import { getMemberInfo } from "#contracts/member/api";
import { getRhythm } from "#contracts/rhythm/api";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { getToday, type TeamToday } from "#contracts/today/api";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { me, memberInfoOf, rhythmOf, teamOf, teamPageOf } from "#tests/support/views";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

const today = seoulDate(new Date());
// The team's day may be the one before.
const longAgo = seoulDate(new Date(Date.now() - 16 * 86_400_000));

let server: ReturnType<typeof fakeServer>;
let start: TeamToday["start"];
let views: { team: ReturnType<typeof teamOf>; isManager: boolean };
beforeEach(() => {
  start = { invited: true, subject: true, wrote: false, announced: false };
  views = { team: teamOf({ createdAt: today }), isManager: true };
  server = fakeServer();
  server.on(getTeamPage, () => teamPageOf(views.team, views));
  server.on(getArticlesByDate, (request) => pageAsked([], request));
  server.on(getWriters, () => []);
  server.on(getSubject, () => null);
  server.on(getRhythm, rhythmOf({ promise: null }));
  server.on(getMemberInfo, () => memberInfoOf([12]));
  server.on(getToday, () => ({
    date: today,
    since: `${today}T00:00:00+09:00`,
    solved: 0,
    news: [],
    reviews: [],
    teams: [
      {
        teamId: 12,
        date: today,
        teamName: "새벽네시반",
        imageUrl: "/images/default/team.png",
        teamManager: views.isManager,
        memberCount: 1,
        memberLimit: 10,
        teamAnnouncement: "",
        subject: null,
        wroteCount: 0,
        writers: [],
        mine: [],
        rhythm: null,
        waitingApplicants: null,
        start,
      },
    ],
  }));
});

const open = () => {
  logIn();
  return openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, "/team-dashboard/12");
};
const banner = async () => within(await screen.findByRole("region", { name: "팀 시작하기" }));
const noBanner = () => expect(screen.queryByRole("region", { name: "팀 시작하기" })).toBeNull();

it("shows a manager of a new team the finished steps and links to the next one", async () => {
  open();
  const line = await banner();
  expect(line.getByText("2/4")).toBeTruthy();
  expect(line.getByRole("link").textContent).toBe("첫 글 쓰기");
  expect(line.getByRole("link").getAttribute("href")).toBe("/posting/12");
});

it("opens the editor of the announcement for its step, once", async () => {
  start = { invited: true, subject: true, wrote: true, announced: false };
  const { router } = open();
  fireEvent.click((await banner()).getByRole("link", { name: "공지 적기" }));
  await screen.findByPlaceholderText("공지글 입력");
  await waitFor(() => expect(router.state.location.state).toBeNull());
});

it("tells once that all steps are done", async () => {
  start = { invited: true, subject: true, wrote: true, announced: true };
  open();
  expect((await banner()).getByText("준비가 끝났어요")).toBeTruthy();
  expect(localStorage.getItem(`start-dismissed:${me}:12`)).not.toBeNull();
});

it("is hidden after it was dismissed", async () => {
  open();
  await banner();
  await press("그만 보기");
  noBanner();
  expect(localStorage.getItem(`start-dismissed:${me}:12`)).not.toBeNull();
});

it.each([
  ["members", { isManager: false }],
  ["an older team", { team: teamOf({ createdAt: longAgo }) }],
  ["a member who dismissed it", { isDismissed: true }],
])("reads and shows nothing for %s", async (_, change: Partial<typeof views & { isDismissed: boolean }>) => {
  Object.assign(views, change);
  if (change.isDismissed) localStorage.setItem(`start-dismissed:${me}:12`, "1");
  open();
  await screen.findByRole("button", { name: /^멤버 1명/ });
  await screen.findByRole("link", { name: "오늘의 글쓰기" });
  noBanner();
  expect(server.paths().filter((path) => path.includes("members/today"))).toEqual([]);
});
