// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ArticleInDay, editArticle, getArticle, postArticle } from "#contracts/article/api";
import { getMemberInfo } from "#contracts/member/api";
import { getRhythm } from "#contracts/rhythm/api";
import { getSubject } from "#contracts/subject/api";
import { fakeDrafts, hurryDrafts } from "#tests/support/fake-drafts";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { leaveInCookie, tokenOf } from "#tests/support/stub-server";
import { articleOf, dayEndOf, memberInfoOf, subjectOf } from "#tests/support/views";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { endSession, endSessionQuietly } from "#web/lib/session.ts";
import { PostingPage } from "./posting-page.tsx";

// This spec takes longer than others on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let uuid: string;
const stored: ArticleInDay = {
  ...articleOf(301, {
    articleTitle: "정렬 풀이",
    articleBody: "<p>본문</p>",
    createdDate: "2026-11-20 21:07:45",
    isAuthor: true,
    revision: 4,
  }),
  teamId: 12,
  date: "2026-11-20",
  page: 0,
};

let server: ReturnType<typeof fakeServer>;
let drafts: ReturnType<typeof fakeDrafts>;
let hasTeam: boolean;
let isMember: boolean;

function open(path: string) {
  const state = { article: { ...stored, articleTitle: "넘긴 제목" } };
  const Before = () => (
    <Link to="/posting/12?article=301" state={state}>
      수정
    </Link>
  );
  const page = openPage({ "/posting/:id": PostingPage, "/before": Before }, path);
  onTestFinished(emptyOnMemberChange(page.client));
  return page;
}

const title = () => screen.findByLabelText<HTMLInputElement>(/^제목/);
const sent = () => server.sent.filter(({ path }) => !path.startsWith("/api/v1/drafts"));

beforeEach(() => {
  uuid = crypto.randomUUID();
  logIn(uuid);
  hasTeam = true;
  isMember = true;
  hurryDrafts();
  server = fakeServer();
  drafts = fakeDrafts(server);
  server.on(getArticle, ({ params }) => {
    if (params.articleId === "301") return stored;
    if (params.articleId === "302") return { ...stored, articleId: 302, isAuthor: false };
    if (params.articleId === "303") return { ...stored, articleId: 303, date: "2026-11-21" };
    return refused("article-not-found");
  });
  server.on(getMemberInfo, () => memberInfoOf(isMember ? [12] : [13]));
  server.on(getSubject, () => (hasTeam ? null : refused("team-not-found")));
});

it("uses the article of the navigation state directly after the click on edit", async () => {
  open("/before");
  fireEvent.click(screen.getByRole("link", { name: "수정" }));
  expect((await title()).value).toBe("넘긴 제목");
  expect(server.paths().some((path) => path.includes("/articles/301"))).toBe(false);
});

it("edits the article of the address after a login or a reload, and offers its draft", async () => {
  drafts.leave({ title: "고치던 제목", html: "<p>고치던 글</p>", revision: 4 });
  const { router } = open("/posting/12?article=301");
  expect((await title()).value).toBe("정렬 풀이");
  await screen.findByText("쓰던 글이 있어요");
  await press("이어쓰기");
  await waitFor(async () => expect((await title()).value).toBe("고치던 제목"));
  await press("작성 완료");
  await screen.findByText("게시글을 수정했어요");
  expect(sent()[0]).toMatchObject({ method: "PUT", path: "/api/v1/articles/301" });
  expect(sent()[0]?.headers.get("If-Match")).toBe('"4"');
  // The team page with the article replaces the form in the history.
  await waitFor(() => expect(router.state.location.pathname).not.toBe("/posting/12"));
  expect(router.state).toMatchObject({
    historyAction: "REPLACE",
    location: { pathname: "/team-dashboard/12", search: "?date=2026-11-20&article=301" },
  });
});

it("moves a draft to the trash, from which it can be opened again", async () => {
  drafts.leave({ title: "버린 제목", html: "<p>버린 글</p>" });
  open("/posting/12");
  await screen.findByText("쓰던 글이 있어요");
  await press("새로 쓰기");
  await waitFor(async () => expect((await title()).readOnly).toBe(false));
  expect((await title()).value).toBe("");
  type(/^제목/, "새 제목");
  await screen.findByText("초안 저장됨");
  await press("지운 초안");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("버린 제목");
  await press("이어쓰기");
  await waitFor(async () => expect((await title()).value).toBe("버린 제목"));
  expect(screen.queryByRole("button", { name: "지운 초안" })).toBeNull();
  // The text of the form is kept as a separate draft.
  await waitFor(() => expect(drafts.titles()).toEqual(["버린 제목", "새 제목"]));
});

it.each(["/posting/12?article=999", "/posting/12?article=302", "/posting/13?article=301"])(
  "shows no form for an article of another team or another member: %s",
  async (path) => {
    server.on(getMemberInfo, () => memberInfoOf([12, 13]));
    open(path);
    await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
    expect(screen.queryByLabelText(/^제목/)).toBeNull();
  },
);

