// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { page } from "#contracts/endpoint";
import { getMemberInfo } from "#contracts/member/api";
import { getMyApplications, type MyApplication } from "#contracts/my-applications/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { tokenOf } from "#tests/support/stub-server";
import { me, memberInfoOf } from "#tests/support/views";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { seenAt } from "#web/lib/my-applications.ts";
import { MyApplications } from "./my-applications.tsx";

let applications: MyApplication[];
let server: ReturnType<typeof fakeServer>;

const applied = "2025-09-03T21:07:45+09:00";
const applicationOf = (teamApplyId: number, change: Partial<MyApplication> = {}): MyApplication => ({
  teamApplyId,
  recruitmentId: 5,
  teamRecruitTitle: `모집글 ${teamApplyId}`,
  teamId: null,
  teamApplyBody: "지원합니다",
  state: "pending",
  appliedAt: applied,
  changedAt: applied,
  membership: null,
  endedAt: null,
  reason: null,
  ...change,
});

const open = () => openPage({ "/": MyApplications }, "/");

beforeEach(() => {
  logIn();
  applications = [applicationOf(1)];
  server = fakeServer();
  server.on(getMemberInfo, memberInfoOf());
  server.on(getMyApplications, () => page(applications, { page: 0, size: 5 }, applications.length));
});

it("shows the outcome of each application", async () => {
  const later = "2025-09-04T08:00:00+09:00";
  applications = [
    applicationOf(1),
    applicationOf(2, { state: "closed", changedAt: later }),
    applicationOf(3, { state: "accepted", changedAt: later, teamId: 12, membership: "member" }),
    applicationOf(4, { state: "removed", changedAt: later }),
    applicationOf(5, { state: "deleted", changedAt: later, teamRecruitTitle: null }),
  ];
  open();
  for (const label of ["대기 중", "모집 종료", "수락됨", "내보내짐", "모집글 삭제됨"])
    await screen.findByText(label);
  expect(screen.getByRole("link", { name: "모집글 1" }).getAttribute("href")).toBe("/team-recruit/detail/5");
  expect(screen.getByRole("link", { name: "팀 페이지로 이동하기" }).getAttribute("href")).toBe(
    "/team-dashboard/12",
  );
  expect(screen.getByText("삭제된 모집글").closest("a")).toBeNull();
});

it("shows a current membership, or when and why it ended", async () => {
  const endedAt = `${new Date().getFullYear()}-12-05T09:00:00+09:00`;
  const accepted = { state: "accepted", teamId: 12 } as const;
  applications = [
    applicationOf(1, { ...accepted, membership: "kicked", endedAt, reason: "연락이 닿지 않아요" }),
    applicationOf(2, { ...accepted, membership: "left", endedAt: "2024-12-05T09:00:00+09:00" }),
    applicationOf(3, { ...accepted, teamId: null }),
  ];
  const { changed } = open();
  await screen.findByText("12월 5일에 팀에서 내보내졌어요");
  expect(screen.getByText("사유: 연락이 닿지 않아요")).toBeTruthy();
  expect(screen.getByText("2024년 12월 5일에 팀을 나왔어요")).toBeTruthy();
  expect(screen.getByText("팀이 삭제되었어요.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "팀 페이지로 이동하기" })).toBeNull();
  expect(screen.queryByText("팀원이 되었어요.")).toBeNull();
  applications = [applicationOf(1, { ...accepted, membership: "member" })];
  await changed(`my-applications/${me}`);
  await screen.findByText("팀원이 되었어요.");
});

it("marks unseen changes, and stores that they have been seen", async () => {
  const changedAt = "2025-09-04T08:00:00+09:00";
  applications = [applicationOf(1, { state: "removed", changedAt })];
  open();
  await screen.findByText("새 소식");
  await waitFor(() => expect(seenAt(me)).toBe(Date.parse(changedAt)));
  expect(screen.getByText("새 소식")).toBeTruthy();
});

it("shows an empty state without applications", async () => {
  applications = [];
  open();
  await screen.findByText("아직 신청한 모집글이 없어요");
});

it("shows another member no data of the former, and keeps the other member's unseen changes", async () => {
  const next = "8f14e45f-ceea-467f-a8a0-0000000000bb";
  const mine = applicationOf(1, { state: "accepted", changedAt: "2025-09-09T08:00:00+09:00" });
  const theirs = applicationOf(2, { state: "removed", changedAt: "2025-09-04T08:00:00+09:00" });
  const held: (() => void)[] = [];
  server.on(getMyApplications, async ({ token }) => {
    const isNext = token === tokenOf(next);
    if (isNext) await new Promise<void>((done) => held.push(done));
    return page([isNext ? theirs : mine], { page: 0, size: 5 }, 1);
  });
  const stop = emptyOnMemberChange(open().client);
  await screen.findByText("모집글 1");
  act(() => logIn(next));
  await waitFor(() => expect(held.length).toBeGreaterThan(1));
  expect(screen.queryByText("모집글 1")).toBeNull();
  expect(seenAt(next)).toBe(0);
  for (const answer of held) answer();
  await screen.findByText("새 소식");
  stop();
});
