// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getArticle, getArticlesByDate } from "#contracts/article/api";
import { getDiscussion } from "#contracts/discussion/api";
import { deleteSubject, getSubject, type Subject } from "#contracts/subject/api";
import { getTeamPage, type TeamPage } from "#contracts/team/api";
import { fakeServer, pageAsked, refused } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { articleOf, discussionOf, subjectOf, teamOf, teamPageOf } from "#tests/support/views";
import { endSession } from "#web/lib/session.ts";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { TeamAdminPage } from "./team-admin-page.tsx";

/** The fixed time is on the last day of a month and of a year. */
const today = "2027-12-31";
const unavailable = { status: 503, message: "잠시 후 다시 시도해 주세요." };

interface State {
  isManager: boolean;
  isGone: boolean;
  announcement: string;
  problem: Subject | null;
  articles: number;
}
let server: State;
let fake: ReturnType<typeof fakeServer>;

interface OpenOptions {
  id?: string;
  state?: unknown;
  /** Delays loading the login page until it resolves. */
  login?: Promise<void>;
}

function open(change: Partial<State> = {}, { id = "12", state, login }: OpenOptions = {}) {
  Object.assign(server, change);
  const { router, client, changed } = openPage(
    [
      { path: "/team-admin/:id", Component: TeamAdminPage },
      { path: "/login", lazy: () => Promise.resolve(login).then(() => ({ Component: () => "login" })) },
    ],
    { pathname: `/team-admin/${id}`, state },
  );
  return { router, client, changed: (view: string) => changed(`${view}/12`) };
}

const field = () => screen.getByPlaceholderText<HTMLInputElement>("공지글 입력");
const unfold = async () => {
  await press(/^공지/);
  await screen.findByPlaceholderText("공지글 입력");
};
const sentBy = (method: string) => fake.sent.filter((one) => one.method === method);

