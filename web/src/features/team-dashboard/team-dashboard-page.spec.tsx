// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ArticleInDay, getArticle, getArticlesByDate, getWriters } from "#contracts/article/api";
import { getDiscussion } from "#contracts/discussion/api";
import { getMemberInfo } from "#contracts/member/api";
import { getRhythm } from "#contracts/rhythm/api";
import { getSubject } from "#contracts/subject/api";
import { changeAnnouncement, getTeamPage } from "#contracts/team/api";
import { getToday } from "#contracts/today/api";
import { fakeServer, pageAsked, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import {
  articleOf,
  dayEndOf,
  discussionOf,
  me,
  memberInfoOf,
  rhythmOf,
  subjectOf,
  teamOf,
  teamPageOf,
} from "#tests/support/views";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { noteServerDate } from "#web/lib/server-clock.ts";
import { endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

// The specs render the whole page, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The fixed time is on the last day of a month and of a year. */
const today = "2027-12-31";
const secret = "격자 그래프의 진짜 풀이";
const article = (id: number, isAuthor = false) =>
  articleOf(id, { articleBody: `<p>${secret}</p>`, isAuthor });

const initial = () => ({
  teams: [teamOf()],
  articles: [article(302), article(301)],
  /** Articles of days other than the listed one. */
  elsewhere: [] as ArticleInDay[],
  subject: subjectOf() as ReturnType<typeof subjectOf> | null,
  writers: [] as { date: string; count: number; members: [] }[],
  isMember: false,
  isManager: false,
});
let views: ReturnType<typeof initial>;
let server: ReturnType<typeof fakeServer>;

function open({
  teamId = "12",
  search = "",
  ...change
}: Partial<typeof views> & { teamId?: string; search?: string } = {}) {
  Object.assign(views, change);
  if (views.isMember) logIn();
  return openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, `/team-dashboard/${teamId}${search}`);
}
const openAsManager = () => open({ isMember: true, isManager: true });

const card = (title: string) => screen.findByRole("button", { name: new RegExp(title) });
const day = (name: string) => screen.findByRole("heading", { name });
const shownArticle = () => screen.queryByRole("article");
async function read(title: string) {
  fireEvent.click(await card(title));
  await openText();
}
const openText = async () => within(await screen.findByRole("article")).findByText(secret);

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
  server.on(getArticlesByDate, (request) => {
    const date = request.query.get("date");
    return pageAsked(
      date === today ? views.articles : views.elsewhere.filter((one) => one.date === date),
      request,
    );
  });
  server.on(getArticle, ({ params }) => {
    const at = views.articles.findIndex(({ articleId }) => String(articleId) === params.articleId);
    const here = views.articles[at];
    if (here) return { ...here, teamId: 12, date: today, page: Math.floor(at / 6) };
    const found = views.elsewhere.find(({ articleId }) => String(articleId) === params.articleId);
    return found ?? refused("article-not-found");
  });
  server.on(getDiscussion, ({ params }) => discussionOf(Number(params.articleId)));
  server.on(getWriters, () => views.writers);
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
  it("show a blurred placeholder text, never the real one, even if the server sends it", async () => {
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

describe("reviews of the caller", () => {
  const reviewer = { uuid: me, memberName: "새벽코더", imageUrl: "/images/a" };
  const review = (state: "open" | "done", isMine = true) => ({ reviewer, isMine, state });
  const done = "오늘 맡은 리뷰를 마쳤어요";

  it("are named by an article that waits, also on another page of cards, which is opened", async () => {
    const waiting = { ...article(301), articleTitle: "양방향 탐색", review: review("open") };
    const others = [308, 307, 306, 305, 304, 303].map((id) => ({
      ...article(id),
      review: review("open", false),
    }));
    const entry = { articleId: 301, articleTitle: "양방향 탐색", teamId: 12, date: today, author: reviewer };
    server.on(getToday, {
      date: today,
      since: `${today}T00:00:00+09:00`,
      solved: 0,
      teams: [],
      news: [],
      reviews: [
        entry,
        { ...entry, articleId: 1, date: "2027-12-30" },
        { ...entry, articleId: 2, teamId: 13 },
      ],
    });
    open({ isMember: true, articles: [...others, article(302), waiting] });
    expect((await screen.findByText(/내가 읽을 글/)).textContent).toBe("내가 읽을 글: 양방향 탐색");
    await press("리뷰하러 가기");
    await waitFor(() => expect(shownArticle()?.textContent).toContain(secret));
    await card("양방향 탐색");
    expect(screen.queryByText(done)).toBeNull();
  });

  it("are said to be done on their day alone", async () => {
    const reviewed = { ...article(301), review: review("done") };
    const { unmount } = open({ isMember: true, articles: [reviewed] });
    await screen.findByText(done);
    unmount();
    const date = "2027-12-30";
    open({ elsewhere: [{ ...reviewed, teamId: 12, date, page: 0 }], search: `?date=${date}` });
    await card("글 301");
    expect(screen.queryByText(done)).toBeNull();
  });
});

it("fetches veiled articles again once their day has ended", async () => {
  const setClock = (at: number) => noteServerDate(new Date(at).toUTCString(), Date.now());
  onTestFinished(() => setClock(Date.now()));
  const veiled = { ...article(301), articleBody: null, veiled: true };
  // A correction of the clock leaves a day that the address names.
  open({ isMember: true, articles: [veiled], search: `?date=${today}` });
  await screen.findByText(/팀원의 풀이 1개가 바로 열려요/);
  views.articles = [article(301)];
  act(() => setClock(Date.now() + 86_400_000));
  await waitFor(() => expect(screen.queryByText(/바로 열려요/)).toBeNull());
});

describe("the controls of the page", () => {
  const controls = [
    ...["팀 참가하기", "오늘의 글쓰기", "게시글 수정", "게시글 삭제", "문제 수정", "문제 삭제"],
    ...["팀원 초대하기", "팀 페이지 관리", "팀 설정", "모집글", "공지글 입력"],
  ];
  const shown = () =>
    controls.filter(
      (name) =>
        [
          ...screen.queryAllByRole("button", { name }),
          ...screen.queryAllByRole("link", { name }),
          ...screen.queryAllByPlaceholderText(name),
        ].length > 0,
    );

  it.each<[string, Partial<typeof views> & { isLoggedIn?: boolean }, string[]]>([
    ["a visitor", {}, ["팀 참가하기"]],
    ["another member", { isLoggedIn: true }, ["팀 참가하기"]],
    ["a member", { isMember: true }, ["오늘의 글쓰기"]],
    [
      "an author",
      { isMember: true, articles: [article(302, true)] },
      ["오늘의 글쓰기", "게시글 수정", "게시글 삭제"],
    ],
    [
      "a manager",
      { isMember: true, isManager: true },
      [
        ...["오늘의 글쓰기", "문제 수정", "문제 삭제", "팀원 초대하기"],
        ...["팀 페이지 관리", "팀 설정", "모집글", "공지글 입력"],
      ],
    ],
  ])("are for %s those of the role and no others", async (_, { isLoggedIn = false, ...change }, expected) => {
    if (isLoggedIn) logIn();
    open(change);
    await screen.findByText(change.isMember ? "오늘의 글쓰기" : "팀 참가하기");
    fireEvent.click(await card("글 302"));
    await screen.findByRole("article");
    const besideArticle = shown();
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    await press(/팀 공지/);
    if (change.isManager) await screen.findByPlaceholderText("공지글 입력");
    const seen = new Set([...besideArticle, ...shown()]);
    expect(controls.filter((name) => seen.has(name))).toEqual(expected);
  });
});

describe("announcements to screen readers", () => {
  const announced = () => [...document.querySelectorAll("[role=status] p")].at(-1)?.textContent;

  it("name the opened article, to which its card refers", async () => {
    open({ isMember: true });
    const opener = await card("글 301");
    await waitFor(() => expect(announced()).toBe("12월 31일 금요일, 글 2개, 문제 있음"));
    expect(opener.hasAttribute("aria-controls")).toBe(false);
    await read("글 301");
    expect(announced()).toBe("‹글 301› 글을 열었어요");
    expect(document.getElementById(opener.getAttribute("aria-controls") ?? "")).toBe(shownArticle());
  });

  it("confirm the deletion of an own article, and the focus moves to the day", async () => {
    open({ isMember: true, articles: [article(302, true)] });
    fireEvent.click(await card("글 302"));
    await press("게시글 삭제");
    await press("삭제하기");
    await screen.findByText("게시글을 삭제했어요");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "12월 31일 금요일" }));
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

  it("tell that the open problem was deleted", async () => {
    const { changed } = open({ isMember: true });
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    views.subject = null;
    await changed("team-calendar/12");
    await screen.findByText("보던 문제가 삭제되었어요");
    expect(screen.getAllByText("문제가 등록되지 않았어요")).toHaveLength(2);
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

it("welcomes a member who joins while the page is open, and moves the focus to the next action", async () => {
  logIn();
  const { changed } = open();
  await screen.findByRole("button", { name: "팀 참가하기" });
  views.isMember = true;
  await changed("team-page/12", "my-teams");
  await screen.findByText("새벽네시반의 팀원이 되었어요");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "오늘의 글쓰기" })),
  );
});

it("tells members that they became a manager, and that they no longer are", async () => {
  const { changed } = open({ isMember: true });
  await card("글 301");
  views.isManager = true;
  await changed("team-page/12");
  await screen.findByText("이 팀의 방장이 되었어요");
  views.isManager = false;
  await changed("team-page/12");
  await screen.findByText("이제 이 팀의 일반 회원이에요");
});

describe("reading the articles of a day", () => {
  const heading = (title: string) => screen.findByRole("heading", { name: title, level: 3 });
  const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });

  it("goes on by buttons and arrow keys, also to the next page of cards, and ends with Escape", async () => {
    const articles = Array.from({ length: 8 }, (_, index) => article(308 - index));
    open({ isMember: true, articles });
    await read("글 304");
    expect(document.activeElement).toBe(await heading("글 304"));
    const scrolls = () => vi.mocked(Element.prototype.scrollIntoView).mock.calls.map(([how]) => how);
    expect(scrolls()).toEqual([{ block: "start", behavior: "smooth" }]);
    await press("다음 글");
    expect(document.activeElement).toBe(await heading("글 303"));
    expect(scrolls().slice(1)).toEqual([{ block: "start", behavior: "auto" }]);
    key("ArrowRight");
    await waitFor(async () => expect(document.activeElement).toBe(await heading("글 302")));
    key("ArrowRight");
    await heading("글 301");
    expect(screen.queryByRole("button", { name: "다음 글" })).toBeNull();
    key("ArrowRight");
    expect(await heading("글 301")).toBeTruthy();
    await press("이전 글");
    key("ArrowLeft");
    await waitFor(async () => expect(document.activeElement).toBe(await heading("글 303")));
    key("Escape");
    await waitFor(() => expect(shownArticle()).toBeNull());
    expect(document.activeElement).toBe(await card("글 303"));
  });

  it("is prepared by the cards with language and beginning, for members only", async () => {
    const code = '<pre data-highlight-language="cpp">a();</pre>';
    const articles = [articleOf(301, { articleBody: `<h4>풀이</h4>${code}<p>${secret}</p>` })];
    open({ isMember: true, articles });
    expect((await card("글 301")).textContent).toMatch(new RegExp(`글 301${secret}C\\+\\+`));
    cleanup();
    open({ isMember: false, articles });
    endSession();
    await waitFor(async () => expect((await card("글 301")).textContent).not.toContain(secret));
  });
});

