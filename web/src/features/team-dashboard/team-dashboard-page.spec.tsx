// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { getArticlesByDate } from "#contracts/article/api";
import { getMemberInfo } from "#contracts/member/api";
import { getSubject } from "#contracts/subject/api";
import { changeAnnouncement, getTeamPage } from "#contracts/team/api";
import { fakeServer, pageAsked, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/pretend-server";
import { articleOf, memberInfoOf, subjectOf, teamOf, teamPageOf } from "#tests/support/views";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

// Longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The clock stands still: the last of a month and of a year. */
const today = "2027-12-31";
const secret = "격자 그래프의 진짜 풀이";
const article = (id: number, isAuthor = false) =>
  articleOf(id, { articleBody: `<p>${secret}</p>`, isAuthor });

const initial = () => ({
  teams: [teamOf()],
  articles: [article(302), article(301)],
  subject: subjectOf() as ReturnType<typeof subjectOf> | null,
  isMember: false,
  isManager: false,
});
let views: ReturnType<typeof initial>;
let server: ReturnType<typeof fakeServer>;

function open({ teamId = "12", ...change }: Partial<typeof views> & { teamId?: string } = {}) {
  Object.assign(views, change);
  if (views.isMember) logIn();
  return openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, `/team-dashboard/${teamId}`);
}
const openAsManager = () => open({ isMember: true, isManager: true });

const card = (title: string) => screen.findByRole("button", { name: new RegExp(title) });
const day = (name: string) => screen.findByRole("heading", { name });
const shownArticle = () => screen.queryByRole("article");
async function read(title: string) {
  fireEvent.click(await card(title));
  await screen.findByText(secret);
}

