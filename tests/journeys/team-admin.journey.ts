import type { Page } from "@playwright/test";
import { axeFaults } from "./axe-faults.ts";
import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);
const todaysProblem = (page: Page) => page.getByRole("article", { name: /문제$/ });

async function writeProblem(page: Page, title: string, text: string): Promise<void> {
  await page.getByPlaceholder("문제를 입력하세요").fill(title);
  await page.getByRole("button", { name: "스터디 복습" }).click();
  await page.locator("[contenteditable=true]").click();
  await page.keyboard.type(text);
  await page.getByRole("button", { name: "작성 완료" }).click();
}

test("managers keep problems and articles of a day on the admin page", async ({ site, newVisitor }) => {
  const dotori = await newVisitor({ handle: "admin-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "admin-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { others: [bamtol] });
  const admin = new RegExp(`/team-admin/${teamId}$`);
  const { page } = dotori;
  const today = site.today();

  await test.step("a manager comes from the team page; a member is led back to it", async () => {
    await page.goto(`/team-dashboard/${teamId}`);
    await page.getByRole("link", { name: "팀 페이지 관리" }).click();
    await expect(page).toHaveURL(admin);
    await expect(page.getByRole("heading", { name: "팀 페이지 관리" })).toBeVisible();
    await expect(page.getByRole("link", { name: "팀 페이지로 이동하기" })).toBeVisible();
    await bamtol.page.goto(`/team-admin/${teamId}`);
    await expect(bamtol.page).toHaveURL(new RegExp(`/team-dashboard/${teamId}$`));
    await expect(bamtol.page.getByText("방장만 볼 수 있는 페이지예요")).toBeVisible();
    await expect(bamtol.page.getByRole("alertdialog")).toHaveCount(0);
  });

  await test.step("the calendar is walked by keyboard, and its day gets a problem", async () => {
    await day(page, today).focus();
    await page.keyboard.press("Shift+PageDown");
    const chosen = `${Number(today.slice(0, 4)) + 1}${today.slice(4, 8)}01`;
    await expect(day(page, chosen)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const second = `${chosen.slice(0, 8)}02`;
    await expect(page.getByText("문제가 등록되지 않았어요")).toBeVisible();
    await page.getByRole("link", { name: "문제 작성" }).click();
    await expect(page).toHaveURL(new RegExp(`/team-subject/${teamId}/${second}$`));
    await writeProblem(page, "물류 창고 로봇", "최소 배터리를 구해 보세요");
    await expect(page.getByText("문제 작성이 완료되었습니다.")).toBeVisible();
    await expect(page).toHaveURL(admin);
    await expect(page.getByText("최소 배터리를 구해 보세요")).toBeVisible();
    await expect(day(page, second)).toContainText("스터디 복습");
    await expect(page.getByRole("link", { name: "문제 수정" })).toBeVisible();
  });

  await test.step("articles of today come in live, six a page, and are read", async () => {
    await page.getByRole("button", { name: "오늘", exact: true }).click();
    await expect(page.getByText("게시글이 존재하지 않아요")).toBeVisible();
    for (let number = 1; number <= 7; number++)
      await postArticle(
        bamtol,
        teamId,
        `${number}번째 풀이`,
        `<p>${number}번째 풀이: 방향까지 상태에 넣었어요</p>`,
      );
    await page.getByRole("button", { name: "2쪽" }).click();
    await page.getByRole("button", { name: /1번째 풀이/ }).click();
    await expect(
      page.getByRole("article").getByText("1번째 풀이: 방향까지 상태에 넣었어요"),
    ).toBeInViewport();
    await expect(todaysProblem(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "캘린더로" })).toHaveCSS("position", "sticky");
    await page.getByRole("button", { name: "캘린더로" }).click();
    await expect(day(page, today)).toBeFocused();
    await expect(day(page, today)).toBeInViewport();
    await expect(page.getByRole("button", { name: "캘린더로" })).not.toHaveCSS("position", "sticky");
    await page.getByRole("button", { name: "문제 확인하기" }).click();
    await expect(todaysProblem(page)).toBeVisible();
  });

  await test.step("nothing on it keeps anybody out", async () => {
    // Choosing the problem scrolls to it.
    const seen: number[] = [];
    await expect
      .poll(async () => {
        seen.push(await page.evaluate(() => scrollY));
        return seen.at(-1) === seen.at(-2);
      })
      .toBe(true);
    expect(await axeFaults(page)).toEqual([]);
  });
});
