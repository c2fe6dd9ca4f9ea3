// @vitest-environment jsdom
import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pretendServer, reply, tokenOf } from "#tests/support/pretend-server";
import { openFormDraft } from "#web/lib/drafts/form-draft.ts";
import { currentToken, endSession, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { MyPage } from "./my-page.tsx";

const uuid = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const profile = { memberName: "도토리", memberExplain: "그래프 공부 중", imageUrl: "/images/a.jpg", uuid };
const membership = (teamId: number, teamManager = false) => ({
  teamId,
  teamName: `팀 ${teamId}`,
  teamManager,
  registerDate: "2025-09-01T08:00:00",
});
const article = (articleId: number) => ({
  articleId,
  articleTitle: `글 ${articleId}`,
  articleBody: `<p>본문 ${articleId}</p>`,
  createdDate: "2025-09-03 21:07:45",
  imageUrl: null,
  memberName: "도토리",
  memberImage: "/images/a.jpg",
  isAuthor: true,
  revision: 1,
});

/** What the pretended server knows; a path with its method may be answered otherwise. */
let server: {
  profile: typeof profile;
  teams: ReturnType<typeof membership>[];
  people: Record<number, boolean[]>;
  otherwise: Record<string, { status: number; message: string } | undefined>;
};
let paths: () => string[];
let bodies: FormData[];

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: "/my-dashboard/:category", Component: MyPage },
      { path: "/modification", Component: MyPage },
      { path: "*", Component: () => "elsewhere" },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DialogProvider>
        <RouterProvider router={router} />
      </DialogProvider>
    </QueryClientProvider>,
  );
  return router;
}

function answer(call: string) {
  const { profile, teams, people } = server;
  if (call === "PUT /api/v1/members") {
    const form = bodies.at(-1);
    server.profile = { ...profile, memberName: String(form?.get("memberName")) };
    return { data: server.profile };
  }
  if (call.endsWith("/own-profile")) return { data: profile };
  if (call.endsWith("/teams/my-page")) return { data: teams };
  const page = /articles\/(\d+)\/my-page\?page=(\d+)/.exec(call);
  if (page) {
    const number = Number(page[2]);
    const content = number === 0 ? [7, 6, 5, 4, 3, 2].map(article) : [article(1)];
    return { data: { content, page: { size: 6, number, totalElements: 7, totalPages: 2 } } };
  }
  const members = /GET \/api\/v1\/teams\/(\d+)\/members/.exec(call);
  if (members) {
    const managers = people[Number(members[1])] ?? [];
    return { data: managers.map((isTeamManager, index) => ({ uuid: `u${index}`, isTeamManager })) };
  }
  if (call.endsWith("/members/me")) {
    server.teams = teams.filter(({ teamId }) => !call.includes(`/teams/${teamId}/`));
    return { message: "팀을 성공적으로 탈퇴했습니다." };
  }
  if (call.endsWith("/members/info"))
    return { data: { memberName: "도토리", memberImageUrl: "", teamAbstractResponses: [] } };
  return { data: null };
}

