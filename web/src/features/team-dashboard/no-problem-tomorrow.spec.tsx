// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getArticlesByDate, getWriters } from "#contracts/article/api";
import { daysAfter, seoulDate } from "#contracts/dates";
import { getMemberInfo } from "#contracts/member/api";
import { getProblemQueue } from "#contracts/problem-queue/api";
import { getRhythm } from "#contracts/rhythm/api";
import { weekdayOf, weekdays } from "#contracts/rhythm/days";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { memberInfoOf, problemEntryOf, rhythmOf, teamOf, teamPageOf } from "#tests/support/views";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

const today = seoulDate(new Date());
const tomorrow = daysAfter(today, 1);
const endsAt = `${tomorrow}T00:00:00+09:00`;
const bare = { promise: null, today: { date: today, endsAt, state: "off" } as const };

let server: ReturnType<typeof fakeServer>;
let rhythm: ReturnType<typeof rhythmOf>;
let views: { isManager: boolean; subjectDates: string[]; autoPosting: boolean };
beforeEach(() => {
  rhythm = rhythmOf(bare);
  views = { isManager: true, subjectDates: [], autoPosting: true };
  server = fakeServer();
  server.on(getRhythm, () => rhythm);
  server.on(getProblemQueue, () => ({ entries: [], autoPosting: views.autoPosting }));
  server.on(getTeamPage, () => teamPageOf(teamOf(), views));
  server.on(getArticlesByDate, (request) => pageAsked([], request));
  server.on(getWriters, () => []);
  server.on(getSubject, () => null);
  server.on(getMemberInfo, () => memberInfoOf([12]));
});

const open = () => {
  logIn();
  return openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, "/team-dashboard/12");
};
const line = () => screen.queryByText("내일 문제가 없어요");
/** The page after all of its queries. */
const shown = async ({ client }: ReturnType<typeof open>) => {
  await screen.findByRole("heading", { name: "새벽네시반" });
  await waitFor(() => expect(client.isFetching()).toBe(0));
};

it("leads a manager from an empty queue and a tomorrow without a problem to the queue", async () => {
  open();
  await screen.findByText("내일 문제가 없어요");
  expect(screen.getByRole("link", { name: "문제 대기열" }).getAttribute("href")).toBe(
    "/team-setting/problems/12",
  );
});

it("disappears when an entry or tomorrow's problem arrives", async () => {
  const { changed } = open();
  await screen.findByText("내일 문제가 없어요");
  rhythm = rhythmOf({ ...bare, queue: { next: problemEntryOf(), length: 1 } });
  await changed("rhythm/12");
  await waitFor(() => expect(line()).toBeNull());
  rhythm = rhythmOf(bare);
  await changed("rhythm/12");
  await screen.findByText("내일 문제가 없어요");
  views.subjectDates = [tomorrow];
  await changed("team-page/12");
  await waitFor(() => expect(line()).toBeNull());
});

it.each([
  ["a member", () => (views.isManager = false)],
  ["a team that has never used a queue", () => (views.autoPosting = false)],
  ["a problem of tomorrow", () => (views.subjectDates = [tomorrow])],
  [
    "a tomorrow on which nothing is promised",
    () => {
      const others = weekdays.filter((day) => day !== weekdayOf(tomorrow));
      const promise = { perWeek: null, restsPerMonth: 2, startsOn: daysAfter(today, -60), lastDay: null };
      rhythm = rhythmOf({ ...bare, promise: { ...promise, weekdays: others } });
    },
  ],
])("is not shown with %s", async (_, prepare) => {
  prepare();
  await shown(open());
  expect(line()).toBeNull();
});
