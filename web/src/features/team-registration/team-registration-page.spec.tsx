// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { refusals } from "#contracts/errors";
import { getRecruitment } from "#contracts/recruitment/api";
import { createTeam } from "#contracts/team/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { isOff, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { applicationOf, recruitmentOf } from "#tests/support/views";
import { inviteRequest } from "#web/lib/navigation-state.ts";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { TeamRegistrationPage } from "./team-registration-page.tsx";

const stays = "5f0d2c1a-0000-4000-8000-00000000000a";
const gone = "5f0d2c1a-0000-4000-8000-00000000000b";
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  logIn();
  server = fakeServer();
  server.on(getRecruitment, recruitmentOf({ teamMemberUuids: [stays] }));
  server.on(createTeam, ({ fields }) =>
    [fields.teamMemberUuids].flat().includes(gone) ? refused("not-an-applicant") : { teamId: 12 },
  );
});

function open(address: string, state?: unknown) {
  const [pathname = "", search = ""] = address.split("?");
  const pages = { "/team-registration": TeamRegistrationPage, "/team-dashboard/12": () => null };
  return openPage(pages, { pathname, search: `?${search}`, state });
}

async function fillIn() {
  type(/^팀 이름/, "새벽네시반");
  type(/^팀 설명/, "하루 한 문제");
  await press("코딩테스트");
  type("인원 제한", "10");
  type("입장 비밀번호", "4821");
}

it("continues with the remaining applicants when one has withdrawn the application", async () => {
  open("/team-registration?recruitId=5", { teamMemberUuids: [stays, gone], teamRecruitId: 5 });
  await fillIn();
  await press("팀 생성하기");
  await screen.findByText(/지금 신청한 1명과 다시 준비했어요/);
  expect(screen.getByText(new RegExp(refusals["not-an-applicant"].message))).toBeTruthy();
  await press("확인");
  await waitFor(() => expect(screen.queryByText(/다시 준비했어요/)).toBeNull());
  await press("팀 생성하기");
  await screen.findByText("팀 생성을 완료했어요");
  expect(server.sent.map(({ fields }) => fields.teamMemberUuids)).toEqual([[stays, gone], stays]);
  expect(server.sent[1]?.fields.teamName).toBe("새벽네시반");
});

it("keeps what is typed, names it as wrong, and moves the focus there", async () => {
  open("/team-registration");
  await fillIn();
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const state = (label: string) => [field(label).value, field(label).getAttribute("aria-invalid")];
  type("인원 제한", "80");
  expect(state("인원 제한")).toEqual(["80", "true"]);
  expect(screen.getByText("최대 50명 제한").closest("[role=alert]")).not.toBeNull();
  type("입장 비밀번호", "48a1");
  expect(state("입장 비밀번호")).toEqual(["48a1", "true"]);
  type("입장 비밀번호", "48");
  expect(state("입장 비밀번호")).toEqual(["48", null]);
  const button = screen.getByRole("button", { name: "팀 생성하기" });
  expect(isOff(button)).toBe(true);
  expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "아직 필요한 것: 인원 제한, 입장 비밀번호",
  );
  fireEvent.click(button);
  expect(document.activeElement).toBe(field("인원 제한"));
  type("인원 제한", "8");
  fireEvent.click(button);
  expect(document.activeElement).toBe(field("입장 비밀번호"));
  expect(server.sent).toEqual([]);
});

it("restores the typed text after a login, with the applicants of the recruitment in the address", async () => {
  open("/team-registration?recruitId=5", { teamMemberUuids: [stays], teamRecruitId: 5 });
  await fillIn();
  expect(JSON.stringify(unsent.all())).not.toContain("4821");
  cleanup();
  open("/team-registration?recruitId=5");
  await screen.findByText(/작성 중이던 내용을 불러왔어요/);
  type("입장 비밀번호", "1234");
  await press("팀 생성하기");
  await screen.findByText("팀 생성을 완료했어요");
  expect(server.sent[0]?.fields).toEqual({
    teamName: "새벽네시반",
    teamExplain: "하루 한 문제",
    topic: "코딩테스트",
    memberLimit: "10",
    password: "1234",
    teamMemberUuids: stays,
    teamRecruitId: "5",
  });
  expect(unsent.all()).toEqual([]);
});

