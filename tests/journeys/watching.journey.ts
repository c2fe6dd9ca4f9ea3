import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";
import { teamOf } from "./writing-team.ts";

/** Records the queries of a page from now on, and resolves when it watches its channels. */
function overhear(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  const watching = new Promise<void>((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (socket.url().endsWith("/live") && String(payload).includes('"subscribed"')) resolve();
      }),
    );
  });
  return { asked, watching };
}

test("a page queries everything once when it opens, and then only receives changes", async ({
  newVisitor,
}) => {
  const dotori = await newVisitor({ handle: "watch-dotori", name: "도토리" });
  const teamId = await teamOf(dotori);
  for (const path of [
    `/team-dashboard/${teamId}`,
    "/team-list",
    "/team-recruit/list",
    "/my-dashboard/teams",
  ]) {
    const page = await dotori.context.newPage();
    const { asked, watching } = overhear(page);
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await watching;
    await page.waitForLoadState("networkidle");
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((one, place) => asked.indexOf(one) !== place)).toEqual([]);
    if (path.startsWith("/team-dashboard")) {
      const teamAnnouncement = "내일은 쉬어요";
      await dotori.call("PATCH", `teams/${teamId}/announcement`, { teamAnnouncement }, true);
      await expect(page.getByText("내일은 쉬어요").first()).toBeVisible();
    }
    await page.close();
  }
});

test("a logout in one tab takes effect in all", async ({ newVisitor }) => {
  const dotori = await newVisitor({ handle: "told-dotori", name: "도토리" });
  const { page: desk, context } = dotori;
  const teamId = await teamOf(dotori);
  const other = await context.newPage();
  await desk.goto(`/team-dashboard/${teamId}`);
  await other.goto("/team-list");
  await expect(desk.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
  await other.getByRole("button", { name: "내정보" }).click();
  await other.getByText("로그아웃", { exact: true }).click();
  await expect(other.getByText("로그아웃 되었습니다!")).toBeVisible();
  await expect(desk.getByRole("link", { name: "로그인" })).toBeVisible();
  await expect(desk.getByRole("button", { name: "팀 참가하기" }).first()).toBeVisible();
});