beforeEach(() => {
  vi.setSystemTime(`${today}T21:30:00+09:00`);
  server = {
    isManager: true,
    isGone: false,
    announcement: "토요일 밤에 만나요",
    problem: subjectOf(),
    articles: 7,
  };
  logIn();
  Element.prototype.scrollIntoView = vi.fn();
  fake = fakeServer();
  fake.on(getTeamPage, () => {
    if (server.isGone) return refused("team-not-found");
    return teamPageOf(teamOf({ teamAnnouncement: server.announcement }), {
      isManager: server.isManager,
      subjectDates: server.problem ? [today] : [],
    });
  });
  fake.on(getSubject, ({ query }) => (query.get("date") === today ? server.problem : null));
  fake.on(getArticlesByDate, (request) => {
    const all = Array.from({ length: server.articles }, (_, index) => articleOf(900 - index));
    return pageAsked(request.query.get("date") === today ? all : [], request);
  });
  fake.on(getDiscussion, ({ params }) => discussionOf(Number(params.articleId)));
  fake.refuse(getArticle, "article-not-found");
  fake.on(deleteSubject, () => {
    server.problem = null;
    return null;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("access to the admin page", () => {
  it("redirects a member to the team page without a message", async () => {
    const { router } = open({ isManager: false });
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-dashboard/12"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.queryByText("토요일 밤에 만나요")).toBeNull();
  });

  it("shows a demoted manager a dialog once and redirects to the team page", async () => {
    const { router, changed } = open();
    await screen.findByText(/이곳에서 한 번에 관리해요/);
    server.isManager = false;
    await changed("team-page");
    await screen.findByRole("alertdialog", { name: "이 팀의 관리 권한이 없어졌어요" });
    expect(router.state.location.pathname).toBe("/team-dashboard/12");
    await press("확인");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("does not redirect elsewhere while the login page is loading", async () => {
    let fetched = () => {};
    const login = new Promise<void>((done) => {
      fetched = done;
    });
    const { router, client } = open({}, { login });
    await screen.findByText(/이곳에서 한 번에 관리해요/);
    server.isManager = false;
    act(endSession);
    await act(() => client.resetQueries());
    expect(client.getQueryData<TeamPage>(["team-page", "12", monthOf(today)])?.teamManager).toBe(false);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await act(async () => fetched());
    await screen.findByText("login");
    expect(router.state.location.pathname).toBe("/login");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("shows the next member to log in nothing about roles of the previous one", async () => {
    const { router, client } = open();
    await screen.findByText(/이곳에서 한 번에 관리해요/);
    server.isManager = false;
    act(() => logIn("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12"));
    await act(() => client.resetQueries());
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-dashboard/12"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is not found for an unknown team and an address without a number", async () => {
    open({ isGone: true });
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
    cleanup();
    open({}, { id: "abc" });
    await screen.findByRole("link", { name: "홈으로 돌아가기" });
  });
});

describe("the announcement box", () => {
  it("collapses on saving and sends a double click once", async () => {
    open();
    await unfold();
    fireEvent.change(field(), { target: { value: "" } });
    const form = field().closest("form") as HTMLFormElement;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    expect(screen.queryByPlaceholderText("공지글 입력")).toBeNull();
    server.announcement = "";
    await waitFor(() => expect(screen.getByRole("button", { name: /^공지공지가 등록되지/ })).toBeTruthy());
    expect(sentBy("PATCH").map(({ fields }) => fields)).toEqual([{ teamAnnouncement: "" }]);
  });

  it("restores a text that was neither saved nor cancelled, until it is", async () => {
    open();
    await unfold();
    fireEvent.change(field(), { target: { value: "일요일로 옮겨요" } });
    cleanup();
    open();
    await screen.findByText("토요일 밤에 만나요");
    await unfold();
    expect(field().value).toBe("일요일로 옮겨요");
    expect(screen.getByText(/작성 중이던 내용을 불러왔어요/)).toBeTruthy();
    await press("저장하기");
    server.announcement = "일요일로 옮겨요";
    await waitFor(() => expect(unsent.all()).toEqual([]));
  });
});

describe("the chosen day", () => {
  it("initially shows the problem of today with its edit button, without scrolling", async () => {
    open();
    await screen.findByText("최소 배터리");
    const link = screen.getByRole("link", { name: "문제 수정" });
    expect(link.getAttribute("href")).toBe(`/team-subject/12/${today}`);
    expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
  });

  it("is kept at midnight with a notice, whose button opens the new day", async () => {
    open();
    await screen.findByText("최소 배터리");
    vi.setSystemTime("2028-01-01T00:00:01+09:00");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByText("날이 바뀌었어요");
    await screen.findByRole("heading", { name: "12월 31일 금요일" });
    await press("오늘로 가기");
    await screen.findByRole("heading", { name: "1월 1일 토요일" });
  });

  it("shows either the problem or one of its articles", async () => {
    open();
    await press("2쪽");
    await press(/글 894/);
    await screen.findByRole("article", { name: "글 894" });
    expect(screen.queryByText("최소 배터리")).toBeNull();
    await press("문제 확인하기");
    await screen.findByText("최소 배터리");
    expect(screen.queryByRole("article", { name: "글 894" })).toBeNull();
  });

  it("has the page of its articles in the address, beside the day in the history state", async () => {
    fake.on(getArticlesByDate, (request) =>
      pageAsked(
        [7, 6, 5, 4, 3, 2, 1].map((id) => articleOf(id)),
        request,
      ),
    );
    const { router } = open({}, { state: { day: "2027-12-30" } });
    await press("2쪽");
    await screen.findByRole("button", { name: /글 1/ });
    expect(router.state.location).toMatchObject({ search: "?page=2", state: { day: "2027-12-30" } });
    await act(() => router.navigate(-1));
    await screen.findByRole("button", { name: /글 7/ });
    await screen.findByRole("heading", { name: "12월 30일 목요일" });
  });

  it("returns to the problem when the open article is deleted", async () => {
    const { changed } = open({ articles: 1 });
    await press(/글 900/);
    server.articles = 0;
    await changed("team-articles");
    await screen.findByText("최소 배터리");
  });

  it("deletes the problem after confirmation, and tells it once", async () => {
    open();
    await press("문제 삭제");
    const question = await screen.findByRole("alertdialog");
    fireEvent.click(within(question).getByRole("button", { name: "삭제하기" }));
    await screen.findByText("문제 삭제 성공");
    await screen.findByText("문제가 등록되지 않았어요");
    await screen.findByRole("link", { name: "문제 작성" });
    expect(screen.queryByText("보던 문제가 삭제되었어요")).toBeNull();
    expect(sentBy("DELETE")).toHaveLength(1);
  });

  it("keeps the problem when deleting fails", async () => {
    fake.on(deleteSubject, () => reply(unavailable));
    open();
    await press("문제 삭제");
    await press("삭제하기");
    await screen.findByRole("alertdialog", { name: "문제 삭제 실패" });
    await press("확인");
    expect(screen.getByText("최소 배터리")).toBeTruthy();
  });
});
