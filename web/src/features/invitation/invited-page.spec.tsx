// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { RefusalCode } from "#contracts/errors";
import { refusals } from "#contracts/errors";
import { getInvitation, type Invited, joinByInvitation } from "#contracts/invitation/api";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { continueAfterLogin } from "#web/lib/continuation.ts";
import { InvitedPage } from "./invited-page.tsx";

const path = "/invite/Zm9vYmFyYmF6cXV4MTIzNA";
const invited = (change: Partial<Invited> = {}): Invited => ({
  teamId: 12,
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  imageUrl: "/images/default/team.png",
  topic: "코딩테스트",
  memberCount: 12,
  memberLimit: 15,
  invitedBy: "도토리묵",
  expiresAt: `${new Date().getFullYear()}-12-18T21:00:00+09:00`,
  isMember: false,
  isFull: false,
  ...change,
});
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(getInvitation, invited());
  server.on(joinByInvitation, { teamId: 12 });
});
const open = () => openPage({ "/invite/:token": InvitedPage }, path);
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const title = "도토리묵님이 새벽네시반에 초대했어요";

it("shows a visitor the team, and joins automatically after the login", async () => {
  open();
  await heading(title);
  expect(screen.getByText("12/15명")).toBeTruthy();
  expect(screen.getByText("12월 18일까지")).toBeTruthy();
  const login = screen.getByRole("link", { name: "카카오로 시작하고 참가하기" });
  expect(login.getAttribute("href")).toBe(`/oauth2/authorization/kakao?redirect=${encodeURIComponent(path)}`);
  login.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(login);
  expect(JSON.parse(sessionStorage.getItem("continuation") ?? "")).toMatchObject({
    path,
    action: "join-by-invitation",
  });
  expect(sessionStorage.getItem("redirect")).toBe(path);
  expect(server.sent).toEqual([]);
});

it("joins once after the redirect through the login", async () => {
  continueAfterLogin("join-by-invitation", path);
  logIn();
  const page = open();
  await waitFor(() => expect(page.path()).toBe("/team-dashboard/12"));
  expect(server.sent.map(({ path }) => path)).toEqual([
    `/api/v1${path.replace("invite", "invitations")}/join`,
  ]);
});

it("does not join by opening the link", async () => {
  logIn();
  open();
  await screen.findByRole("button", { name: "팀 참가하기" });
  expect(server.sent).toEqual([]);
});

it("joins on one click, shows a message and navigates to the team", async () => {
  logIn();
  const page = open();
  await press("팀 참가하기");
  await screen.findByText("새벽네시반의 팀원이 되었어요");
  expect(page.path()).toBe("/team-dashboard/12");
  expect(server.sent).toHaveLength(1);
});

it.each([
  ["a member", { isMember: true, isFull: true }, "이미 이 팀의 팀원이에요", "팀 페이지로"],
  ["a member when the team is full", { isFull: true }, "지금은 자리가 없어요", "팀 둘러보기"],
])("shows %s a link to the team instead of joining", async (_, change, text, link) => {
  logIn();
  server.on(getInvitation, invited(change));
  open();
  await heading(text);
  expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/team-dashboard/12");
  expect(screen.queryByRole("button", { name: "팀 참가하기" })).toBeNull();
});

it.each<RefusalCode>([
  "invitation-not-found",
  "invitation-revoked",
  "invitation-expired",
  "invitation-used-up",
])("shows why a link is refused: %s", async (code) => {
  server.refuse(getInvitation, code);
  open();
  await heading(refusals[code].message);
  expect(screen.getByText("초대한 사람에게 새 링크를 부탁해 주세요.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "모집 중인 팀 보기" });
  expect(link.getAttribute("href")).toBe("/team-recruit/list");
});

it("shows a kicked member the refusal and a link to the team", async () => {
  logIn();
  server.refuse(joinByInvitation, "kicked-from-team");
  open();
  await press("팀 참가하기");
  await heading("내보내진 팀에는 초대 링크로 가입할 수 없습니다.");
  expect(screen.getByRole("link", { name: "팀 둘러보기" })).toBeTruthy();
});

it.each([
  [
    "the server's message",
    () => server.refuse(joinByInvitation, "team-full"),
    "현재 팀의 최대 인원을 넘었습니다.",
  ],
  [
    "a text without a response",
    () => server.on(joinByInvitation, () => Response.error()),
    "팀 가입 요청에 실패했습니다.",
  ],
])("shows %s when joining fails, and the changed state", async (_, fail, text) => {
  logIn();
  fail();
  open();
  await screen.findByRole("button", { name: "팀 참가하기" });
  server.on(getInvitation, invited({ isFull: true }));
  await press("팀 참가하기");
  await screen.findByText(text);
  await answerDialog("확인");
  await heading("지금은 자리가 없어요");
});

it("offers a retry when the invitation could not be fetched", async () => {
  server.on(getInvitation, () => Response.error());
  open();
  await screen.findByText("내용을 가져오지 못했어요");
  server.on(getInvitation, invited());
  await press("다시 시도");
  await heading(title);
});
