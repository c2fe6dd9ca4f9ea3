// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { page } from "#contracts/endpoint";
import { getRecruitments, type ListedRecruitment } from "#contracts/recruitment/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { recruitmentOf } from "#tests/support/views";
import { BackLink } from "./back-link.tsx";
import { BoardPage } from "./board-page.tsx";

let recruitments: ListedRecruitment[];
let server: ReturnType<typeof fakeServer>;

const listed = (change: Parameters<typeof recruitmentOf>[0] = {}): ListedRecruitment => ({
  ...recruitmentOf(change),
  bodyIsShortened: false,
});

function open(path = "/team-recruit/list") {
  const [pathname = "", search = ""] = path.split("?");
  const { router, changed } = openPage(
    { "/team-recruit/list": BoardPage, "/team-recruit/detail/:recruitId": BackLink },
    { pathname, search: search && `?${search}` },
  );
  return { router, changed: () => changed("recruitment-board/all") };
}
const lastQuery = () => new URL(server.seen.at(-1)?.path ?? "", "http://localhost").search;

beforeEach(() => {
  recruitments = [listed({ teamRecruitBody: "<h3>소개</h3><p>함께 풀어요</p>", teamId: 12 })];
  server = fakeServer();
  server.on(getRecruitments, () => page(recruitments, { page: 0, size: 5 }, 12));
});

it("shows title, excerpt as plain text, author, date and badges", async () => {
  open();
  const card = await screen.findByRole("link", { name: /평일 아침 코테 스터디/ });
  for (const text of ["함께 풀어요", "도토리", "2025년 9월 3일", "모집중", "운영중"])
    expect(card.textContent).toContain(text);
  expect(card.textContent).not.toContain("소개");
  expect(card.getAttribute("href")).toBe("/team-recruit/detail/5");
});

it("shows only the badge 모집완료 on a closed one with a team", async () => {
  recruitments = [listed({ isRecruiting: false, teamId: 12 })];
  open();
  const card = await screen.findByRole("link", { name: /평일 아침/ });
  expect(card.textContent).toContain("모집완료");
  expect(card.textContent).not.toContain("운영중");
});

it("stores tab and page in the address; another tab starts at the first page", async () => {
  const { router } = open("/team-recruit/list?page=3");
  await screen.findByText("평일 아침 코테 스터디");
  expect(lastQuery()).toContain("page=2");
  fireEvent.click(screen.getByRole("button", { name: "모집중" }));
  await waitFor(() => expect(router.state.location.search).toBe("?status=open"));
  await waitFor(() => expect(lastQuery()).toBe("?status=open&page=0&size=5"));
});

it("restores tab and page when returning from a recruitment", async () => {
  const { router } = open("/team-recruit/list?status=open&page=3");
  fireEvent.click(await screen.findByRole("link", { name: /평일 아침/ }));
  fireEvent.click(await screen.findByRole("link", { name: "목록" }));
  await screen.findByText("평일 아침 코테 스터디");
  expect(router.state.location.search).toBe("?status=open&page=3");
});

it("links visitors to the login with the return path, and members directly", async () => {
  const { router } = open();
  fireEvent.click(await screen.findByRole("link", { name: "글쓰기" }));
  await screen.findByText(/^\/login/);
  expect(router.state.location).toMatchObject({
    pathname: "/login",
    state: { from: "/team-recruit/posting" },
  });
  cleanup();
  logIn();
  open();
  const write = await screen.findByRole("link", { name: "글쓰기" });
  expect(write.getAttribute("href")).toBe("/team-recruit/posting");
  const team = screen.getByRole("link", { name: /이미 정해진 팀원들과 팀 생성하기/ });
  expect(team.getAttribute("href")).toBe("/team-registration");
  const guide = screen.getByRole("link", { name: /가이드/ });
  expect(guide.getAttribute("href")).toBe("/#faq");
  expect(guide.getAttribute("target")).toBe("_blank");
});

it("shows an empty state, and marks new recruitments that arrive", async () => {
  recruitments = [];
  const { changed } = open();
  await screen.findByText("지금은 모집글이 없어요");
  recruitments = [listed()];
  await changed();
  await screen.findByText("방금");
  expect(screen.getByText("새 모집글이 올라왔어요")).toBeTruthy();
});

it("does not mark a recruitment as new that a newer one has moved to a later page", async () => {
  recruitments = [listed({ teamRecruitId: 5 })];
  const { changed } = open("/team-recruit/list?page=2");
  await screen.findByText("평일 아침 코테 스터디");
  recruitments = [listed({ teamRecruitId: 6, teamRecruitTitle: "밀려온 글" })];
  await changed();
  await screen.findByText("밀려온 글");
  expect(screen.queryByText("방금")).toBeNull();
  expect(screen.queryByText("새 모집글이 올라왔어요")).toBeNull();
});
