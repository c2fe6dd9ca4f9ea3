// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getArticlesByDate, getWriters } from "#contracts/article/api";
import { seoulDate } from "#contracts/dates";
import { getMemberInfo } from "#contracts/member/api";
import { getRhythm } from "#contracts/rhythm/api";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { memberInfoOf, rhythmOf, teamOf, teamPageOf } from "#tests/support/views";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

const loads = vi.hoisted(() => vi.fn());
vi.mock("./start-banner.tsx", () => {
  loads();
  throw new Error("the script does not come");
});

it("reserves no space for a banner whose module fails to load", async () => {
  const server = fakeServer();
  const team = teamOf({ createdAt: seoulDate(new Date()) });
  server.on(getTeamPage, () => teamPageOf(team, { isManager: true }));
  server.on(getArticlesByDate, (request) => pageAsked([], request));
  server.on(getWriters, () => []);
  server.on(getSubject, () => null);
  server.on(getRhythm, rhythmOf({ promise: null }));
  server.on(getMemberInfo, () => memberInfoOf([12]));
  logIn();
  openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, "/team-dashboard/12");
  await screen.findByRole("link", { name: "오늘의 글쓰기" });
  await waitFor(() => expect(loads).toHaveBeenCalled());
  await waitFor(() => expect(document.querySelector("[class*=skeleton]")).toBeNull());
});
