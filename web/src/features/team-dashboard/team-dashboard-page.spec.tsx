// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Article } from "#contracts/article/api";
import { page } from "#contracts/endpoint";
import type { Subject } from "#contracts/subject/api";
import type { Team } from "#contracts/team/api";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { endSession, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { Toaster, toast } from "#web/ui/toast.tsx";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

// Longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The clock stands still: the last of a month and of a year. */
const today = "2027-12-31";
const secret = "격자 그래프의 진짜 풀이";

const team: Team = {
  teamId: 12,
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  imageUrl: "/images/default/team.png",
  topic: "코딩테스트",
  memberLimit: 10,
  memberCount: 1,
  teamAnnouncement: "토요일 밤에 만나요",
  teamRecruitId: null,
  createdAt: "2025-09-01",
  members: [],
};
const article = (articleId: number, change: Partial<Article> = {}): Article => ({
  articleId,
  articleTitle: `글 ${articleId}`,
  articleBody: `<p>${secret}</p>`,
  createdDate: `${today} 21:07:45`,
  imageUrl: null,
  memberName: "재귀펭귄",
  memberImage: "/images/default/member.png",
  isAuthor: false,
  revision: 1,
  ...change,
});
const subject: Subject = {
  articleId: 77,
  articleCategory: "코딩 테스트",
  articleTitle: "물류 창고 로봇",
  articleBody: "<p>최소 배터리</p>",
  createdDate: `${today} 08:00:00`,
  imageUrl: null,
  authorName: "도토리",
  authorImageUrl: "/images/default/member.png",
  revision: 1,
};

interface Server {
  teams: Team[];
  articles: Article[];
  subject: Subject | null;
  isMember: boolean;
  isManager: boolean;
  announcementFails: boolean;
  membershipsFail: boolean;
  calls: string[];
}
let server: Server;

function answer(method: string, path: string) {
  const found = server.teams.find(({ teamId }) => path.includes(`/teams/${teamId}/`));
  if (path.endsWith("/team-page")) {
    if (!found) return { status: 404, message: "팀이 존재하지 않습니다." };
    const subjectArticleDateAndTagResponses = [{ subjectDate: today, articleCategory: "코딩 테스트" }];
    return {
      data: { myTeamResponse: found, teamManager: server.isManager, subjectArticleDateAndTagResponses },
    };
  }
  if (path.endsWith("/by-date"))
    return { data: page(server.articles, { page: 0, size: 6 }, server.articles.length) };
  if (path.endsWith("/subjects")) return { data: server.subject };
  if (path.endsWith("/combined") && server.membershipsFail) return { status: 503, message: "잠시 후" };
  if (path.endsWith("/combined"))
    return {
      data: { myTeams: server.isMember ? server.teams : [], allTeams: page([], { page: 0, size: 6 }, 0) },
    };
  if (method === "PATCH" && server.announcementFails)
    return { status: 400, message: "글자 수를 초과했습니다." };
  return { data: null };
}

const me = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const token = `x.${btoa(JSON.stringify({ uuid: me }))}.x`;

function open({ teamId = "12", ...change }: Partial<Server> & { teamId?: string } = {}) {
  Object.assign(server, change);
  if (server.isMember) sessionStorage.setItem("Authorization", token);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryDelay: 0 } } });
  const router = createMemoryRouter(
    [
      { path: "/team-dashboard/:teamId", Component: TeamDashboardPage },
      { path: "*", Component: () => "elsewhere" },
    ],
    { initialEntries: [`/team-dashboard/${teamId}`] },
  );
  render(
    <QueryClientProvider client={client}>
      <DialogProvider>
        <RouterProvider router={router} />
        <Toaster />
      </DialogProvider>
    </QueryClientProvider>,
  );
  /** What a live message does to the cache. */
  const changed = (...views: string[]) =>
    act(() =>
      Promise.all(
        views.map((view) =>
          client.invalidateQueries({ queryKey: view === "my-teams" ? [view] : [view, "12"] }),
        ),
      ),
    );
  return { changed, client, router };
}

