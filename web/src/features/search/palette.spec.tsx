// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fakeSearchWorker, fedArticle } from "#tests/support/fake-search";
import { logIn, openPage } from "#tests/support/page.tsx";
import { reply, stubServer } from "#tests/support/stub-server";
import { dayEndOf, me, memberInfoOf, teamOf, teamPageOf } from "#tests/support/views";
import { SearchEngine } from "#web/lib/search/search-engine.ts";
import { setEngine } from "./engine.ts";
import { Palette } from "./palette.tsx";
import { isPaletteOpen, openOnKey, setPaletteOpen } from "./palette-state.ts";

const logOut = vi.fn();
const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);

beforeAll(() => {
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector("input")?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
  Element.prototype.scrollIntoView = () => {};
});

const person = (memberName: string, memberExplain: string, n: number) => ({
  memberName,
  memberExplain,
  imageUrl: "/images/default/member.png",
  isTeamManager: false,
  uuid: `6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a1${n}`,
});
const team = teamOf({ members: [person("도토리", "그래프 공부 중", 1), person("재귀펭귄", "", 2)] });

let engine: SearchEngine;
let searchFeed = () => reply({ status: 404 });
beforeEach(async () => {
  stubServer(({ path, token }) => {
    if (path.includes("/search-cursors")) return reply({ data: [] });
    if (path.includes("/search-feed")) return searchFeed();
    if (path.startsWith("/api/v1/members/info")) return reply({ data: memberInfoOf([12]) });
    if (path.startsWith("/api/v1/teams/search")) {
      const another = teamOf({ teamId: 9, teamName: token === null ? "그래프반" : "산책반" });
      const isFound = token === null || path.includes(encodeURIComponent("산책반"));
      return reply({ data: { content: isFound ? [another, team] : [], page: {} } });
    }
    if (path.endsWith("/rhythm")) return reply({ data: dayEndOf("00:00", today) });
    if (path.startsWith("/api/v1/recruitments")) {
      const recruitment = {
        teamRecruitId: 5,
        teamRecruitTitle: "산책 반 모집해요",
        memberNickName: "호두",
      };
      return reply({ data: { content: token === null ? [] : [recruitment], page: {} } });
    }
    return reply({ data: teamPageOf(team, { isManager: true }) });
  });
  engine = new SearchEngine(me, fakeSearchWorker(today));
  await engine.setTeams([{ teamId: 12, teamName: "새벽네시반" }]);
  setEngine(engine);
});

async function feed(...items: ReturnType<typeof fedArticle>[]) {
  await engine.call("take", 12, { reset: false, next: "a", more: false, items });
}

function openPalette(memberId: string | null = me) {
  if (memberId) logIn();
  setPaletteOpen(true);
  return openPage({ "/": () => <Palette memberId={memberId} logOut={logOut} /> }, "/");
}
const input = () => screen.getByRole("combobox", { name: "찾기" });
/** Waits until the results are those of this query. */
const find = async (text: string) => {
  fireEvent.change(input(), { target: { value: text } });
  const foot = () => document.querySelector("[class*=state]")?.textContent;
  await waitFor(() => expect(foot()).toMatch(/\d|결과 없음/));
};
const key = (name: string, over = {}) => fireEvent.keyDown(input(), { key: name, ...over });
const group = (name: string) => within(screen.getByRole("group", { name }));
const rows = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const active = () => screen.getByRole("option", { selected: true }).textContent;

it("limits a query to 100 user-perceived characters", async () => {
  openPalette();
  fireEvent.change(input(), { target: { value: "👨‍👩‍👧".repeat(101) } });
  await waitFor(() => expect(input()).toHaveProperty("value", "👨‍👩‍👧".repeat(100)));
});

it("shows actions and recently opened entries for an empty query", async () => {
  await feed(fedArticle(1, "그래프 탐색", { date: today }));
  await engine.call("noteOpened", "article-1");
  await engine.call("noteOpened", "article-99");
  openPalette();
  expect((await screen.findByRole("group", { name: "최근에 연 것" })).textContent).toBe(
    "최근에 연 것그래프 탐색새벽네시반 · 밤샘코더 · 오늘",
  );
  await waitFor(() =>
    expect(rows().slice(1)).toEqual([
      "오늘의 글쓰기 · 새벽네시반",
      "문제 쓰기 · 새벽네시반",
      "팀원 초대하기 · 새벽네시반",
      "테마 바꾸기",
      "로그아웃",
    ]),
  );
});

