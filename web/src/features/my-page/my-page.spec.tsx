// @vitest-environment jsdom
import { focusManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getMyArticles } from "#contracts/article/api";
import { changeProfile, getMemberInfo, getOwnProfile, withdraw } from "#contracts/member/api";
import { getMyTeams, getTeamMembers, leaveTeam } from "#contracts/membership/api";
import { getSolved, type Solved } from "#contracts/my-solved/api";
import type { ProblemReference } from "#contracts/problems";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { answerDialog, isOff, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { articleOf, me, memberInfoOf } from "#tests/support/views";
import { currentToken, endSession } from "#web/lib/session.ts";
import { openFormDraft } from "#web/lib/unsent/form-draft.ts";
import { MyPage } from "./my-page.tsx";

const membership = (teamId: number, teamManager = false) => ({
  teamId,
  teamName: `팀 ${teamId}`,
  teamManager,
  registerDate: "2025-09-01T08:00:00",
});
const articles = [7, 6, 5, 4, 3, 2, 1].map((id) => articleOf(id, { isAuthor: true }));

let teams: ReturnType<typeof membership>[];
/** Whether each member is a manager, by team. */
let managers: Record<string, boolean[]>;
let server: ReturnType<typeof fakeServer>;

const open = (path: string) => openPage({ "/my-dashboard/:category": MyPage, "/modification": MyPage }, path);

beforeEach(() => {
  teams = [membership(12, true), membership(13)];
  managers = {};
  let profile = {
    memberName: "도토리",
    memberExplain: "그래프 공부 중",
    imageUrl: "/images/a.jpg",
    uuid: me,
  };
  logIn();
  server = fakeServer();
  server.on(getMemberInfo, memberInfoOf());
  server.on(getOwnProfile, () => profile);
  server.on(changeProfile, ({ fields }) => {
    profile = { ...profile, ...fields };
    return profile;
  });
  server.on(getMyTeams, () => teams);
  server.on(getMyArticles, (request) => pageAsked(articles, request));
  server.on(getTeamMembers, ({ params }) =>
    (managers[String(params.teamId)] ?? []).map((isTeamManager, index) => ({
      uuid: `u${index}`,
      memberName: "",
      memberExplain: "",
      imageUrl: "",
      registerDate: "",
      isTeamManager,
    })),
  );
});

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const dialogText = async () => (await screen.findByRole("alertdialog")).textContent;
const requests = (part: string) => server.paths().filter((path) => path.includes(part));
async function save(label: string, text: string) {
  await button("저장하기");
  type(label, text);
  await press("저장하기");
}

it("has no other category than profile and teams", async () => {
  open("/my-dashboard/else");
  await screen.findByText("/not-found null");
});

it("redirects to the login and back when the session ends in another tab", async () => {
  open("/my-dashboard/profile");
  await screen.findByText("그래프 공부 중");
  act(endSession);
  await screen.findByText('/login {"from":"/my-dashboard/profile"}');
});

describe("the profile", () => {
  it("is saved, fetched again and shown", async () => {
    const { path } = open("/my-dashboard/profile");
    await screen.findByText("그래프 공부 중");
    await press("수정하기");
    const saving = await button("저장하기");
    expect(isOff(saving)).toBe(true);
    type("이름", "   ");
    expect(isOff(saving)).toBe(true);
    type("이름", "도토리묵");
    expect(isOff(saving)).toBe(false);
    fireEvent.click(saving);
    await screen.findByText("프로필 변경에 성공했습니다");
    expect(server.sent.map(({ fields }) => fields)).toEqual([
      { memberName: "도토리묵", memberExplain: "그래프 공부 중" },
    ]);
    expect(server.paths()).toEqual([
      "GET /api/v1/members/own-profile",
      "PUT /api/v1/members",
      "GET /api/v1/members/own-profile",
    ]);
    await screen.findByText("도토리묵");
    expect(path()).toBe("/my-dashboard/profile");
  });

  it("asks before unsaved changes are left by a tab, and not when editing is cancelled", async () => {
    const { path } = open("/modification");
    await button("저장하기");
    type("이름", "");
    fireEvent.click(screen.getByRole("link", { name: /팀/ }));
    await screen.findByText("정말로 이동하시겠습니까?");
    await answerDialog("취소");
    await press("취소");
    await waitFor(() => expect(path()).toBe("/my-dashboard/profile"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is edited at its own address, which is left on saving", async () => {
    const { path } = open("/modification");
    await screen.findByRole("heading", { name: "👑 프로필 수정" });
    await save("자기소개", "새 소개");
    await waitFor(() => expect(path()).toBe("/my-dashboard/profile"));
    await button("수정하기");
  });

  it("keeps the typed text when the server refuses the change", async () => {
    server.refuse(changeProfile, "picture-too-large");
    open("/modification");
    await save("이름", "도토리묵");
    expect(await dialogText()).toBe("프로필 변경에 실패했습니다10MB 용량을 초과했습니다확인");
    await answerDialog("확인");
    expect(screen.getByLabelText<HTMLInputElement>("이름").value).toBe("도토리묵");
  });

  it("keeps an unsaved change until it is saved or discarded", async () => {
    const value = () => screen.getByLabelText<HTMLTextAreaElement>("자기소개").value;
    open("/modification");
    await button("저장하기");
    type("자기소개", "다익스트라 공부 중");
    cleanup();
    open("/my-dashboard/profile");
    await press("수정하기");
    expect(value()).toBe("다익스트라 공부 중");
    await press("지우기");
    await answerDialog("지우기");
    await waitFor(() => expect(value()).toBe("그래프 공부 중"));
    expect(screen.queryByText(/작성 중이던 내용/)).toBeNull();
    await save("자기소개", "최단 경로 공부 중");
    await screen.findByText("프로필 변경에 성공했습니다");
    expect(localStorage).toHaveLength(0);
  });

  it("shows the saved text with a message when it cannot be fetched again", async () => {
    open("/modification");
    await button("저장하기");
    server.on(getOwnProfile, () => reply({ status: 500, message: "서버" }));
    await save("이름", "도토리묵");
    expect(await dialogText()).toBe("변경된 프로필 조회를 실패했습니다확인");
    await answerDialog("확인");
    await screen.findByText("도토리묵");
  });
});

describe("withdrawal", () => {
  const begin = async () => {
    open("/my-dashboard/profile");
    await press(/계정 탈퇴/);
    return button("탈퇴하기");
  };
  async function confirm() {
    fireEvent.click(screen.getByRole("checkbox"));
    await press("탈퇴하기");
    await answerDialog("탈퇴하기");
  }

  it("names only the teams without another manager", async () => {
    teams = [membership(12, true), membership(13), membership(14, true), membership(15, true)];
    managers = { 12: [true, false], 13: [true, false], 14: [true, true, false], 15: [true] };
    await begin();
    await screen.findByText(/^팀 12의 방장이 나뿐이에요.*가장 오래 함께한 멤버가 방장이 됩니다/);
    await screen.findByText(/^팀 15에는 나 말고 다른 멤버가 없어요.*팀도 함께 삭제됩니다/);
    expect(screen.queryByText(/팀 13|팀 14/)).toBeNull();
    expect(requests("teams/13/members")).toEqual([]);
  });

  it("requires the checkbox and a confirmation, and removes only the member's own drafts", async () => {
    const end = await begin();
    expect(isOff(end)).toBe(true);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(isOff(end)).toBe(false);
    fireEvent.click(end);
    await answerDialog("취소");
    expect(server.sent).toEqual([]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const profileOf = (owner: string) => openFormDraft(owner, "profile");
    profileOf(me).keep({ name: "밤" });
    profileOf("another member").keep({ name: "솔" });
    fireEvent.click(end);
    await answerDialog("탈퇴하기");
    await screen.findByText("계정 탈퇴에 성공했습니다.");
    expect(requests("DELETE /api/v1/members")).toHaveLength(1);
    expect(profileOf(me).found).toBeUndefined();
    expect(profileOf("another member").found?.fields).toEqual({ name: "솔" });
    expect(currentToken()).toBeNull();
  });

  it("keeps the page unchanged behind the message and sends no further request", async () => {
    managers = { 12: [true, false] };
    await begin();
    await screen.findByText(/^팀 12의 방장이 나뿐이에요/);
    await confirm();
    await screen.findByText("계정 탈퇴에 성공했습니다.");
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    expect(server.paths().at(-1)).toBe("DELETE /api/v1/members");
    screen.getByText(/^팀 12의 방장이 나뿐이에요/);
    focusManager.setFocused(undefined);
  });

  it("keeps the session when it fails, with a message", async () => {
    server.on(withdraw, () => reply({ status: 503, message: "잠시 후 다시" }));
    await begin();
    await confirm();
    await screen.findByText("계정 탈퇴 요청에 실패했습니다.");
    expect(await dialogText()).toBe("계정 탈퇴 요청에 실패했습니다.잠시 후 다시확인");
    expect(currentToken()).not.toBeNull();
    await answerDialog("확인");
    await press("< 프로필로 돌아가기");
    await button("수정하기");
  });
});

describe("my teams", () => {
  const leave = async () => {
    await press("정보 관리");
    await press("팀 13");
    await press("팀 나가기");
    expect(await dialogText()).toBe("팀을 정말 탈퇴하시겠습니까?취소나가기");
    await answerDialog("나가기");
  };

  it("are replaced by a link to the list of teams when there are none", async () => {
    teams = [];
    open("/my-dashboard/teams");
    const link = await screen.findByRole("link", { name: "팀에 가입해 보세요" });
    expect(link.getAttribute("href")).toBe("/team-list");
  });

  it("show the member's articles of a team in pages, each expanding in place", async () => {
    const { router } = open("/my-dashboard/teams");
    expect((await screen.findByText(/모두/)).textContent).toBe("모두 7개의 글");
    const entry = await button(/글 7/);
    expect(entry.textContent).toContain("2027-12-31 21:07");
    expect(entry.textContent).not.toContain("21:07:45");
    expect(screen.queryByText("풀이 7")).toBeNull();
    fireEvent.click(entry);
    await screen.findByText("풀이 7");
    expect(screen.queryByText("풀이 6")).toBeNull();
    await press("2쪽");
    await button(/글 1/);
    expect(router.state.location.search).toBe("?page=2");
    expect(requests("articles")).toEqual([
      "GET /api/v1/articles/12/my-page?page=0",
      "GET /api/v1/articles/12/my-page?page=1",
    ]);
    await press("팀 13");
    await waitFor(() => expect(requests("articles").at(-1)).toBe("GET /api/v1/articles/13/my-page?page=0"));
    expect(router.state.location.search).toBe("?team=13");
    await act(() => router.navigate(-1));
    await button(/글 1/);
  });

  it("have their articles below the month of their posting; a page that does not exist is the last", async () => {
    const months = ["2027-12", "2027-12", "2026-01"];
    const dated = months.map((month, at) => articleOf(at, { createdDate: `${month}-05 21:07:45` }));
    server.on(getMyArticles, (request) => pageAsked(dated, request, 3));
    const { router } = open("/my-dashboard/teams?page=9&tab=history");
    const month = async (name: string) =>
      (await screen.findByRole("region", { name })).querySelectorAll("li").length;
    expect(await month("2027년 12월")).toBe(2);
    expect(await month("2026년 1월")).toBe(1);
    expect(router.state.location.search).toBe("");
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("are tabs up to eight, and a list when there are more", async () => {
    teams = Array.from({ length: 8 }, (_, at) => membership(at + 1));
    const few = open("/my-dashboard/teams?team=7");
    await button("팀 8");
    few.unmount();
    teams = [...teams, membership(9)];
    const { router } = open("/my-dashboard/teams?team=7");
    const choice = await screen.findByLabelText<HTMLSelectElement>("팀");
    expect(choice.selectedOptions[0]?.label).toBe("팀 7");
    expect(screen.queryByRole("button", { name: "팀 8" })).toBeNull();
    fireEvent.change(choice, { target: { value: "9" } });
    await waitFor(() => expect(router.state.location.search).toBe("?team=9"));
  });

  it("show joining date and role; only members without a role can leave", async () => {
    open("/my-dashboard/teams");
    await press("정보 관리");
    await screen.findByText("2025.09.01");
    await screen.findByText("방장");
    expect(screen.queryByRole("button", { name: "팀 나가기" })).toBeNull();
    await press("팀 13");
    await screen.findByText("일반 회원");
    await button("팀 나가기");
  });

  it("are fetched again after leaving one, and after a refusal, which is shown", async () => {
    server.refuse(leaveTeam, "manager-cannot-leave");
    open("/my-dashboard/teams");
    await leave();
    await screen.findByText("방장은 팀을 나갈 수 없습니다.");
    await waitFor(() => expect(requests("teams/my-page")).toHaveLength(2));
    await answerDialog("확인");
    server.on(leaveTeam, () => {
      teams = [membership(12, true)];
      return null;
    });
    await leave();
    await screen.findByText("팀을 성공적으로 탈퇴했습니다.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "팀 13" })).toBeNull());
    expect(requests("teams/my-page")).toHaveLength(3);
  });
});

describe("solved problems", () => {
  const solved = [
    { provider: "programmers", number: "42576", title: "완주하지 못한 선수", url: null },
    { provider: "boj", number: "1260", title: null, url: null },
  ].map(
    (problem): Solved => ({
      ...(problem as ProblemReference),
      count: 2,
      firstDate: "2024-12-01",
      lastDate: "2024-12-09",
      last: { teamId: 13, articleId: 305 },
    }),
  );
  beforeEach(() => {
    server.on(getSolved, (request) =>
      pageAsked(
        solved.filter(({ provider }) => [provider, ""].includes(request.query.get("provider") ?? "")),
        request,
      ),
    );
  });

  it("of all teams are listed, filtered by site, and link to their last article", async () => {
    const { router } = open("/my-dashboard/teams?team=13&tab=solved&x=1");
    await screen.findByText("모든 팀에서 푼 문제예요");
    const link = await screen.findByRole("link", { name: "완주하지 못한 선수" });
    expect(link.getAttribute("href")).toBe("/team-dashboard/13?date=2024-12-09&article=305");
    expect(screen.getAllByText("2번 · 2024년 12월 9일")).toHaveLength(2);
    fireEvent.change(screen.getByLabelText("문제 사이트"), { target: { value: "boj" } });
    await waitFor(() => expect(screen.queryByText("완주하지 못한 선수")).toBeNull());
    screen.getByText("백준 1260");
    await press("내가 쓴 글");
    expect(router.state.location.search).toBe("?team=13&x=1");
    await act(() => router.navigate(-1));
    await screen.findByText("모든 팀에서 푼 문제예요");
  });

  it("have an empty state, and are also shown without a team", async () => {
    solved.length = 0;
    teams = [];
    open("/my-dashboard/teams?tab=solved");
    await screen.findByText("아직 푼 문제가 없어요");
  });
});