const card = (title: string) => screen.findByRole("button", { name: new RegExp(title) });
const reading = () => screen.queryByRole("article");

beforeEach(() => {
  vi.setSystemTime(`${today}T21:30:00+09:00`);
  server = {
    teams: [structuredClone(team)],
    articles: [article(302), article(301)],
    subject,
    isMember: false,
    isManager: false,
    announcementFails: false,
    membershipsFail: false,
    calls: [],
  };
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url, "http://localhost");
    const method = init.method ?? "GET";
    server.calls.push(`${method} ${pathname}${search}`);
    const {
      status = 200,
      message = null,
      data = null,
    } = answer(method, pathname) as {
      status?: number;
      message?: string | null;
      data?: unknown;
    };
    return Response.json(
      { status: status < 400 ? "success" : "error", code: status, message, data },
      { status },
    );
  });
});

afterEach(() => {
  cleanup();
  toast.remove();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("names the team in the browser's title, and follows a new name", async () => {
  const { changed } = open();
  await waitFor(() => expect(document.title).toBe("새벽네시반 | 팀 페이지 | 알고모임"));
  server.teams = [{ ...team, teamName: "자정의큐" }];
  await changed("team-page");
  await waitFor(() => expect(document.title).toBe("자정의큐 | 팀 페이지 | 알고모임"));
});

describe("reading as somebody outside the team", () => {
  it("shows a canned text behind the blur, and never the real one even if it were sent", async () => {
    open();
    fireEvent.click(await card("글 302"));
    await screen.findByRole("button", { name: "팀 참가하기 ->" });
    await waitFor(() => expect(reading()?.innerHTML).toContain("실제 사용자 데이터와 유사한"));
    expect(document.body.innerHTML).not.toContain(secret);
  });

  it("shows the own article all the same", async () => {
    open({ articles: [article(302, { isAuthor: true })] });
    fireEvent.click(await card("글 302"));
    await screen.findByText(secret);
    expect(screen.queryByRole("button", { name: "팀 참가하기 ->" })).toBeNull();
  });
});

describe("telling those who do not see the pane", () => {
  const told = () =>
    screen
      .queryAllByRole("status")
      .map(({ textContent }) => textContent)
      .join("");

  it("says which article has been opened, and leads from its card to its text", async () => {
    open({ isMember: true });
    const opener = await card("글 301");
    expect(told()).toBe("");
    expect(opener.hasAttribute("aria-controls")).toBe(false);
    fireEvent.click(opener);
    await screen.findByText(secret);
    expect(told()).toBe("‹글 301› 글을 열었어요");
    expect(document.getElementById(opener.getAttribute("aria-controls") ?? "")).toBe(reading());
  });

  it("says that the own article is deleted, and goes on at the day", async () => {
    open({ isMember: true, articles: [article(302, { isAuthor: true })] });
    fireEvent.click(await card("글 302"));
    fireEvent.click(await screen.findByRole("button", { name: "게시글 삭제" }));
    fireEvent.click(await screen.findByRole("button", { name: "삭제하기" }));
    await waitFor(() => expect(told()).toBe("글을 삭제했어요"));
    const day = screen.getByRole("button", { name: "문제 확인하기" }).previousElementSibling;
    expect(document.activeElement).toBe(day);
  });
});

describe("live changes under a reader", () => {
  it("keep the article open, mark the newcomer and tell it politely", async () => {
    const belowTheFold = { ...new DOMRect(), top: 5000 } as DOMRect;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(belowTheFold);
    const { changed } = open({ isMember: true });
    await screen.findByRole("link", { name: "오늘의 글쓰기" });
    fireEvent.click(await card("글 301"));
    await screen.findByText(secret);
    server.articles = [article(303), ...server.articles];
    await changed("team-articles");
    await screen.findByText("방금");
    expect(reading()?.textContent).toContain("글 301");
    expect(screen.getAllByText("방금")).toHaveLength(1);
    expect(screen.getByText("새 글이 올라왔어요: 글 303").closest("[role=status]")).not.toBeNull();
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it("close the article when it was deleted", async () => {
    const { changed } = open({ isMember: true });
    fireEvent.click(await card("글 301"));
    server.articles = [article(302)];
    await changed("team-articles");
    await waitFor(() => expect(reading()).toBeNull());
  });

  it("say that the problem is deleted that was being read", async () => {
    const { changed } = open({ isMember: true });
    fireEvent.click(await screen.findByRole("button", { name: "문제 확인하기" }));
    await screen.findByText("최소 배터리");
    server.subject = null;
    await changed("team-calendar");
    await screen.findByText("문제가 등록되지 않았어요");
    await screen.findByText("보던 문제가 삭제되었어요");
  });

  it("fetch only the tags when only the calendar has changed", async () => {
    const { changed } = open({ isMember: true });
    await card("글 301");
    server.calls = [];
    await changed("team-calendar");
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(server.calls[0]).toContain("/team-page?year=");
  });

  it("lead to the not-found page when the team is gone, and say why", async () => {
    const told = vi.spyOn(toast, "error");
    const { changed } = open();
    await card("글 301");
    server.teams = [];
    await changed("team-page");
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
    expect(told.mock.calls).toEqual([["팀이 삭제되었어요"]]);
  });
});

describe("losing a role under the open page", () => {
  it("tells a kicked member, takes the rights away and withholds what was being read", async () => {
    const { changed } = open({ isMember: true, isManager: true });
    fireEvent.click(await card("글 301"));
    await screen.findByText(secret);
    Object.assign(server, {
      isMember: false,
      isManager: false,
      articles: [article(301, { articleBody: null })],
    });
    await changed("team-page", "my-teams");
    await screen.findByRole("alertdialog", { name: "팀에서 나가게 되었어요" });
    fireEvent.click(screen.getByRole("button", { name: "확인" }));
    await screen.findByRole("button", { name: "팀 참가하기" });
    await waitFor(() => expect(document.body.innerHTML).not.toContain(secret));
    expect(screen.queryByRole("link", { name: "팀 설정" })).toBeNull();
  });

  it("leaves a manager whose login has ended elsewhere no tools and no bodies, though nothing can be fetched", async () => {
    const { client } = open({ isMember: true, isManager: true });
    fireEvent.click(await card("글 301"));
    await screen.findByText(secret);
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    act(endSession);
    act(() => void client.resetQueries());
    await screen.findByRole("button", { name: "팀 참가하기" });
    expect(screen.queryByRole("link", { name: "팀 설정" })).toBeNull();
    expect(document.body.innerHTML).not.toContain(secret);
  });

  it("leaves the next member nothing of the manager before, though nothing can be fetched", async () => {
    const { client } = open({ isMember: true, isManager: true });
    const stop = emptyOnMemberChange(client);
    fireEvent.click(await card("글 301"));
    await screen.findByText(secret);
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    act(() => setToken(`x.${btoa(JSON.stringify({ uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12" }))}.x`));
    await waitFor(() => expect(screen.queryByRole("link", { name: "팀 설정" })).toBeNull());
    expect(document.body.innerHTML).not.toContain(secret);
    stop();
  });

  it("tells nobody anything when memberships cannot be looked up for a moment", async () => {
    const { changed, client } = open({ isMember: true });
    await screen.findByRole("link", { name: "오늘의 글쓰기" });
    server.membershipsFail = true;
    await changed("my-teams");
    await waitFor(() =>
      expect(client.getQueryCache().find({ queryKey: ["my-teams"], exact: false })?.state.status).toBe(
        "error",
      ),
    );
    await changed("team-page");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("link", { name: "오늘의 글쓰기" })).toBeTruthy();
  });
});

describe("the team page", () => {
  it("names nobody under a new day who wrote the day before", async () => {
    open({ isMember: true });
    await screen.findByText("오늘 1명이 썼어요");
    const served = fetch;
    const tomorrow = "2028-01-01";
    let asked = 0;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      if (!url.includes(tomorrow)) return served(url, init);
      asked += 1;
      return new Promise(() => {});
    });
    vi.setSystemTime(`${tomorrow}T00:00:01+09:00`);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    expect(screen.queryByText(/명이 썼어요/)).toBeNull();
  });

  const midnight = async () => {
    vi.setSystemTime("2028-01-01T00:00:01+09:00");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByRole("button", { name: /^1월 1일 토요일, 오늘/ });
  };
  const day = (name: string | RegExp) => screen.findByRole("heading", { name });

  it("goes on to the new day at midnight, and says so", async () => {
    open({ isMember: true });
    await day("12월 31일 금요일");
    await midnight();
    await day("1월 1일 토요일");
    await screen.findByText("날이 바뀌어 오늘로 넘어왔어요");
  });

  it("leaves the day of midnight to whoever reads there, and a day before to whoever has chosen it", async () => {
    open({ isMember: true });
    fireEvent.click(await card("글 301"));
    await screen.findByText(secret);
    await midnight();
    await day("12월 31일 금요일");
    expect(screen.getByText(secret)).toBeTruthy();
    cleanup();
    vi.setSystemTime(`${today}T21:30:00+09:00`);
    open({ isMember: true });
    fireEvent.click(await screen.findByRole("button", { name: /^12월 9일 목요일/ }));
    await midnight();
    await day("12월 9일 목요일");
  });

  it("is again on the chosen day on the way back, but on today for those who come anew", async () => {
    const { router } = open({ isMember: true });
    fireEvent.click(await screen.findByRole("button", { name: /^12월 9일 목요일/ }));
    await act(() => router.navigate("/posting/12"));
    await screen.findByText("elsewhere");
    await act(() => router.navigate(-1));
    await day("12월 9일 목요일");
    expect(router.state.location.pathname + router.state.location.search).toBe("/team-dashboard/12");
    await act(() => router.navigate("/posting/12"));
    await act(() => router.navigate("/team-dashboard/12"));
    await day("12월 31일 금요일");
  });

  it("shows either the problem or one article", async () => {
    open({ isMember: true });
    fireEvent.click(await card("글 301"));
    fireEvent.click(screen.getByRole("button", { name: "문제 확인하기" }));
    await screen.findByText("최소 배터리");
    expect((await card("글 301")).getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(await card("글 302"));
    await waitFor(() => expect(screen.queryByText("최소 배터리")).toBeNull());
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("opens a failed announcement again with what was typed", async () => {
    open({ isMember: true, isManager: true, announcementFails: true });
    fireEvent.click(await screen.findByRole("button", { name: /Team announcement/ }));
    fireEvent.change(await screen.findByPlaceholderText("공지글 입력"), {
      target: { value: "일요일로 옮겨요" },
    });
    fireEvent.click(screen.getByRole("button", { name: "저장하기" }));
    expect(screen.queryByPlaceholderText("공지글 입력")).toBeNull();
    await screen.findByText("글자 수를 초과했습니다.");
    expect(screen.getByPlaceholderText<HTMLInputElement>("공지글 입력").value).toBe("일요일로 옮겨요");
  });

  it("gives managers the way to the problem of the day, members none", async () => {
    open({ isMember: true, isManager: true });
    const link = await screen.findByRole("link", { name: "문제 수정" });
    expect(link.getAttribute("href")).toBe(`/team-subject/12/${today}`);
    cleanup();
    open({ isMember: true, isManager: false });
    await card("글 301");
    expect(screen.queryByRole("link", { name: "문제 수정" })).toBeNull();
  });

  it("is not found for a team that does not exist or an address that is no number", async () => {
    open({ teamId: "99" });
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
    cleanup();
    open({ teamId: "abc" });
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
  });
});
