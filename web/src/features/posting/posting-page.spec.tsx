// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Article, getMyArticles } from "#contracts/article/api";
import { getMemberInfo } from "#contracts/member/api";
import { getSubject } from "#contracts/subject/api";
import { fakeDrafts, hurryDrafts } from "#tests/support/fake-drafts";
import { fakeServer, pageAsked, refused } from "#tests/support/fake-server";
import { tokenOf } from "#tests/support/pretend-server";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { endSession, endSessionQuietly, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { PostingPage } from "./posting-page.tsx";

// Longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const uuid = "8f14e45f-ceea-467f-a8a0-0000000000aa";
const stored: Article = {
  articleId: 301,
  articleTitle: "정렬 풀이",
  articleBody: "<p>본문</p>",
  createdDate: "2026-11-20 21:07:45",
  imageUrl: null,
  memberName: "도토리",
  memberImage: "/images/default/member.png",
  isAuthor: true,
  revision: 4,
};

let server: ReturnType<typeof fakeServer>;
let drafts: ReturnType<typeof fakeDrafts>;
let hasTeam: boolean;
let isMember: boolean;

/** The member's articles in the team: two pages, the stored one on the second. */
const articles = [...Array.from({ length: 50 }, (_, n) => ({ ...stored, articleId: 400 + n })), stored];

const infoOf = (teamIds: number[]) => ({
  memberName: "도토리",
  memberImageUrl: "",
  teamAbstractResponses: teamIds.map((teamId) => ({ teamId, teamName: "새벽", teamImageUrl: "" })),
});

function open(path: string) {
  const state = { article: { ...stored, articleTitle: "넘긴 제목" } };
  const router = createMemoryRouter(
    [
      { path: "/posting/:id", Component: PostingPage },
      {
        path: "/before",
        element: (
          <Link to="/posting/12?article=301" state={state}>
            수정
          </Link>
        ),
      },
      { path: "*", element: <p>다른 곳</p> },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  changed = (view) => act(() => client.invalidateQueries({ queryKey: [view] }));
  stopEmptying = emptyOnMemberChange(client);
  render(
    <QueryClientProvider client={client}>
      <DialogProvider>
        <RouterProvider router={router} />
      </DialogProvider>
    </QueryClientProvider>,
  );
  return router;
}

/** What a live message does to the cache. */
let changed: (view: string) => Promise<void>;
let stopEmptying = () => {};
const title = async () => (await screen.findByLabelText(/^제목/)) as HTMLInputElement;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sent = () => server.sent.filter(({ path }) => !path.startsWith("/api/v1/drafts"));

beforeEach(() => {
  setToken(tokenOf(uuid));
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  hasTeam = true;
  isMember = true;
  hurryDrafts();
  server = fakeServer();
  drafts = fakeDrafts(server);
  server.on(getMyArticles, (request) => pageAsked(articles, request));
  server.on(getMemberInfo, () => infoOf(isMember ? [12] : [13]));
  server.on(getSubject, () => (hasTeam ? null : refused("team-not-found")));
});
afterEach(() => {
  cleanup();
  stopEmptying();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it("takes the article to edit from the navigation state right after the press", async () => {
  open("/before");
  fireEvent.click(screen.getByRole("link", { name: "수정" }));
  expect((await title()).value).toBe("넘긴 제목");
  expect(server.paths().some((path) => path.includes("/my-page"))).toBe(false);
});

it("after a login or a reload edits the article that the address names, with its draft offered", async () => {
  drafts.leave({ title: "고치던 제목", html: "<p>고치던 글</p>", revision: 4 });
  const router = open("/posting/12?article=301");
  expect((await title()).value).toBe("정렬 풀이");
  await screen.findByText("쓰던 글이 있어요");
  press("이어쓰기");
  await waitFor(async () => expect((await title()).value).toBe("고치던 제목"));
  press("작성 완료");
  await screen.findByText("게시글을 수정했어요");
  expect(sent()[0]).toMatchObject({ method: "PUT", path: "/api/v1/articles/301" });
  expect(sent()[0]?.headers.get("If-Match")).toBe('"4"');
  press("확인");
  // The team page opens on the day of the article, in the place of the form.
  await screen.findByText("다른 곳");
  expect(router.state).toMatchObject({
    historyAction: "REPLACE",
    location: { pathname: "/team-dashboard/12", state: { day: "2026-11-20" } },
  });
});

it("does not turn into a new article when the one named is not one's own any more", async () => {
  open("/posting/12?article=999");
  await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
  expect(screen.queryByLabelText(/^제목/)).toBeNull();
});

it("of no article writes a new one", async () => {
  open("/posting/12");
  expect((await title()).value).toBe("");
});

it.each(["/posting/12", "/posting/12?article=301"])(
  "of a team that does not exist is not found: %s",
  async (path) => {
    hasTeam = false;
    open(path);
    await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
    await waitFor(() => expect(screen.queryByLabelText(/^제목/)).toBeNull());
  },
);

describe("somebody whose text cannot be sent any more", () => {
  const copied = vi.fn(async (_: string) => {});
  const write = async () => {
    fireEvent.change(await title(), { target: { value: "쓰던 제목" } });
    await waitFor(async () => expect((await title()).value).toBe("쓰던 제목"));
  };
  beforeEach(() => Object.assign(navigator, { clipboard: { writeText: copied } }));

  it("who was removed from the team hears of it while writing, keeps the words and can take them along", async () => {
    open("/posting/12");
    await write();
    expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull();
    isMember = false;
    await changed("my-teams");
    const note = await screen.findByText("이 팀의 멤버가 아니라서 글을 올릴 수 없어요.");
    expect(note.closest("[role=status]")).toBeTruthy();
    expect((await title()).value).toBe("쓰던 제목");
    press("글 복사하기");
    await screen.findByRole("button", { name: "복사했어요" });
    expect(copied.mock.lastCall?.[0]).toContain("쓰던 제목");
    isMember = true;
    await changed("my-teams");
    await waitFor(() => expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull());
  });

  it("who has written nothing is told why and led to the page of the team", async () => {
    isMember = false;
    const router = open("/posting/12");
    await screen.findByText("이 팀의 멤버가 아니라서 글을 올릴 수 없어요.");
    expect(screen.queryByText(/초안으로 남아/)).toBeNull();
    expect(screen.queryByRole("button", { name: "글 복사하기" })).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "팀 페이지로 이동하기" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-dashboard/12"));
  });

  it.each(["/posting/12", "/posting/12?article=301"])(
    "whose team was deleted keeps the words, too, and is promised no draft that no page offers: %s",
    async (path) => {
      open(path);
      await write();
      await screen.findByText("초안 저장됨");
      hasTeam = false;
      await changed("team-calendar");
      await screen.findByText("팀이 삭제되어 글을 올릴 수 없어요.");
      expect((await title()).value).toBe("쓰던 제목");
      expect(screen.queryByText(/초안/)).toBeNull();
      screen.getByRole("button", { name: "글 복사하기" });
      const way = screen.getByRole("link", { name: "팀 목록으로 이동하기" });
      expect(way.getAttribute("href")).toBe("/team-list");
      fireEvent.click(way);
      expect((await screen.findByRole("alertdialog")).textContent).toContain("글 복사하기를 눌러");
    },
  );

  describe("whose login has ended elsewhere", () => {
    const loseLogin = async () => {
      act(endSession);
      await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
    };
    const loginElsewhere = (member: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
      document.cookie = `access_token=${tokenOf(member)}; Path=/`;
      act(() => void window.dispatchEvent(new Event("focus")));
    };
    afterEach(endSessionQuietly);

    it("hears of it while writing; a press sends nothing, and the login leads back without another question", async () => {
      const router = open("/posting/12?article=301");
      await write();
      await screen.findByText("초안 저장됨");
      await loseLogin();
      await screen.findByText(/초안으로 남아 있어요/);
      press("작성 완료");
      expect(await screen.findAllByText("로그인이 끝나 글을 올릴 수 없어요.")).toHaveLength(2);
      press("확인");
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(sent()).toEqual([]);
      expect((await title()).value).toBe("쓰던 제목");
      fireEvent.click(screen.getByRole("link", { name: "로그인" }));
      await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
      expect(router.state.location.state).toEqual({ from: "/posting/12?article=301" });
      expect(screen.queryByText("정말로 이동하시겠습니까?")).toBeNull();
    });

    it("is still asked before going elsewhere, also after opening the login in another tab", async () => {
      const router = open("/posting/12");
      await write();
      await loseLogin();
      const link = screen.getByRole("link", { name: "로그인" });
      link.addEventListener("click", (event) => event.preventDefault());
      fireEvent.click(link, { ctrlKey: true });
      act(() => void router.navigate("/team-list"));
      await screen.findByText("정말로 이동하시겠습니까?");
    });

    it("goes on once logged in again in another tab, but not as somebody else", async () => {
      open("/posting/12");
      await write();
      await loseLogin();
      loginElsewhere("8f14e45f-ceea-467f-a8a0-0000000000bb");
      screen.getByText("로그인이 끝나 글을 올릴 수 없어요.");
      loginElsewhere(uuid);
      await waitFor(() => expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull());
      expect(screen.queryByRole("link", { name: "로그인" })).toBeNull();
      expect((await title()).value).toBe("쓰던 제목");
    });
  });

  it("who has left may still edit an own article", async () => {
    isMember = false;
    open("/posting/12?article=301");
    expect((await title()).value).toBe("정렬 풀이");
    await waitFor(() => expect(server.paths()).toContain("GET /api/v1/members/info"));
    expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull();
  });
});