beforeEach(() => {
  vi.setSystemTime(`${today}T21:30:00+09:00`);
  views = initial();
  server = fakeServer();
  server.on(getTeamPage, ({ params }) => {
    const team = views.teams.find(({ teamId }) => String(teamId) === params.teamId);
    return team
      ? teamPageOf(team, { isManager: views.isManager, subjectDates: [today] })
      : refused("team-not-found");
  });
  server.on(getArticlesByDate, (request) => pageAsked(views.articles, request));
  server.on(getSubject, () => views.subject);
  server.on(getMemberInfo, () => memberInfoOf(views.isMember ? [12] : []));
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => void vi.restoreAllMocks());

it("names the team in the browser's title and follows a new name", async () => {
  const { changed } = open();
  await waitFor(() => expect(document.title).toBe("새벽네시반 | 팀 페이지 | 알고모임"));
  views.teams = [teamOf({ teamName: "자정의큐" })];
  await changed("team-page/12");
  await waitFor(() => expect(document.title).toBe("자정의큐 | 팀 페이지 | 알고모임"));
});

it.each(["99", "abc"])("shows the not-found page for the team «%s»", async (teamId) => {
  open({ teamId });
  await screen.findByRole("link", { name: "홈으로 돌아가기" });
});

describe("articles for visitors", () => {
  it("show a placeholder text behind the blur, and never the real one even if it were sent", async () => {
    open();
    fireEvent.click(await card("글 302"));
    await screen.findByRole("button", { name: "팀 참가하기 ->" });
    await waitFor(() => expect(shownArticle()?.innerHTML).toContain("실제 사용자 데이터와 유사한"));
    expect(document.body.innerHTML).not.toContain(secret);
  });

  it("show their author the text", async () => {
    open({ articles: [article(302, true)] });
    await read("글 302");
    expect(screen.queryByRole("button", { name: "팀 참가하기 ->" })).toBeNull();
  });
});

describe("announcements to screen readers", () => {
  const announced = () =>
    screen
      .queryAllByRole("status")
      .map(({ textContent }) => textContent)
      .join("");

  it("name the article that was opened, which its card refers to", async () => {
    open({ isMember: true });
    const opener = await card("글 301");
    expect(announced()).toBe("");
    expect(opener.hasAttribute("aria-controls")).toBe(false);
    await read("글 301");
    expect(announced()).toBe("‹글 301› 글을 열었어요");
    expect(document.getElementById(opener.getAttribute("aria-controls") ?? "")).toBe(shownArticle());
  });

  it("confirm the deletion of the own article, and the focus moves to the day", async () => {
    open({ isMember: true, articles: [article(302, true)] });
    fireEvent.click(await card("글 302"));
    await press("게시글 삭제");
    await press("삭제하기");
    await waitFor(() => expect(announced()).toBe("글을 삭제했어요"));
    const heading = screen.getByRole("button", { name: "문제 확인하기" }).previousElementSibling;
    expect(document.activeElement).toBe(heading);
  });
});

describe("live changes", () => {
  it("keep the article open, mark a new one and announce it politely", async () => {
    const belowTheFold = { ...new DOMRect(), top: 5000 } as DOMRect;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(belowTheFold);
    const { changed } = open({ isMember: true });
    await screen.findByRole("link", { name: "오늘의 글쓰기" });
    await read("글 301");
    views.articles = [article(303), ...views.articles];
    await changed("team-articles/12");
    await screen.findByText("방금");
    expect(shownArticle()?.textContent).toContain("글 301");
    expect(screen.getAllByText("방금")).toHaveLength(1);
    expect(screen.getByText("새 글이 올라왔어요: 글 303").closest("[role=status]")).not.toBeNull();
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it("say that the open problem was deleted", async () => {
    const { changed } = open({ isMember: true });
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    views.subject = null;
    await changed("team-calendar/12");
    await screen.findByText("문제가 등록되지 않았어요");
    await screen.findByText("보던 문제가 삭제되었어요");
  });

  it("show the not-found page and the reason when the team was deleted", async () => {
    const shown = vi.spyOn(toast, "error");
    const { changed } = open();
    await card("글 301");
    views.teams = [];
    await changed("team-page/12");
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
    expect(shown.mock.calls).toEqual([["팀이 삭제되었어요"]]);
  });
});

describe("loss of rights while the page is open", () => {
  it("is explained to a removed member, whose tools and open article disappear", async () => {
    const { changed } = openAsManager();
    await read("글 301");
    const articles = [articleOf(301, { articleBody: null })];
    Object.assign(views, { isMember: false, isManager: false, articles });
    await changed("team-page/12", "my-teams");
    await screen.findByRole("alertdialog", { name: "팀에서 나가게 되었어요" });
    await answerDialog("확인");
    await screen.findByRole("button", { name: "팀 참가하기" });
    await waitFor(() => expect(document.body.innerHTML).not.toContain(secret));
    expect(screen.queryByRole("link", { name: "팀 설정" })).toBeNull();
  });

  it.each<[string, number, (client: ReturnType<typeof open>["client"]) => void]>([
    [
      "the login ended in another tab",
      1,
      (client) => {
        endSession();
        void client.resetQueries();
      },
    ],
    [
      "another member logged in",
      0,
      (client) => {
        onTestFinished(emptyOnMemberChange(client));
        logIn("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12");
      },
    ],
  ])("leaves no tools and no texts of a manager, even offline, when %s", async (_, joinButtons, change) => {
    const { client } = openAsManager();
    await read("글 301");
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    act(() => change(client));
    await waitFor(() => expect(screen.queryByRole("link", { name: "팀 설정" })).toBeNull());
    expect(document.body.innerHTML).not.toContain(secret);
    expect(screen.queryAllByRole("button", { name: "팀 참가하기" })).toHaveLength(joinButtons);
  });

  it("is not assumed when the memberships cannot be fetched", async () => {
    const { changed, client } = open({ isMember: true });
    await screen.findByRole("link", { name: "오늘의 글쓰기" });
    server.on(getMemberInfo, () => reply({ status: 503, message: "잠시 후" }));
    await changed("my-teams");
    const memberships = () => client.getQueryCache().find({ queryKey: ["my-teams"], exact: false });
    await waitFor(() => expect(memberships()?.state.status).toBe("error"));
    await changed("team-page/12");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("link", { name: "오늘의 글쓰기" })).toBeTruthy();
  });
});

describe("the shown day", () => {
  const turn = () => {
    vi.setSystemTime("2028-01-01T00:00:01+09:00");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  const midnight = async () => {
    turn();
    await screen.findByRole("button", { name: /^1월 1일 토요일, 오늘/ });
  };

  it("has no writers of the day before while its articles are loading", async () => {
    open({ isMember: true });
    await screen.findByText("오늘 1명이 썼어요");
    let isAsked = false;
    server.on(getArticlesByDate, () => {
      isAsked = true;
      return new Promise(() => {});
    });
    turn();
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.queryByText(/명이 썼어요/)).toBeNull();
  });

  it("changes at midnight with a note", async () => {
    open({ isMember: true });
    await day("12월 31일 금요일");
    await midnight();
    await day("1월 1일 토요일");
    await screen.findByText("날이 바뀌어 오늘로 넘어왔어요");
  });

  it("stays at midnight while an article is open", async () => {
    open({ isMember: true });
    await read("글 301");
    await midnight();
    await day("12월 31일 금요일");
    expect(screen.getByText(secret)).toBeTruthy();
  });

  it("stays at midnight when it was chosen", async () => {
    open({ isMember: true });
    await press(/^12월 9일 목요일/);
    await midnight();
    await day("12월 9일 목요일");
  });

  it("is the chosen one after going back, today after a new visit", async () => {
    const { router, path } = open({ isMember: true });
    await press(/^12월 9일 목요일/);
    await act(() => router.navigate("/posting/12"));
    await screen.findByText("/posting/12 null");
    await act(() => router.navigate(-1));
    await day("12월 9일 목요일");
    expect(path() + router.state.location.search).toBe("/team-dashboard/12");
    await act(() => router.navigate("/posting/12"));
    await act(() => router.navigate("/team-dashboard/12"));
    await day("12월 31일 금요일");
  });
});

it("opens a refused announcement again with the typed text, and leads a former manager away", async () => {
  server.refuse(changeAnnouncement, "not-a-manager");
  const { path } = openAsManager();
  await press(/Team announcement/);
  fireEvent.change(await screen.findByPlaceholderText("공지글 입력"), {
    target: { value: "일요일로 옮겨요" },
  });
  await press("저장하기");
  expect(screen.queryByPlaceholderText("공지글 입력")).toBeNull();
  await screen.findByText("팀의 매니저가 옳지 않습니다.");
  expect(screen.getByPlaceholderText<HTMLInputElement>("공지글 입력").value).toBe("일요일로 옮겨요");
  await answerDialog("확인");
  await waitFor(() => expect(path()).toBe("/team-list"));
});

it("links managers, not members, to the editor of the day's problem", async () => {
  openAsManager();
  const link = await screen.findByRole("link", { name: "문제 수정" });
  expect(link.getAttribute("href")).toBe(`/team-subject/12/${today}`);
  cleanup();
  open({ isManager: false });
  await card("글 301");
  expect(screen.queryByRole("link", { name: "문제 수정" })).toBeNull();
});
