// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Article } from "#contracts/article/api";
import { peek } from "#contracts/discussion/api";
import { page } from "#contracts/endpoint";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage } from "#tests/support/page.tsx";
import { articleOf } from "#tests/support/views";
import { ArticlesOfDay } from "./articles-of-day.tsx";
import { VeilNote, veiledCount } from "./day-notes.tsx";

const reviewer = {
  uuid: "2a7e0c1e-5c39-4f0e-9b53-0d1f6a2f7a22",
  memberName: "밤샘코더",
  imageUrl: "/images/a",
};
const review = (state: "open" | "done", isMine = true) => ({ reviewer, isMine, state });

let server: ReturnType<typeof fakeServer>;
const onOpen = vi.fn();

const openDay = (articles: readonly Article[]) => {
  logIn();
  const list = {
    articles: page([...articles], { page: 0, size: 6 }, articles.length),
    error: null,
    isWaiting: false,
    page: 0,
    openId: null,
    paneId: "pane",
    arrived: new Set<string>(),
    isOutside: false,
    invitation: undefined,
    onPage: vi.fn(),
    onRetry: vi.fn(),
  };
  const Day = () => (
    <>
      <VeilNote teamId={12} date="2027-12-31" count={veiledCount(list.articles, [])} />
      <ArticlesOfDay {...list} onOpen={onOpen} />
    </>
  );
  return openPage({ "/": Day }, "/");
};

beforeEach(() => {
  server = fakeServer();
  onOpen.mockReset();
});

describe("the cards of a day", () => {
  it("name the numbers of comments and acknowledgements, but none at zero", async () => {
    openDay([articleOf(1, { comments: 7, acknowledgements: 3 }), articleOf(2)]);
    const [first, second] = within(await screen.findByRole("list", { name: "이날의 글" })).getAllByRole(
      "button",
    );
    expect(first?.textContent).toContain("의견 7");
    expect(first?.textContent).toContain("확인 3");
    expect(second?.textContent).not.toMatch(/의견|확인/);
  });

  it("mark veiled articles and those that wait for the caller's review", async () => {
    openDay([
      articleOf(1, { veiled: true, articleBody: null }),
      articleOf(2, { review: review("open") }),
      articleOf(3, { review: review("open", false) }),
    ]);
    const cards = within(await screen.findByRole("list", { name: "이날의 글" })).getAllByRole("button");
    expect(cards.map(({ textContent }) => /잠긴 풀이|리뷰 요청/.exec(textContent ?? "")?.[0])).toEqual([
      "잠긴 풀이",
      "리뷰 요청",
      undefined,
    ]);
  });
});

describe("the note above veiled articles", () => {
  it("counts those that are veiled", async () => {
    openDay([articleOf(1, { veiled: true }), articleOf(2, { veiled: true }), articleOf(3)]);
    expect(await screen.findByText(/팀원의 풀이 2개가 바로 열려요/)).toBeTruthy();
    const first = articleOf(1, { veiled: true });
    const other = articleOf(2);
    const paged = (...content: Article[]) => page(content, { page: 0, size: 2 }, 8);
    expect(veiledCount(paged(first, other), [])).toBe(7);
    expect(veiledCount(paged(first, other), [other, articleOf(3)])).toBe(6);
    expect(veiledCount(paged(other), [])).toBe(0);
  });

  it("opens them after a question", async () => {
    server.on(peek, null);
    openDay([articleOf(1, { veiled: true })]);
    fireEvent.click(await screen.findByRole("button", { name: "미리 보기" }));
    expect(await screen.findByText("미리 볼까요?")).toBeTruthy();
    expect(server.sent).toEqual([]);
    await answerDialog("미리 보기");
    await vi.waitFor(() => expect(server.sent[0]?.path).toBe("/api/v1/teams/12/peeks/2027-12-31"));
  });
});
