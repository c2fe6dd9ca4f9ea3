import type { Page } from "@playwright/test";
import { signIn } from "../support/sign-in.ts";
import { faultsInBothWidths, windows } from "./screen-faults.ts";
import { call, expect, type Site, test, type Visitor } from "./site.ts";
import { teamOf } from "./writing-team.ts";

const applicants = 60;
const atOnce = 6;
const long = "매일 한 문제씩 풀고 있고, 그래프와 동적 계획법이 약해서 함께 공부할 사람을 찾고 있어요. ";

/** A recruitment of the author's team, with 40 seats, to which many members have applied; returns their tokens. */
async function appliedTo(site: Site, author: Visitor, count: number) {
  const teamId = await teamOf(author, { teamName: "큰모임", memberLimit: "41" });
  const { teamRecruitId } = await author.call<{ teamRecruitId: number }>("POST", "recruitments", {
    teamId: String(teamId),
    teamRecruitTitle: "저녁 코테 스터디",
    teamRecruitBody: "<p>저녁마다 함께 풀어요</p>",
    chatUrl: "https://open.example/evening",
  });
  const tokens: string[] = [];
  const apply = async (n: number) => {
    const { accessToken } = await signIn(site.origin, `applicant-${n}`);
    tokens[n] = accessToken;
    await call(site, accessToken, "POST", "members", { memberName: `지원자 ${n}`, memberExplain: "매일" });
    const teamApplyBody = `${n}번 ${long.repeat(1 + (n % 4))}`;
    const fields = { recruitmentId: String(teamRecruitId), teamApplyBody };
    await call(site, accessToken, "POST", "apply", fields, true);
  };
  const numbers = Array.from({ length: count }, (_, n) => n);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await apply(n);
    }),
  );
  return { path: `/team-recruit/detail/${teamRecruitId}`, teamRecruitId, tokens };
}

const items = (page: Page) => page.getByRole("region", { name: "신청자", exact: true }).getByRole("listitem");
const counted = (page: Page, text: string) => expect(page.locator("b", { hasText: text })).toBeVisible();
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

test("the author of a recruitment finds and chooses some of many applicants and admits them at once", async ({
  newVisitor,
  site,
}) => {
  const author = await newVisitor({ handle: "many-author", name: "고르는이" });
  const { path, teamRecruitId, tokens } = await appliedTo(site, author, applicants);
  const { page } = author;
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes("/v1/recruitments/")) asked.push(`${request.method()} ${search}`);
  });

  await test.step("twenty are shown, folded, without a fault at either width", async () => {
    await page.goto(path);
    await counted(page, "0명 선택 · 자리 40개");
    await expect(items(page)).toHaveCount(20);
    expect(asked).toEqual(["GET ?applications=20&page=0"]);
    expect(await faultsInBothWidths(page)).toEqual([]);
    expect(await nodes(page)).toBeLessThan(800);
  });

  await test.step("on a phone all of them are too many; none, and some of two pages and of a search", async () => {
    await page.getByRole("button", { name: "모두 선택" }).click();
    await counted(page, "60명 선택 · 자리 40개");
    await expect(page.getByText("20명을 빼야 해요")).toBeVisible();
    await page.getByRole("button", { name: "선택 해제" }).click();
    const boxes = items(page).getByRole("checkbox");
    for (const index of [0, 1, 2]) await boxes.nth(index).check();
    await page.getByRole("button", { name: "2쪽" }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByRole("heading", { name: /^신청자 60/ })).toBeInViewport();
    await expect(boxes.first()).not.toBeChecked();
    for (const index of [4, 5]) await boxes.nth(index).check();
    await page.getByRole("searchbox", { name: "신청자 찾기" }).fill("지원자 7");
    await expect(items(page)).toHaveCount(1);
    await page.getByRole("button", { name: "찾은 1명 선택" }).click();
    await counted(page, "6명 선택 · 자리 40개");
    await page.getByRole("searchbox", { name: "신청자 찾기" }).fill("아무도");
    await expect(page.getByText("‘아무도’ 신청자를 찾지 못했어요")).toBeVisible();
    await page.getByRole("button", { name: "지우기" }).click();
    await expect(items(page)).toHaveCount(20);
  });

  await test.step("one who withdraws leaves the choice; the others stay", async () => {
    const token = tokens[7] ?? "";
    const { teamApplyResponses } = await call<{
      teamApplyResponses: { teamApplyId: number; isMyApply: boolean }[];
    }>(site, token, "GET", `recruitments/${teamRecruitId}`);
    const own = teamApplyResponses.find(({ isMyApply }) => isMyApply);
    await call(site, token, "DELETE", `apply/${own?.teamApplyId}`);
    await counted(page, "5명 선택 · 자리 40개");
    await expect(page.getByRole("heading", { name: /^신청자 59/ })).toBeVisible();
  });

  await test.step("one question, one command and one query admit the chosen ones", async () => {
    await page.setViewportSize(windows[1440]);
    asked.length = 0;
    await page.getByRole("button", { name: "선택한 사람 초대" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "초대하기" }).click();
    await expect(page.getByRole("status").filter({ hasText: "5명을 팀에 초대했어요" }).last()).toBeVisible();
    await counted(page, "0명 선택 · 자리 35개");
    await expect(page.getByRole("heading", { name: /^신청자 54/ })).toBeVisible();
    expect(asked).toEqual(["POST ", "GET ?applications=20&page=0"]);
  });
});
