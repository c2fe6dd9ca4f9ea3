import { describe, expect, it } from "vitest";
import { documentTitleOf, titleOf } from "./titles.ts";

describe("the browser's title", () => {
  it("gives different titles to screens without a title below the header", () => {
    const paths = ["/", "/team-list", "/posting/1", "/team-subject/1/2036-03-19"];
    expect(paths.map((path) => documentTitleOf(path))).toEqual([
      "알고모임",
      "활동 중인 팀 | 알고모임",
      "오늘의 글 등록하기 | 알고모임",
      "문제 작성하기 | 알고모임",
    ]);
    expect(paths.map(titleOf)).toEqual([null, null, null, null]);
  });

  it("names the side tab before the title that it shares with others", () => {
    expect(documentTitleOf("/my-dashboard/teams")).toBe("내 팀 관리 | 마이페이지 | 알고모임");
    expect(documentTitleOf("/team-setting/members/7", "새벽네시반")).toBe(
      "새벽네시반 | 멤버 관리 | 팀 설정 | 알고모임",
    );
    expect(titleOf("/team-setting/members/7")).toBe("팀 설정");
  });

  it("begins with the name of the page's subject, once it is known", () => {
    expect(documentTitleOf("/team-dashboard/7", "새벽네시반")).toBe("새벽네시반 | 팀 페이지 | 알고모임");
    expect(documentTitleOf("/team-dashboard/7")).toBe("팀 페이지 | 알고모임");
  });
});
