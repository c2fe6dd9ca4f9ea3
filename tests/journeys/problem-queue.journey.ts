import type { Page } from "@playwright/test";
import type { Rhythm } from "#contracts/rhythm/api";
import { faultsInBothWidths, windows } from "./screen-faults.ts";
import { expect, test } from "./site.ts";
import { teamOf } from "./writing-team.ts";

const dayMs = 86_400_000;
const pasted = [
  "https://school.programmers.co.kr/learn/courses/30/lessons/67259",
  "https://leetcode.com/problems/two-sum/",
  "https://codeforces.com/problemset/problem/4/A",
];
/** Longer than a phone is wide, and than a title may be. */
const long = "longest-substring-without-repeating-characters";
const longTitle = "LeetCode longest-substring-without-repeating-char…";
const titles = ["프로그래머스 67259", "LeetCode two-sum", "Codeforces 4A"];

const queued = (page: Page) => page.getByRole("list", { name: "대기 중인 문제" }).getByRole("listitem");
const area = (page: Page) => page.getByLabel("문제 링크");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a member proposes, a manager accepts, orders and edits; the text survives a reload", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "queue-leader", name: "대기방장" });
  const member = await newVisitor({ handle: "queue-member", name: "제안이" });
  const teamId = await teamOf(leader, { teamName: "대기열반", others: [member] });
  const path = `/team-setting/problems/${teamId}`;
  const { page } = leader;
  await page.setViewportSize(windows[1440]);
  await page.goto(path);
  await expect(page.getByText("대기열이 비어 있어요")).toBeVisible();
  expect(await faultsInBothWidths(page)).toEqual([]);
  await page.setViewportSize(windows[1440]);

  await test.step("pasted lines are recognised, kept over a reload and put in", async () => {
    const swea =
      "https://swexpertacademy.com/main/code/problem/problemDetail.do?contestProbId=AV5LnipaDvwDFAXc";
    await area(page).fill([...pasted, "두 포인터 연습", swea].join("\n"));
    await expect(page.getByText("4번째 줄은 넣을 수 있는 주소가 아니에요")).toBeVisible();
    const found = page.getByRole("list", { name: "알아본 문제" }).getByRole("listitem");
    // Each row stands beside its line.
    const areaBox = await area(page).boundingBox();
    for (const index of [0, 3, 4]) {
      const row = await found.nth(index).boundingBox();
      const middle = (row?.y ?? 0) + (row?.height ?? 0) / 2 - (areaBox?.y ?? 0);
      expect(Math.abs(middle - (13 + 28 * (index + 0.5)))).toBeLessThanOrEqual(2);
    }
    expect(await faultsInBothWidths(page)).toEqual([]);
    await page.setViewportSize(windows[1440]);
    await page.reload();
    await expect(area(page)).toHaveValue(/두 포인터 연습/);
    await page.getByLabel("5번째 줄: SWEA 문제 번호를 적어 주세요.").fill("1206");
    await press(page, "대기열에 넣기");
    await expect(queued(page)).toHaveCount(4);
    await expect(area(page)).toHaveValue("두 포인터 연습");
    await expect(queued(page).first()).toContainText(titles[0] as string);
  });

  await test.step("a member proposes, and may take it back", async () => {
    const proposing = member.page;
    await proposing.goto(path);
    await expect(queued(proposing)).toHaveCount(4);
    await press(proposing, "문제 제안하기");
    await area(proposing).fill(`https://leetcode.com/problems/${long}/\nhttps://boj.kr/1260`);
    await press(proposing, "문제 제안하기");
    await expect(proposing.getByRole("region", { name: "제안 2개" })).toBeVisible();
    await press(proposing, "백준 1260, 빼기");
    await expect(proposing.getByRole("region", { name: "제안 1개" })).toBeVisible();
    expect(await faultsInBothWidths(proposing)).toEqual([]);
  });

  await test.step("a manager accepts it, which the member sees", async () => {
    await page.getByRole("region", { name: "제안 1개" }).getByRole("button", { name: /받기$/ }).click();
    await expect(queued(page)).toHaveCount(5);
    await expect(queued(page).last()).toContainText(longTitle);
    await expect(queued(member.page)).toHaveCount(5);
    await expect(member.page.getByRole("region", { name: /^제안/ })).toHaveCount(0);
  });

  await test.step("entries are dragged, moved by the menu and edited", async () => {
    const handle = page.getByRole("button", { name: `${longTitle}, 끌어서 옮기기` });
    const from = await handle.boundingBox();
    const target = await queued(page).first().boundingBox();
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((from?.x ?? 0) + 8, (target?.y ?? 0) + 4, { steps: 12 });
    await page.mouse.up();
    await expect(queued(page).first()).toContainText(longTitle);
    await expect(queued(member.page).first()).toContainText(longTitle);
    await press(page, `${longTitle}, 메뉴`);
    await page.getByRole("menuitem", { name: "아래로" }).click();
    await expect(queued(member.page).first()).toContainText(titles[0] as string);
    await press(page, `${longTitle}, 메뉴`);
    await page.getByRole("menuitem", { name: "고치기" }).click();
    const dialog = page.getByRole("dialog", { name: "문제 고치기" });
    expect(await faultsInBothWidths(page)).toEqual([]);
    await page.setViewportSize(windows[1440]);
    await dialog.getByLabel("제목").fill("낱말 사다리");
    await dialog.getByRole("button", { name: "스터디", exact: true }).click();
    await dialog.getByRole("button", { name: "저장하기" }).click();
    await expect(queued(member.page).nth(1)).toContainText("낱말 사다리");
    expect(await faultsInBothWidths(page)).toEqual([]);
  });
});