it("is titled by the action: writing today's article, or editing the article of a day", async () => {
  const { router } = open("/posting/12");
  await screen.findByRole("heading", { name: "오늘의 글 등록하기", level: 1 });
  const back = await screen.findByRole("link", { name: /팀 페이지$/ });
  expect(back.getAttribute("href")).toBe("/team-dashboard/12");
  await waitFor(() => expect(document.title).toBe("오늘의 글 등록하기 | 알고모임"));
  await act(() => router.navigate("/posting/12?article=301"));
  await screen.findByRole("heading", { name: "글 수정하기", level: 1 });
  await screen.findByText(/11월 20일 글$/);
  await waitFor(() => expect(document.title).toBe("글 수정하기 | 알고모임"));
});

it("returns the focus to the missing title after the alert about it", async () => {
  open("/posting/12");
  const field = await title();
  await waitFor(() => expect(field.readOnly).toBe(false));
  await press("작성 완료");
  await screen.findByText("제목을 작성해주세요");
  await answerDialog("확인");
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it("navigates to the new article on the day that the server assigned", async () => {
  server.on(postArticle, () => ({ articleId: 303 }));
  drafts.leave({ title: "새 글", html: "<p>본문</p>", revision: null });
  const { router } = open("/posting/12");
  await press("이어쓰기");
  await waitFor(async () => expect((await title()).value).toBe("새 글"));
  await press("작성 완료");
  await screen.findByText("글쓰기를 완료했어요");
  await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-21&article=303"));
  expect(router.state.historyAction).toBe("REPLACE");
});

describe("at 01:40 in a team whose day ends at 02:00", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime("2026-11-22T01:40:00+09:00");
    server.on(getRhythm, () => dayEndOf("02:00", "2026-11-21"));
    server.on(getSubject, ({ query }) => subjectOf({ articleTitle: `${query.get("date")}의 문제` }));
  });
  const problems = () => screen.findAllByText(/의 문제$/);

  it("shows the problem of the day before above a new article, until that day has ended", async () => {
    open("/posting/12");
    await title();
    expect((await problems()).map(({ textContent }) => textContent)).toEqual(["2026-11-21의 문제"]);
    expect(screen.queryByText(/날이 바뀌었어요/)).toBeNull();
    vi.setSystemTime("2026-11-22T02:00:01+09:00");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByText(/지금 올리면 11월 22일 일요일의 글이 돼요/);
    await screen.findByText("2026-11-22의 문제");
  });

  it("names an edited article by its day", async () => {
    stored.createdDate = "2026-11-21 01:40:00";
    onTestFinished(() => {
      stored.createdDate = "2026-11-20 21:07:45";
    });
    open("/posting/12?article=301");
    await screen.findByText(/11월 20일 글$/);
    await screen.findByText("2026-11-20의 문제");
  });
});