it("keeps separate drafts for a team with and without a recruitment", () => {
  open("/team-registration?recruitId=5");
  type(/^팀 이름/, "새벽네시반");
  cleanup();
  open("/team-registration");
  expect(screen.getByLabelText<HTMLInputElement>(/^팀 이름/).value).toBe("");
});

it.each([
  ["asks a founder without applicants for members", [], inviteRequest],
  ["asks for no further members beside applicants", [stays], null],
])("%s on the page of the new team", async (_, teamMemberUuids, state) => {
  const { router } = open("/team-registration", { teamMemberUuids, teamRecruitId: 5 });
  await fillIn();
  await press("팀 생성하기");
  await waitFor(() => expect(router.state.location.pathname).toBe("/team-dashboard/12"));
  expect(router.state.location.state).toEqual(state);
});

describe("with applicants", () => {
  const uuidOf = (index: number) => `5f0d2c1a-0000-4000-8000-${String(index).padStart(12, "0")}`;
  /** A recruitment with these applicants, sent in pages. */
  const people = (names: readonly string[] = ["밤톨", "호두", "잣물"]) =>
    server.on(getRecruitment, ({ query }) => {
      const number = Number(query.get("page"));
      const size = Number(query.get("applications"));
      const all = names.map((memberName, index) =>
        applicationOf(index, { memberName, memberUuid: uuidOf(index) }),
      );
      const totalPages = Math.ceil(names.length / size);
      return recruitmentOf({
        teamMemberUuids: names.map((_, index) => uuidOf(index)),
        teamApplyResponses: all.slice(number * size, (number + 1) * size),
        applicationList: {
          page: { number, size, totalElements: names.length, totalPages },
          total: names.length,
          seats: null,
        },
      });
    });
  const asked = () => server.paths().filter((path) => path.includes("/recruitments/5"));
  const box = async (count: number) =>
    (await screen.findByText(`함께 시작하는 사람 ${count}명`)).closest("[role=region]")?.lastChild
      ?.textContent;

  it("names the first members of the team, and requires a limit with a seat for each", async () => {
    people();
    open("/team-registration?recruitId=5");
    expect(await box(3)).toContain("밤톨, 호두, 잣물");
    await fillIn();
    const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "팀 생성하기" });
    expect(isOff(button())).toBe(false);
    type("인원 제한", "3");
    expect(screen.getByText("나와 신청자 3명이 들어가려면 4명 이상이어야 해요")).toBeTruthy();
    expect(isOff(button())).toBe(true);
    type("인원 제한", "4");
    expect(isOff(button())).toBe(false);
  });

  it("names only the applicants in the navigation state, from as few pages as name them", async () => {
    people(Array.from({ length: 130 }, (_, index) => `지원자 ${index}`));
    const teamMemberUuids = [uuidOf(3), uuidOf(70)];
    open("/team-registration?recruitId=5", { teamMemberUuids, teamRecruitId: 5 });
    expect(await box(2)).toMatch(/지원자 3, 지원자 70$/);
    expect(asked()).toEqual([
      expect.stringContaining("applications=50&page=0"),
      expect.stringContaining("applications=50&page=1"),
    ]);
    await fillIn();
    await press("팀 생성하기");
    await screen.findByText("팀 생성을 완료했어요");
    expect(server.sent.at(-1)?.fields.teamMemberUuids).toEqual(teamMemberUuids);
  });

  it("counts more applicants than a team takes, and names those of one page", async () => {
    people(Array.from({ length: 130 }, (_, index) => `지원자 ${index}`));
    open("/team-registration?recruitId=5");
    expect(await box(130)).toMatch(/지원자 49 외 80명$/);
    expect(asked()).toHaveLength(1);
  });
});