test("the first problem of the queue appears when the next day begins", async ({ site, newVisitor }) => {
  const leader = await newVisitor({ handle: "morning-leader", name: "아침방장" });
  const teamId = await teamOf(leader, { teamName: "아침문제반" });
  const { page } = leader;
  await page.goto(`/team-setting/problems/${teamId}`);
  await area(page).fill([`https://leetcode.com/problems/${long}/`, ...pasted].join("\n"));
  await press(page, "대기열에 넣기");
  await expect(queued(page)).toHaveCount(4);
  await site.pass(dayMs);

  const later = await newVisitor({ handle: "morning-leader", path: `/team-dashboard/${teamId}` });
  const problem = later.page.getByRole("region", { name: "이날의 문제" });
  // Its reference, as long as the window is wide, leaves room for its title.
  await later.page.setViewportSize(windows[390]);
  const title = await problem.getByText(longTitle).boundingBox();
  expect(title?.width).toBeGreaterThan(150);
  await later.page.goto(`/team-setting/problems/${teamId}`);
  await expect(queued(later.page)).toHaveCount(3);
  await expect(queued(later.page).first()).toContainText(titles[0] as string);
});

const webhook = `https://discord.com/api/webhooks/1234567890/${"a".repeat(64)}`;
const mostActions = 8;

for (const width of [1440, 390] as const)
  test(`at ${width} px a manager sets up a team from its page in eight actions besides typing`, async ({
    newVisitor,
  }) => {
    const leader = await newVisitor({ handle: `setting-leader-${width}`, name: "차림방장" });
    const teamId = await teamOf(leader, { teamName: `차림${width}` });
    const { page } = leader;
    const actions: string[] = [];
    const act = async (what: string, step: () => Promise<unknown>) => {
      actions.push(what);
      await step();
    };
    const tab = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await page.setViewportSize(windows[width]);
    await page.goto(`/team-dashboard/${teamId}`);
    if (width === 390) {
      await act("관리", () => press(page, "관리"));
      await act("약속과 하루", () => page.getByRole("menuitem", { name: "약속과 하루" }).click());
    } else {
      await act("팀 설정", () => tab("팀 설정"));
      await act("약속과 하루", () => tab("약속과 하루"));
    }
    await act("하루의 끝", () => page.getByRole("combobox", { name: "하루의 끝" }).selectOption("02:00"));
    await act("한 주에 며칠", () => press(page, "한 주에 며칠"));
    await act("저장하기", () => press(page, "저장하기"));
    await expect(page.getByText("약속을 정했습니다.")).toBeVisible();
    await page.getByLabel("Discord 웹훅 주소").fill(webhook);
    await act("연결하기", () => press(page, "연결하기"));
    await expect(page.getByText("Discord와 연결했습니다.")).toBeVisible();
    await act("문제 대기열", () => tab("문제 대기열"));
    await area(page).fill(pasted.join("\n"));
    await act("대기열에 넣기", () => press(page, "대기열에 넣기"));
    await expect(queued(page)).toHaveCount(3);
    process.stdout.write(`${actions.length} actions: ${actions.join(" → ")}\n`);
    expect(actions.length).toBeLessThanOrEqual(mostActions);

    const rhythm = await leader.call<Rhythm>("GET", `teams/${teamId}/rhythm`);
    expect(rhythm).toMatchObject({
      dayEndsAt: "02:00",
      pending: { perWeek: 5 },
      discord: { linked: true },
      queue: { length: 3 },
    });
  });