describe("without the right to write", () => {
  beforeEach(() => {
    isMember = false;
  });

  it.each(["/posting/12", "/posting/12?article=302"])("has a join link, but no editor: %s", async (path) => {
    const { router } = open(path);
    await screen.findByRole("heading", { name: "이 팀의 팀원만 글을 쓸 수 있어요", level: 1 });
    expect(screen.queryByLabelText(/^제목/)).toBeNull();
    expect(screen.getByRole("link", { name: "팀 페이지로" }).getAttribute("href")).toBe("/team-dashboard/12");
    fireEvent.click(screen.getByRole("link", { name: "팀 참가하기" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-dashboard/12"));
    expect(router.state.location.state).toEqual({ join: true });
  });

  it("opens the editor as soon as the visitor has joined", async () => {
    const { changed } = open("/posting/12");
    await screen.findByText("이 팀의 팀원만 글을 쓸 수 있어요");
    isMember = true;
    await changed("my-teams");
    await title();
  });

  it("still allows editing an own article", async () => {
    open("/posting/12?article=301");
    expect((await title()).value).toBe("정렬 풀이");
  });
});

it("opens the editor when the query for the membership fails", async () => {
  server.on(getMemberInfo, () => Promise.reject(new TypeError("offline")));
  open("/posting/12");
  await title();
});

it.each(["/posting/12", "/posting/12?article=301"])(
  "shows the not-found page for a team that does not exist: %s",
  async (path) => {
    hasTeam = false;
    open(path);
    await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
    await waitFor(() => expect(screen.queryByLabelText(/^제목/)).toBeNull());
  },
);

describe("a text that can no longer be sent", () => {
  const copied = vi.fn(async (_: string) => {});
  const write = async () => {
    await waitFor(async () => expect((await title()).readOnly).toBe(false));
    type(/^제목/, "쓰던 제목");
  };
  beforeEach(() => Object.assign(navigator, { clipboard: { writeText: copied } }));

  it("is kept with a message for a member who is removed from the team, and can be copied", async () => {
    const { changed } = open("/posting/12");
    await write();
    expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull();
    isMember = false;
    await changed("my-teams");
    const note = await screen.findByText("이 팀의 멤버가 아니라서 글을 올릴 수 없어요.");
    expect(note.closest("[role=status]")).toBeTruthy();
    expect((await title()).value).toBe("쓰던 제목");
    await press("글 복사하기");
    await screen.findByRole("button", { name: "복사했어요" });
    expect(copied.mock.lastCall?.[0]).toContain("쓰던 제목");
    isMember = true;
    await changed("my-teams");
    await waitFor(() => expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull());
  });

  it.each(["/posting/12", "/posting/12?article=301"])(
    "is kept when the team is deleted, without mentioning a draft that no page offers: %s",
    async (path) => {
      const { changed } = open(path);
      await write();
      await screen.findByText("초안 저장됨");
      hasTeam = false;
      await changed("team-calendar");
      await screen.findByText("팀이 삭제되어 글을 올릴 수 없어요.");
      expect((await title()).value).toBe("쓰던 제목");
      expect(screen.queryByText(/초안/)).toBeNull();
      screen.getByRole("button", { name: "글 복사하기" });
      const link = screen.getByRole("link", { name: "팀 목록으로 이동하기" });
      expect(link.getAttribute("href")).toBe("/team-list");
      fireEvent.click(link);
      expect((await screen.findByRole("alertdialog")).textContent).toContain("글 복사하기를 눌러");
    },
  );

  it("asks for no rhythm after a logout, which would lead to the login", async () => {
    open("/posting/12?article=301");
    await write();
    const asked = () => server.paths().filter((path) => path.endsWith("/rhythm")).length;
    await waitFor(() => expect(asked()).toBe(1));
    act(endSession);
    await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
    expect(asked()).toBe(1);
  });

  describe("after the session has ended in another tab", () => {
    const loseLogin = async () => {
      onTestFinished(endSessionQuietly);
      act(endSession);
      await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
    };
    const loginElsewhere = (member: string) => {
      leaveInCookie(tokenOf(member));
      act(() => void window.dispatchEvent(new Event("focus")));
    };
    it("is kept and not sent on click, and the login returns to it without a confirmation", async () => {
      const { router } = open("/posting/12?article=301");
      await write();
      await screen.findByText("초안 저장됨");
      await loseLogin();
      await screen.findByText(/초안으로 남아 있어요/);
      await press("작성 완료");
      expect(await screen.findAllByText("로그인이 끝나 글을 올릴 수 없어요.")).toHaveLength(2);
      await press("확인");
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(sent()).toEqual([]);
      expect((await title()).value).toBe("쓰던 제목");
      fireEvent.click(screen.getByRole("link", { name: "로그인" }));
      await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
      expect(router.state.location.state).toEqual({ from: "/posting/12?article=301" });
      expect(screen.queryByText("정말로 이동하시겠습니까?")).toBeNull();
    });

    it("shows only the note when the server has refused the text for its token", async () => {
      onTestFinished(endSessionQuietly);
      server.on(editArticle, () => refused("bad-token"));
      open("/posting/12?article=301");
      await write();
      await screen.findByText("초안 저장됨");
      await press("작성 완료");
      await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
      await waitFor(async () => {
        fireEvent.click(screen.getByText("작성 완료"));
        expect(screen.getAllByText("로그인이 끝나 글을 올릴 수 없어요.")).toHaveLength(2);
      });
      expect(screen.queryByText("잘못된 Token 입니다.")).toBeNull();
    });

    it("requires a confirmation before leaving, also after the login was opened in another tab", async () => {
      const { router } = open("/posting/12");
      await write();
      await loseLogin();
      const link = screen.getByRole("link", { name: "로그인" });
      link.addEventListener("click", (event) => event.preventDefault());
      fireEvent.click(link, { ctrlKey: true });
      act(() => void router.navigate("/team-list"));
      await screen.findByText("정말로 이동하시겠습니까?");
    });

    it("can be sent again once its author, but no other member, has logged in in another tab", async () => {
      open("/posting/12");
      await write();
      await loseLogin();
      loginElsewhere(crypto.randomUUID());
      screen.getByText("로그인이 끝나 글을 올릴 수 없어요.");
      loginElsewhere(uuid);
      await waitFor(() => expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull());
      expect(screen.queryByRole("link", { name: "로그인" })).toBeNull();
      expect((await title()).value).toBe("쓰던 제목");
    });
  });

  it("does not include a former member's own article, which can be edited", async () => {
    isMember = false;
    open("/posting/12?article=301");
    expect((await title()).value).toBe("정렬 풀이");
    await waitFor(() => expect(server.paths()).toContain("GET /api/v1/members/info"));
    expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull();
  });
});