it("finds texts, people, teams, screens and actions, in groups of five with the matches marked", async () => {
  await feed(
    ...Array.from({ length: 7 }, (_, n) => fedArticle(n + 1, `그래프 ${n}`, { date: today })),
    fedArticle(8, "정렬", { date: today, text: "앞의 말 그래프를 돌았더니" }),
    ...Array.from({ length: 40 }, (_, n) => fedArticle(n + 50, "다른 글", { date: today, text: "말" })),
  );
  openPalette();
  await find("그래프");
  await waitFor(() => expect(group("사람").getAllByRole("option")).toHaveLength(1));
  expect(
    group("글")
      .getAllByRole("option")
      .map((row) => row.textContent),
  ).toEqual([...[6, 5, 4, 3, 2].map((n) => `그래프 ${n}새벽네시반 · 밤샘코더 · 오늘`), "모두 보기8개"]);
  expect(group("사람").getByRole("option").textContent).toBe("도토리새벽네시반 · 그래프 공부 중");
  expect(document.querySelectorAll("mark").length).toBe(6);
  fireEvent.click(group("글").getByText("모두 보기"));
  await waitFor(() => expect(group("글").getAllByRole("option")).toHaveLength(8));
  expect(group("글").getByText("정렬").closest("[role=option]")?.textContent).toContain(
    "앞의 말 그래프를 돌았더니",
  );
  await find("네시반");
  expect(group("팀").getByRole("option").textContent).toBe("새벽네시반내 팀");
  await find("ㅍㄴㅁㅈ");
  await find("푼 문제");
  expect(group("이동").getByRole("option").textContent).toBe("푼 문제");
  await find("테마");
  expect(group("할 일").getByRole("option").textContent).toBe("테마 바꾸기");
});

it("can be used by keyboard alone", async () => {
  await feed(fedArticle(1, "그래프", { date: "2025-12-09" }), fedArticle(2, "그래프", { date: today }));
  const page = openPalette();
  await find("그래");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(active()).toContain("오늘");
  key("ArrowDown");
  expect(input().getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { selected: true }).id,
  );
  expect(active()).toContain("12월 9일");
  key("End");
  expect(active()).toContain("도토리");
  key("ArrowDown");
  key("ArrowUp");
  key("Home");
  key("ArrowDown");
  key("Enter", { isComposing: true });
  expect(isPaletteOpen()).toBe(true);
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  key("Enter");
  expect(isPaletteOpen()).toBe(false);
  await waitFor(() =>
    expect(page.router.state.location).toMatchObject({
      pathname: "/team-dashboard/12",
      search: "?date=2025-12-09&article=1",
    }),
  );
  expect(opened).not.toHaveBeenCalled();
  expect((await engine.call("opened"))[0]?.what).toBe("article-1");
});

it("opens a new tab with Ctrl+Enter", async () => {
  await feed(fedArticle(1, "그래프", { date: today }));
  openPalette();
  await find("그래");
  await waitFor(() => expect(rows()).not.toHaveLength(0));
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  key("Enter", { ctrlKey: true });
  const address = `/team-dashboard/12?date=${today}&article=1`;
  expect(opened).toHaveBeenCalledWith(address, "_blank", "noopener");
});

it("logs out and changes the theme", async () => {
  openPalette();
  await find("로그아웃");
  await waitFor(() => expect(rows()).toHaveLength(1));
  key("Enter");
  expect(logOut).toHaveBeenCalledOnce();
});

it.each([
  ["그래프", "‘그래프’와 맞는 것이 없어요"],
  ["정렬", "‘정렬’과 맞는 것이 없어요"],
])("shows that nothing matches %s, and announces it after a pause", async (query, announcement) => {
  stubServer(() => reply({ data: memberInfoOf([]) }));
  openPalette();
  await find(query);
  await screen.findByText(announcement);
  screen.getByText("내 팀의 최근 1년 글에서 찾았어요.");
  await waitFor(() => expect(screen.getByText("결과 없음", { selector: "[role=status]" })).toBeTruthy());
});

