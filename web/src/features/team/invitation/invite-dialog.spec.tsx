// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import {
  createInvitation,
  getInvitations,
  type Invitation,
  revokeInvitation,
} from "#contracts/invitation/api";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { inviteRequest } from "#web/lib/navigation-state.ts";
import { InviteButton } from "./invite-button.tsx";
import { dayOf, type InvitingTeam, usesOf } from "./texts.ts";

const link = "https://algomoim.example/invite/Zm9vYmFyYmF6cXV4MTIzNA";
const expiresAt = `${new Date().getFullYear()}-12-18T21:00:00+09:00`;
const invitation = (change: Partial<Invitation> = {}): Invitation => ({
  invitationId: "b0c2f7de-55b6-4d0a-9d3e-7f7c1a0e2a01",
  link,
  expiresAt,
  maxUses: 10,
  uses: 3,
  createdBy: { uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11", memberName: "도토리묵" },
  state: "usable",
  ...change,
});

let server: ReturnType<typeof fakeServer>;
let listed: Invitation[];
beforeEach(() => {
  logIn();
  listed = [];
  server = fakeServer();
  server.on(getInvitations, () => listed);
  server.on(createInvitation, () => {
    listed = [invitation({ uses: 0 }), ...listed];
    return listed[0] as Invitation;
  });
});

async function open(change: Partial<InvitingTeam> = {}, state?: unknown) {
  const team = { teamId: 12, teamName: "새벽네시반", memberCount: 12, memberLimit: 15, ...change };
  const page = openPage(
    { "/team-dashboard/12": () => <InviteButton team={team} /> },
    {
      pathname: "/team-dashboard/12",
      state,
    },
  );
  if (state === undefined) await press("팀원 초대하기");
  await screen.findByRole("dialog", { name: "팀원 초대하기" });
  return page;
}
const pressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");

it("creates a link with the chosen terms, with at most as many uses as free seats, and shows it", async () => {
  await open();
  await screen.findByText("아직 초대 링크가 없어요");
  expect(screen.getByText("자리가 3개 남았어요")).toBeTruthy();
  expect(pressed("7일")).toBe("true");
  await press("한 명 늘리기");
  await press("한 명 줄이기");
  await press("14");
  await press("링크 만들기");
  await screen.findByText("초대 링크를 만들었어요");
  await screen.findByText(link);
  expect(server.sent.map(({ fields }) => fields)).toEqual([{ days: 14, maxUses: 2 }]);
  expect(screen.getByRole("button", { name: "새 링크 만들기" })).toBeTruthy();
});

it("copies the link", async () => {
  listed = [invitation()];
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "clipboard"));
  await open();
  await press("복사");
  await screen.findByText("초대 링크를 복사했어요");
  expect(writeText).toHaveBeenCalledWith(link);
});

it("renders the link as a QR code", async () => {
  listed = [invitation()];
  await open();
  await press("QR 보기");
  const code = await screen.findByRole("img", { name: "새벽네시반 초대 QR 코드" });
  // The path begins with a finder pattern, at the edge of the code.
  expect(code.querySelector("path")?.getAttribute("d")).toMatch(/^M0 0h1v1h-1zM1 0h1/);
});

it("lists usable and ended links, and stops one after confirmation", async () => {
  listed = [
    invitation(),
    invitation({ invitationId: "x", link: null, state: "usedUp", uses: 5, maxUses: 5 }),
  ];
  server.on(revokeInvitation, () => {
    listed = listed.map((each) => ({ ...each, link: null, state: "revoked" as const }));
    return null;
  });
  await open();
  const rows = await screen.findAllByRole("listitem");
  const listUnder = (label: string) => screen.getByText(label).nextElementSibling;
  expect(listUnder("쓰고 있는 링크")?.children).toHaveLength(1);
  expect(listUnder("끝난 링크")?.children).toHaveLength(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "10명 중 3명 가입12월 18일까지 · 도토리묵멈추기",
    "5명 모두 가입12월 18일 · 도토리묵끝남",
  ]);
  await press(/멈추기$/);
  await screen.findByText("이미 가입한 사람은 그대로 남아요.");
  await answerDialog("취소");
  await screen.findByRole("dialog", { name: "팀원 초대하기" });
  expect(server.sent).toEqual([]);
  await press(/멈추기$/);
  await answerDialog("멈추기");
  await screen.findByText("초대 링크를 멈췄어요");
  await waitFor(() => expect(within(screen.getByRole("dialog")).queryByText(link)).toBeNull());
});

it("tells that a full team has no free seat, and links to the member limit", async () => {
  await open({ memberCount: 15 });
  expect(screen.getByText("자리가 없어요")).toBeTruthy();
  expect(screen.getByRole("link", { name: "인원 제한 바꾸기" }).getAttribute("href")).toBe(
    "/team-setting/team/12",
  );
  expect(screen.queryByRole("button", { name: "링크 만들기" })).toBeNull();
});

it.each([
  [
    "the server's message",
    () => server.refuse(createInvitation, "too-many-invitations"),
    "초대 링크는 5개까지 만들 수 있습니다.",
  ],
  [
    "a default text without a response",
    () => server.on(createInvitation, () => Response.error()),
    "초대 링크를 만들지 못했어요",
  ],
])("shows %s when no link could be created, and reopens", async (_, fail, text) => {
  fail();
  await open();
  await press("링크 만들기");
  await screen.findByRole("alertdialog", { name: text });
  await answerDialog("확인");
  await screen.findByRole("dialog", { name: "팀원 초대하기" });
});

it("opens automatically if the navigation requests it, but not again after a reload", async () => {
  const { router } = await open({}, inviteRequest);
  await waitFor(() => expect(router.state.location.state).toBeNull());
});

it("formats a day with its year only if that is not the current one", () => {
  expect(dayOf("2025-12-18T21:00:00+09:00", "2025-12-11")).toBe("12월 18일");
  expect(dayOf("2026-01-03T21:00:00+09:00", "2025-12-11")).toBe("2026년 1월 3일");
  expect([usesOf({ uses: 3, maxUses: 10 }), usesOf({ uses: 5, maxUses: 5 })]).toEqual([
    "10명 중 3명 가입",
    "5명 모두 가입",
  ]);
});