describe("loss of rights while the page is open", () => {
  it("is explained to a removed member, whose buttons and open article disappear", async () => {
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
      "the session ended in another tab",
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
  ])("removes a manager's buttons and texts, even offline, when %s", async (_, joinButtons, change) => {
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

it("opens once it is known whether the strip is above the week, so that nothing moves", async () => {
  let answer = () => {};
  server.on(getRhythm, () => new Promise((resolve) => (answer = () => resolve(rhythmOf()))));
  const { client } = open({ isMember: true });
  const page = () => client.getQueryCache().find({ queryKey: ["team-page", "12"], exact: false });
  await waitFor(() => expect(page()?.state.status).toBe("success"));
  await waitFor(() => expect(server.paths().some((path) => path.includes("rhythm"))).toBe(true));
  expect(screen.queryByRole("heading", { name: "새벽네시반" })).toBeNull();
  answer();
  await screen.findByRole("heading", { name: "새벽네시반" });
  await screen.findByRole("region", { name: "약속" });
});

describe("the shown day", () => {
  const turn = () => {
    vi.setSystemTime("2028-01-01T00:00:01+09:00");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };

  it("is kept at midnight with a notice, whose button opens the new day", async () => {
    open({ isMember: true });
    await read("글 301");
    fireEvent.click(screen.getByRole("button", { name: "닫기" }));
    await press("오늘");
    turn();
    await screen.findByText("날이 바뀌었어요");
    await day("12월 31일 금요일");
    await press("오늘로 가기");
    await day("1월 1일 토요일");
    expect(screen.queryByText("날이 바뀌었어요")).toBeNull();
  });

  it("has no midnight notice if another day or an article was chosen", async () => {
    open({ isMember: true });
    await press(/^12월 29일 수요일/);
    await day("12월 29일 수요일");
    turn();
    await press(/^12월 30일 목요일/);
    await day("12월 30일 목요일");
    await press(/^12월 31일 금요일/);
    await read("글 301");
    expect(screen.queryByText("날이 바뀌었어요")).toBeNull();
  });

  describe("at 01:40 in a team whose day ends at 02:00", () => {
    beforeEach(() => {
      vi.setSystemTime("2028-01-01T01:40:00+09:00");
      server.on(getRhythm, () => dayEndOf("02:00", today));
    });

    it("is the day before for members, and the page never shows another one", async () => {
      const { container } = open({ isMember: true });
      const shown = new Set<string | null | undefined>();
      const watch = new MutationObserver(() => shown.add(container.querySelector("h2")?.textContent));
      watch.observe(container, { childList: true, subtree: true, characterData: true });
      onTestFinished(() => watch.disconnect());
      await day("12월 31일 금요일");
      await screen.findByText("글 301");
      expect([...shown].filter((text) => text?.includes("1월 1일"))).toEqual([]);
      expect(server.paths().filter((path) => path.includes("date=2028-01-01"))).toEqual([]);
    });

    it("moves on when the team's day has ended", async () => {
      open({ isMember: true });
      await day("12월 31일 금요일");
      vi.setSystemTime("2028-01-01T02:00:01+09:00");
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
      await screen.findByText("날이 바뀌었어요");
      await press("오늘로 가기");
      await day("1월 1일 토요일");
    });

    it("follows a change of the end", async () => {
      const { changed } = open({ isMember: true });
      await day("12월 31일 금요일");
      server.on(getRhythm, () => dayEndOf("00:00", "2028-01-01"));
      await changed("rhythm/12");
      await day("1월 1일 토요일");
    });

    it("tells when the veil opens", async () => {
      const veiled = { ...article(301), articleBody: null, veiled: true };
      open({ isMember: true, articles: [veiled] });
      await screen.findByText(/개가 바로 열려요\. 02:00에는 모두 열려요\./);
    });

    it("is the Seoul day for visitors", async () => {
      open();
      await day("1월 1일 토요일");
      expect(server.paths().filter((path) => path.includes("rhythm"))).toEqual([]);
    });

    it("opens without an answer", async () => {
      server.refuse(getRhythm, "overload");
      open({ isMember: true });
      await day("1월 1일 토요일");
    });
  });

  it.each([
    ["", [{ date: today, count: 8, members: [] }], "오늘 8명이 썼어요"],
    ["", [], "아직 쓴 사람이 없어요"],
    ["?date=2027-12-09", [{ date: "2027-12-09", count: 5, members: [] }], "12월 9일에 5명이 썼어요"],
    ["?date=2027-12-09", [], "쓴 사람이 없어요"],
  ])("shows the number of writers: %s", async (search, writers, line) => {
    open({ search, writers: writers as typeof views.writers });
    await screen.findByText(line);
  });

  it("shows no number for a future day and before the response", async () => {
    open({ search: "?date=2028-01-02" });
    await day("1월 2일 일요일");
    await screen.findByText("문제 확인하기");
    expect(screen.queryByText(/쓴 사람이|썼어요/)).toBeNull();
    cleanup();
    server.on(getWriters, () => new Promise(() => {}));
    open();
    await card("글 301");
    expect(screen.queryByText(/쓴 사람이|썼어요/)).toBeNull();
  });

  it("names its problem in a row, and offers only managers to write a missing one", async () => {
    open({ isManager: true, isMember: true, subject: null });
    await screen.findByText("문제가 등록되지 않았어요");
    const link = await screen.findByRole("link", { name: "문제 쓰기" });
    expect(link.getAttribute("href")).toBe(`/team-subject/12/${today}`);
    cleanup();
    open({ isManager: false });
    await screen.findByText("문제가 등록되지 않았어요");
    expect(screen.queryByRole("link", { name: "문제 쓰기" })).toBeNull();
    expect(screen.queryByRole("button", { name: "문제 확인하기" })).toBeNull();
  });
});

describe("the address", () => {
  const elsewhere = (articleId: number, date = "2027-12-09", teamId = 12): ArticleInDay => ({
    ...article(articleId),
    teamId,
    date,
    page: 0,
  });
  const searchOf = ({ router }: ReturnType<typeof open>) => router.state.location.search;

  it("adds one history entry per choice, which Back undoes without scrolling", async () => {
    const page = open({ isMember: true });
    await read("글 301");
    expect(searchOf(page)).toBe(`?date=${today}&article=301`);
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    expect(searchOf(page)).toBe(`?date=${today}&show=subject`);
    await press("이전 주");
    await day("12월 24일 금요일");
    expect(searchOf(page)).toBe("?date=2027-12-24");
    const scrolls = vi.mocked(Element.prototype.scrollIntoView).mock.calls.length;
    for (const search of [`?date=${today}&show=subject`, `?date=${today}&article=301`, ""]) {
      await act(() => page.router.navigate(-1));
      expect(searchOf(page)).toBe(search);
    }
    await act(() => page.router.navigate(1));
    await openText();
    expect(vi.mocked(Element.prototype.scrollIntoView).mock.calls.length).toBe(scrolls);
  });

  it("keeps unknown parameters", async () => {
    const page = open({ isMember: true, search: "?utm=mail" });
    await read("글 301");
    expect(searchOf(page)).toBe(`?utm=mail&date=${today}&article=301`);
    fireEvent.click(screen.getByRole("button", { name: "닫기" }));
    await waitFor(() => expect(searchOf(page)).toBe(`?utm=mail&date=${today}`));
    expect(document.activeElement).toBe(await card("글 301"));
  });

  it("without a day opens the day of its article, on the article's page of the list", async () => {
    const articles = Array.from({ length: 8 }, (_, index) => article(308 - index));
    open({ isMember: true, articles, search: "?article=301" });
    await screen.findByRole("article", { name: "글 301" });
    await card("글 301");
    cleanup();
    open({ isMember: true, elsewhere: [elsewhere(401)], search: "?article=401" });
    await day("12월 9일 목요일");
    const heading = await screen.findByRole("heading", { name: "글 401", level: 3 });
    expect(document.activeElement).toBe(heading);
  });

  it("contains the page of the cards, also of a day and beside an article", async () => {
    const articles = Array.from({ length: 14 }, (_, index) => article(314 - index));
    const page = open({ isMember: true, articles });
    await press("3쪽");
    await card("글 301");
    expect(searchOf(page)).toBe(`?date=${today}&page=3`);
    await read("글 301");
    expect(searchOf(page)).toBe(`?date=${today}&page=3&article=301`);
    await press("1쪽");
    await card("글 314");
    expect(searchOf(page)).toBe(`?date=${today}&page=1&article=301`);
    await act(() => page.router.navigate(-1));
    await card("글 301");
    await act(() => page.router.navigate(-2));
    await card("글 314");
    cleanup();
    const far = open({ isMember: true, articles, search: "?page=9&utm=mail" });
    await card("글 301");
    expect(searchOf(far)).toBe("?page=3&utm=mail");
  });

  it("without a page leads back to the page of its article", async () => {
    const articles = Array.from({ length: 14 }, (_, index) => article(314 - index));
    const page = open({ isMember: true, articles, search: "?article=306" });
    await card("글 306");
    await press("3쪽");
    await card("글 301");
    await act(() => page.router.navigate(-1));
    await card("글 306");
  });

  it("with the wrong day is corrected, and its article takes precedence over the problem", async () => {
    const search = "?date=2027-12-30&article=401&show=subject";
    const page = open({ isMember: true, elsewhere: [elsewhere(401)], search });
    await day("12월 9일 목요일");
    await screen.findByRole("article", { name: "글 401" });
    expect(searchOf(page)).toBe("?date=2027-12-09&article=401");
  });

  it.each(["?article=999", "?date=2027-12-09&article=999", "?article=500"])(
    "of a missing article opens the day with a message: %s",
    async (search) => {
      const page = open({ isMember: true, elsewhere: [elsewhere(500, "2027-12-09", 13)], search });
      await screen.findByText("존재 하지 않는 게시글 입니다.");
      expect(searchOf(page)).toBe(search.includes("date") ? "?date=2027-12-09" : "");
      expect(page.router.state.historyAction).toBe("REPLACE");
    },
  );

  it("drops an article that is deleted while it is open", async () => {
    const page = open({ isMember: true });
    await read("글 301");
    views.articles = [article(302)];
    await page.changed("team-articles/12");
    await screen.findByText("읽던 글이 삭제되었어요");
    await waitFor(() => expect(searchOf(page)).toBe(`?date=${today}`));
    await waitFor(() => expect(shownArticle()).toBeNull());
  });

  it("keeps an article open that newer ones move to the next page", async () => {
    const { changed } = open({ isMember: true });
    await read("글 301");
    views.articles = [...Array.from({ length: 6 }, (_, index) => article(310 - index)), article(301)];
    await changed("team-articles/12");
    await card("글 310");
    expect(shownArticle()?.textContent).toContain("글 301");
    expect(screen.queryByRole("button", { name: /글 301/ })).toBeNull();
  });

  it.each([
    ["?date=2027-02-30", "12월 31일 금요일"],
    ["?date=2027-12-01", "12월 1일 수요일"],
  ])("with an impossible day shows today: %s", async (search, heading) => {
    open({ search });
    await day(heading);
  });

  it("is copied for the day, the problem and an article, with the public origin", async () => {
    const copied = vi.fn(async (_: string) => {});
    Object.assign(navigator, { clipboard: { writeText: copied } });
    document.head.innerHTML = '<meta property="og:image" content="https://algomoim.example/preview.png" />';
    onTestFinished(() => document.head.replaceChildren());
    open({ isMember: true });
    const last = () => copied.mock.lastCall?.[0];
    await press("주소 복사");
    await screen.findByText("주소를 복사했어요");
    const at = `https://algomoim.example/team-dashboard/12?date=${today}`;
    expect(last()).toBe(at);
    await read("글 301");
    fireEvent.click(screen.getAllByRole("button", { name: "주소 복사" })[1] as HTMLElement);
    expect(last()).toBe(`${at}&article=301`);
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    fireEvent.click(screen.getAllByRole("button", { name: "주소 복사" })[1] as HTMLElement);
    expect(last()).toBe(`${at}&show=subject`);
  });
});

describe("the people of the team", () => {
  const person = (memberName: string, isTeamManager: boolean, uuid: string) => ({
    memberName,
    isTeamManager,
    uuid,
    imageUrl: "/images/default/member.png",
    memberExplain: `${memberName}의 소개`,
  });
  const one = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12";
  const two = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a13";
  const members = [person("도토리", true, one), person("밤톨", false, two)];

  it("are listed with their roles and whether they wrote today; Escape returns the focus", async () => {
    const wrote = [{ uuid: two, memberName: "밤톨", imageUrl: "/images/default/member.png" }];
    const writers = [{ date: today, count: 1, members: wrote }] as unknown as typeof views.writers;
    open({ isMember: true, writers, teams: [teamOf({ members, memberCount: 2 })] });
    const button = await screen.findByRole("button", { name: /^멤버 2명/ });
    expect(button.querySelector('[title="밤톨"]')?.getAttribute("aria-label")).toBe("밤톨");
    fireEvent.click(button);
    const list = await screen.findByRole("dialog", { name: "멤버 2명" });
    const rows = [...list.querySelectorAll("li")].map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/도토리방장도토리의 소개$/);
    await waitFor(() =>
      expect(list.querySelectorAll("li")[1]?.textContent).toMatch(/밤톨밤톨의 소개오늘 썼어요$/),
    );
    expect(screen.queryByLabelText("멤버 찾기")).toBeNull();
    fireEvent.keyDown(list, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("are filtered by name if there are many, in a field that Tab reaches and leaves with the list", async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...(members[0] as (typeof members)[number]),
      uuid: `uuid-${at}`,
      memberName: `Ab ${at}`,
    }));
    open({ isMember: true, teams: [teamOf({ members: many, memberCount: 12 })] });
    const button = await screen.findByRole("button", { name: /^멤버 12명/ });
    fireEvent.click(button);
    const list = await screen.findByRole("dialog", { name: "멤버 12명" });
    const tab = () => fireEvent.keyDown(document.activeElement as Element, { key: "Tab" });
    tab();
    const field = screen.getByLabelText("멤버 찾기");
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: " aB 1" } });
    const names = () => [...list.querySelectorAll("li b")].map(({ textContent }) => textContent);
    expect(names()).toEqual(["Ab 1", "Ab 10", "Ab 11"]);
    fireEvent.change(field, { target: { value: "호두" } });
    within(list).getByText("그런 이름의 멤버가 없어요");
    tab();
    expect(document.activeElement).toBe(within(list).getByRole("button", { name: "지우기" }));
    tab();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});

it("expands to the month on request, and stores the choice on this device", async () => {
  open({ isMember: true });
  await screen.findByRole("button", { name: /^12월 26일 일요일/ });
  expect(screen.queryByRole("button", { name: /^12월 1일/ })).toBeNull();
  await press("한 달 보기");
  await screen.findByRole("button", { name: /^12월 1일 수요일/ });
  expect(localStorage.getItem("team-calendar")).toBe("month");
  await press("한 주 보기");
  expect(localStorage.getItem("team-calendar")).toBeNull();
});

it("reopens a refused announcement with the typed text, and redirects a former manager", async () => {
  server.refuse(changeAnnouncement, "not-a-manager");
  const { path } = openAsManager();
  await press(/팀 공지/);
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