it("names the day from which texts are known, if not those of a whole year", async () => {
  const worker = fakeSearchWorker();
  const { postMessage } = worker;
  worker.postMessage = async (call) => {
    if (call.method !== "search") return postMessage(call);
    const nothing = { total: 0, found: [] };
    const value = { article: nothing, subject: nothing, since: "2026-03-02" };
    worker.onmessage?.({ data: { id: call.id, value } } as MessageEvent);
  };
  const another = new SearchEngine(me, worker);
  act(() => setEngine(another));
  await act(() => another.setTeams([{ teamId: 12, teamName: "새벽네시반" }]));
  openPalette();
  await find("없는 말");
  await screen.findByText("내 팀의 2026.03.02부터의 글에서 찾았어요.");
});

it("does not report missing results before the texts have been fetched once", async () => {
  const worker = fakeSearchWorker();
  const another = new SearchEngine(me, worker);
  act(() => setEngine(another));
  openPalette();
  fireEvent.change(input(), { target: { value: "없는 말" } });
  const noMatch = () => screen.queryByText("‘없는 말’과 맞는 것이 없어요");
  await act(() => another.call("search", "없는 말", { article: 5, subject: 5 }));
  expect(noMatch()).toBeNull();
  await act(() => another.setTeams([{ teamId: 12, teamName: "새벽네시반" }]));
  await waitFor(noMatch);
});

it("shows the progress of the index, and a failed feed", async () => {
  openPalette();
  const answers: (() => void)[] = [];
  const worker = fakeSearchWorker();
  const { postMessage } = worker;
  worker.postMessage = async (call) => {
    if (call.method === "take") await new Promise<void>((answer) => answers.push(answer));
    return postMessage(call);
  };
  const another = new SearchEngine(me, worker);
  act(() => setEngine(another));
  const items = Array.from({ length: 1240 }, (_, n) => fedArticle(n + 1, "글"));
  searchFeed = () => reply({ data: { reset: false, next: "a", more: false, items } });
  const fed = another.feed(12, new AbortController().signal);
  await screen.findByText("찾을 준비를 하고 있어요… 0 / 1,240");
  for (const answer of answers) answer();
  await act(() => fed);
  searchFeed = () => reply({ status: 400 });
  await act(() => another.feed(12, new AbortController().signal).catch(() => undefined));
  screen.getByText("새 글을 가져오지 못했어요");
});

it("finds other teams and open recruitments below the member's own", async () => {
  await feed(fedArticle(1, "산책 반복", { date: today }));
  openPalette();
  await find("산책반");
  await waitFor(() => expect(group("다른 팀").getByRole("option").textContent).toBe("산책반"));
  expect(group("팀원 모집").getByRole("option").textContent).toBe("산책 반 모집해요호두");
  expect(screen.getAllByRole("group").map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual(
    [...["글", "다른 팀", "팀원 모집"]],
  );
  key("End");
  key("ArrowDown");
  key("ArrowUp");
  expect(active()).toContain("모집해요");
});

it("shows visitors teams and screens", async () => {
  setEngine(undefined);
  openPalette(null);
  expect(rows()).toEqual(["활동 중인 팀", "팀원 모집", "알고모임 소개", "로그인"]);
  await find("그래프");
  await waitFor(() => expect(rows()).toEqual(["그래프반", "새벽네시반"]));
});

it("opens with Ctrl+K by the code of the key, not when the editor has handled it or a dialog is open", () => {
  setPaletteOpen(false);
  const stop = openOnKey();
  const press = (over = {}) => {
    fireEvent.keyDown(document.body, { code: "KeyK", key: "ㅏ", ctrlKey: true, ...over });
    const isOpen = isPaletteOpen();
    act(() => setPaletteOpen(false));
    return isOpen;
  };
  expect(press()).toBe(true);
  expect(press({ ctrlKey: false, metaKey: true })).toBe(true);
  expect(press({ ctrlKey: false })).toBe(false);
  expect(press({ shiftKey: true })).toBe(false);
  const take = (event: Event) => event.preventDefault();
  document.body.addEventListener("keydown", take);
  expect(press()).toBe(false);
  document.body.removeEventListener("keydown", take);
  document.body.insertAdjacentHTML("beforeend", "<div role='dialog'></div>");
  expect(press()).toBe(false);
  document.body.lastElementChild?.remove();
  stop();
});
