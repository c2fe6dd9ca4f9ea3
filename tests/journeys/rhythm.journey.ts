import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { daysAfter } from "#contracts/dates";
import { nextMonday } from "#contracts/rhythm/days";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { faultsInBothWidths, windows } from "./screen-faults.ts";
import { expect, type Site, test, type Visitor } from "./site.ts";
import { laidOut, settled } from "./still.ts";
import { teamOf } from "./writing-team.ts";

const people = { leader: "rhythm-leader", member: "rhythm-member" } as const;
type NewVisitor = (options: { handle: string; name?: string }) => Promise<Visitor>;

const strip = (page: Page) => page.getByRole("region", { name: "약속" });
const cell = (page: Page, name: string, day: string, state: string) =>
  page.getByRole("button", { name: `${name}, ${dayLabel(day)}, ${state}` });

/** A team that writes every day, on the Wednesday of its first week, and this Monday. */
async function promisingTeam(site: Site, newVisitor: NewVisitor) {
  const begun = {
    leader: await newVisitor({ handle: people.leader, name: "도토리" }),
    member: await newVisitor({ handle: people.member, name: "밤톨" }),
  };
  const teamId = await teamOf(begun.leader, { teamName: "약속하는반", others: [begun.member] });
  const monday = nextMonday(site.today());
  const { page } = begun.leader;
  await page.goto(`/team-setting/promise/${teamId}`);
  for (const day of "월화수목금토일") await page.getByRole("button", { name: `${day}요일` }).click();
  await page.getByRole("button", { name: "저장하기" }).click();
  await expect(page.getByText("약속을 정했습니다.")).toBeVisible();
  await expect(page.getByRole("button", { name: "약속 마치기" })).toBeVisible();
  for (const { context } of Object.values(begun)) await context.close();
  await site.pass(Date.parse(daysAfter(monday, 2)) - Date.parse(site.today()));
  const leader = await newVisitor({ handle: people.leader });
  const member = await newVisitor({ handle: people.member });
  return { teamId, monday, leader, member };
}