beforeEach(() => {
  server = { profile, teams: [membership(12, true), membership(13)], people: {}, otherwise: {} };
  bodies = [];
  setToken(tokenOf(uuid));
  ({ paths } = pretendServer(({ method, path, body }) => {
    if (body instanceof FormData) bodies.push(body);
    const call = `${method} ${path}`;
    return reply(server.otherwise[call] ?? answer(call));
  }));
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const told = async () => (await screen.findByRole("alertdialog")).textContent;
const answerDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("my page", () => {
  it("has no other category than profile and teams", async () => {
    const router = open("/my-dashboard/else");
    await waitFor(() => expect(router.state.location.pathname).toBe("/not-found"));
  });
});

describe("the profile", () => {
  it("is shown, changed, asked for again and shown anew", async () => {
    const router = open("/my-dashboard/profile");
    await screen.findByText("그래프 공부 중");
    await press("수정하기");
    const save = await button("저장하기");
    expect(save.disabled).toBe(true);
    type("이름", "   ");
    expect(save.disabled).toBe(true);
    type("이름", "도토리묵");
    expect(save.disabled).toBe(false);
    fireEvent.click(save);
    expect(await told()).toBe("프로필 변경에 성공했습니다확인");
    expect([...(bodies[0]?.entries() ?? [])]).toEqual([
      ["memberName", "도토리묵"],
      ["memberExplain", "그래프 공부 중"],
    ]);
    expect(paths()).toEqual([
      "GET /api/v1/members/own-profile",
      "PUT /api/v1/members",
      "GET /api/v1/members/own-profile",
    ]);
    await answerDialog("확인");
    await screen.findByText("도토리묵");
    expect(router.state.location.pathname).toBe("/my-dashboard/profile");
  });

  it("is modified under an address of its own that stays until the message has been read", async () => {
    const router = open("/modification");
    await screen.findByRole("heading", { name: "👑 프로필 수정" });
    await button("저장하기");
    type("자기소개", "새 소개");
    await press("저장하기");
    await told();
    expect(router.state.location.pathname).toBe("/modification");
    await answerDialog("확인");
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-dashboard/profile"));
    await button("수정하기");
  });

  it("keeps what was typed when the server refuses", async () => {
    server.otherwise["PUT /api/v1/members"] = { status: 413, message: "10MB 용량을 초과했습니다" };
    open("/modification");
    await button("저장하기");
    type("이름", "도토리묵");
    await press("저장하기");
    expect(await told()).toBe("프로필 변경에 실패했습니다10MB 용량을 초과했습니다확인");
    await answerDialog("확인");
    expect(screen.getByLabelText<HTMLInputElement>("이름").value).toBe("도토리묵");
  });

  it("is written on another time, until it is saved or given up", async () => {
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
    type("자기소개", "최단 경로 공부 중");
    await press("저장하기");
    await answerDialog("확인");
    expect(localStorage).toHaveLength(0);
  });

  it("says so when the changed profile cannot be fetched, and shows what was saved all the same", async () => {
    open("/modification");
    await button("저장하기");
    server.otherwise["GET /api/v1/members/own-profile"] = { status: 500, message: "서버" };
    type("이름", "도토리묵");
    await press("저장하기");
    expect(await told()).toBe("변경된 프로필 조회를 실패했습니다확인");
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
  const withdrawn = () => paths().includes("DELETE /api/v1/members");

  it("names the teams that have no other manager, and no others", async () => {
    server.teams = [membership(12, true), membership(13), membership(14, true), membership(15, true)];
    server.people = { 12: [true, false], 13: [true, false], 14: [true, true, false], 15: [true] };
    await begin();
    await screen.findByText(/^팀 12의 방장이 나뿐이에요.*가장 오래 함께한 멤버가 방장이 됩니다/);
    await screen.findByText(/^팀 15에는 나 말고 다른 멤버가 없어요.*팀도 함께 삭제됩니다/);
    expect(screen.queryByText(/팀 13|팀 14/)).toBeNull();
    expect(paths()).not.toContain("GET /api/v1/teams/13/members");
  });

  it("needs the box ticked and asks once more", async () => {
    const end = await begin();
    expect(end.disabled).toBe(true);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(end.disabled).toBe(false);
    fireEvent.click(end);
    await answerDialog("취소");
    expect(withdrawn()).toBe(false);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const profileOf = (owner: string) => openFormDraft(owner, "profile");
    profileOf(uuid).keep({ name: "밤" });
    profileOf("somebody else").keep({ name: "솔" });
    fireEvent.click(end);
    await answerDialog("탈퇴하기");
    await screen.findByText("계정 탈퇴에 성공했습니다.");
    expect(withdrawn()).toBe(true);
    expect([profileOf(uuid).found, profileOf("somebody else").found?.words]).toEqual([
      undefined,
      { name: "솔" },
    ]);
    expect(currentToken()).toBeNull();
  });

  it("leaves the page as it is behind the message, and nothing is asked for any more", async () => {
    server.people = { 12: [true, false] };
    const end = await begin();
    await screen.findByText(/^팀 12의 방장이 나뿐이에요/);
    fireEvent.click(screen.getByRole("checkbox"));
    fireEvent.click(end);
    await answerDialog("탈퇴하기");
    await screen.findByText("계정 탈퇴에 성공했습니다.");
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    expect(paths().at(-1)).toBe("DELETE /api/v1/members");
    screen.getByText(/^팀 12의 방장이 나뿐이에요/);
    focusManager.setFocused(undefined);
  });

  it("says so when it fails, and the login stays", async () => {
    server.otherwise["DELETE /api/v1/members"] = { status: 503, message: "잠시 후 다시" };
    const end = await begin();
    fireEvent.click(screen.getByRole("checkbox"));
    fireEvent.click(end);
    await answerDialog("탈퇴하기");
    await screen.findByText("계정 탈퇴 요청에 실패했습니다.");
    expect(await told()).toBe("계정 탈퇴 요청에 실패했습니다.잠시 후 다시확인");
    expect(currentToken()).not.toBeNull();
    await answerDialog("확인");
    await press("< 프로필로 돌아가기");
    await button("수정하기");
  });
});

describe("my teams", () => {
  it("lead to the list of teams when there are none", async () => {
    server.teams = [];
    open("/my-dashboard/teams");
    const link = await screen.findByRole("link", { name: "팀에 가입해 보세요" });
    expect(link.getAttribute("href")).toBe("/team-list");
  });

  it("show what I wrote in the first one, page by page, each unfolding in its place", async () => {
    open("/my-dashboard/teams");
    expect((await screen.findByText(/모두/)).textContent).toBe("모두 7개의 글");
    const entry = await button(/글 7/);
    expect(entry.textContent).toContain("2025-09-03 21:07");
    expect(entry.textContent).not.toContain("21:07:45");
    expect(screen.queryByText("본문 7")).toBeNull();
    fireEvent.click(entry);
    await screen.findByText("본문 7");
    expect(screen.queryByText("본문 6")).toBeNull();
    await press("2쪽");
    await button(/글 1/);
    expect(paths().filter((path) => path.includes("articles"))).toEqual([
      "GET /api/v1/articles/12/my-page?page=0",
      "GET /api/v1/articles/12/my-page?page=1",
    ]);
    await press("팀 13");
    await waitFor(() => expect(paths()).toContain("GET /api/v1/articles/13/my-page?page=0"));
  });

  it("tell since when and as what I am there; managers cannot leave", async () => {
    open("/my-dashboard/teams");
    await press("정보 관리");
    await screen.findByText("2025.09.01");
    await screen.findByText("방장");
    expect(screen.queryByRole("button", { name: "팀 나가기" })).toBeNull();
    await press("팀 13");
    await screen.findByText("일반 회원");
    await button("팀 나가기");
  });

  it("are fetched again after leaving one, which the server's words tell", async () => {
    open("/my-dashboard/teams");
    await press("정보 관리");
    await press("팀 13");
    await press("팀 나가기");
    expect(await told()).toBe("팀을 정말 탈퇴하시겠습니까?취소나가기");
    await answerDialog("나가기");
    await screen.findByText("팀을 성공적으로 탈퇴했습니다.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "팀 13" })).toBeNull());
    expect(paths().filter((path) => path.endsWith("teams/my-page"))).toHaveLength(2);
    await screen.findByText("방장");
  });

  it("tell why leaving was refused", async () => {
    server.otherwise["DELETE /api/v1/teams/13/members/me"] = {
      status: 400,
      message: "방장은 팀을 나갈 수 없습니다.",
    };
    open("/my-dashboard/teams");
    await press("정보 관리");
    await press("팀 13");
    await press("팀 나가기");
    await answerDialog("나가기");
    await screen.findByText("방장은 팀을 나갈 수 없습니다.");
    await waitFor(() => expect(paths().filter((path) => path.endsWith("teams/my-page"))).toHaveLength(2));
  });
});

it("leads to the login and back when the login ends in another tab", async () => {
  const router = open("/my-dashboard/profile");
  await screen.findByText("그래프 공부 중");
  act(endSession);
  await screen.findByText("elsewhere");
  expect(router.state.location).toMatchObject({
    pathname: "/login",
    state: { from: "/my-dashboard/profile" },
  });
});
