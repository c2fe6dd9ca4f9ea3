import { describe, expect, it } from "vitest";
import type { Article } from "#contracts/article/api";
import { page } from "#contracts/endpoint";
import { followed } from "./use-team-day.ts";

const article = (articleId: number, articleTitle = "정렬 풀이"): Article => ({
  articleId,
  articleTitle,
  articleBody: "<p>풀이</p>",
  createdDate: "2025-09-03 21:07:45",
  imageUrl: null,
  memberName: "도토리",
  memberImage: "/images/default/member.png",
  isAuthor: false,
  revision: 1,
});
const list = (ids: number[], at: number, total: number) =>
  page(
    ids.map((id) => article(id)),
    { page: at, size: 6 },
    total,
  );

describe("the article being read", () => {
  it("takes over its newer text", () => {
    const edited = article(301, "고친 제목");
    expect(followed(article(301), page([edited], { page: 0, size: 6 }, 1))).toBe(edited);
  });

  it("stays open when newer articles push it to the next page", () => {
    const read = article(301);
    expect(followed(read, list([307, 306, 305, 304, 303, 302], 0, 7))).toBe(read);
  });

  it("stays open while other pages are turned", () => {
    expect(followed(article(301), list([295, 294], 1, 8))).not.toBeNull();
  });

  it("is gone when it was deleted", () => {
    expect(followed(article(301), list([302, 300], 0, 2))).toBeNull();
    expect(followed(article(301), list([], 0, 0))).toBeNull();
    expect(followed(article(301), list([306, 305, 304, 303, 302, 300], 0, 9))).toBeNull();
  });
});