test("a member rests and takes it back, a manager excuses a day, and both read the month at any width", async ({
  site,
  newVisitor,
}) => {
  const { teamId, monday, leader, member } = await promisingTeam(site, newVisitor);
  const today = daysAfter(monday, 2);
  const attendance = `/team-setting/attendance/${teamId}`;

  await test.step("the member rests today on the team's page", async () => {
    const { page } = member;
    await page.setViewportSize(windows[1440]);
    await page.goto(`/team-dashboard/${teamId}`);
    await expect(strip(page)).toContainText("오늘 23:59까지");
    await expect(strip(page)).toContainText("아직 안 썼어요");
    await expect(strip(page).getByRole("link", { name: "이번 주 0/7일" })).toBeVisible();
    await page.getByRole("button", { name: "약속 메뉴" }).click();
    await page.getByRole("menuitem", { name: /오늘 쉬기/ }).click();
    await expect(page.getByText("쉬는 날을 알렸습니다.")).toBeVisible();
    await expect(strip(page).getByText("쉬는 날", { exact: true })).toBeVisible();
  });

  await test.step("and takes it back in the table, with the keyboard", async () => {
    const { page } = member;
    await strip(page).getByRole("link", { name: "이번 주 1/7일" }).click();
    await expect(page).toHaveURL(attendance);
    const own = cell(page, "밤톨", today, "쉬는 날");
    await own.focus();
    await page.keyboard.press("Enter");
    const box = page.getByRole("dialog", { name: "쉬는 날" });
    await expect(box.getByText("이번 달에 1일 더 쉴 수 있어요")).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(box.getByRole("button", { name: "쉬는 날 취소" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("쉬는 날을 취소했습니다.")).toBeVisible();
    await expect(box).toBeHidden();
    await expect(cell(page, "밤톨", today, "아직 안 썼어요")).toBeFocused();
  });

  await test.step("a manager excuses the member's Monday, which the member sees at once, with its reason", async () => {
    const { page } = leader;
    await page.setViewportSize(windows[1440]);
    await page.goto(`${attendance}?month=${monday.slice(0, 7)}`);
    await member.page.goto(`${attendance}?month=${monday.slice(0, 7)}`);
    await cell(page, "밤톨", monday, "안 썼어요").click();
    const box = page.getByRole("dialog", { name: "출석 인정" });
    await expect(box.getByLabel("사유")).toBeFocused();
    await page.keyboard.type("예비군 훈련을 다녀왔어요");
    await page.keyboard.press("Enter");
    await expect(page.getByText("출석을 인정했습니다.")).toBeVisible();
    await expect(cell(page, "밤톨", monday, "출석 인정")).toBeVisible();
    await cell(member.page, "밤톨", monday, "출석 인정").click();
    await expect(member.page.getByText("예비군 훈련을 다녀왔어요")).toBeVisible();
    await member.page.keyboard.press("Escape");
    await expect(member.page.getByRole("dialog")).toBeHidden();
  });

  await test.step("the manager gets the month as a file, without reasons", async () => {
    const [file] = await Promise.all([
      leader.page.waitForEvent("download"),
      leader.page.getByRole("button", { name: "CSV 내려받기" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`약속하는반-출석-${monday.slice(0, 7)}.csv`);
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text).toContain("밤톨");
    expect(text).not.toContain("예비군");
  });

  await test.step("all days of the month are in view from 1280 px on, and those of this week on a phone", async () => {
    const { page } = member;
    const table = page.getByRole("grid");
    /** Of a day's heading from the edge of the table, and how much of the table is out of view. */
    const measures = (day: string) =>
      table.evaluate((grid, label) => {
        const scroll = grid.parentElement as HTMLElement;
        const head = grid.querySelector(`[aria-label="${label}"]`) as HTMLElement;
        const signs = grid.querySelector(`tbody [aria-label*="${label}"]`) as HTMLElement;
        return {
          beside: Math.round(signs.getBoundingClientRect().left - head.getBoundingClientRect().left),
          left: Math.round(head.getBoundingClientRect().left - scroll.getBoundingClientRect().left),
          width: Math.round(head.getBoundingClientRect().width),
          out: scroll.scrollWidth - scroll.clientWidth,
        };
      }, dayLabel(day));
    await page.setViewportSize({ width: 1280, height: 900 });
    await laidOut(page);
    expect((await measures(monday)).out).toBe(0);
    // Also beside the scrollbar of other systems.
    await page.addStyleTag({ content: "html { margin-right: 15px }" });
    expect((await measures(monday)).out).toBe(0);
    await page.setViewportSize({ width: 1280, height: 320 });
    await page.getByRole("list", { name: "표시" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("columnheader", { name: dayLabel(monday) })).toBeInViewport();
    await page.setViewportSize(windows[390]);
    await page.goto(`${attendance}?month=${today.slice(0, 7)}`);
    await settled(page);
    const { left, width, beside } = await measures(today);
    expect(beside).toBe(0);
    // Its Monday is at the edge.
    expect(Math.round(left / width)).toBe(2);
  });

  await test.step("nothing is wrong with the screens", async () => {
    for (const { page } of [leader, member])
      for (const path of [attendance, `/team-setting/promise/${teamId}`, `/team-dashboard/${teamId}`]) {
        await page.goto(path);
        await settled(page);
        expect.soft(await faultsInBothWidths(page), path).toEqual([]);
      }
    await leader.page.goto(`${attendance}?month=${monday.slice(0, 7)}`);
    await cell(leader.page, "밤톨", monday, "출석 인정").click();
    await expect(leader.page.getByRole("dialog")).toBeVisible();
    expect.soft(await faultsInBothWidths(leader.page), "a box").toEqual([]);
  });
});
