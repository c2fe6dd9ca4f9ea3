import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { manage } from "./route-table.ts";
import { narrowestFaults, screenFaults } from "./screen-faults.ts";
import { expect, type Site, test, type Visitor } from "./site.ts";
import { change, join, teamOf } from "./writing-team.ts";

const enrol = async (page: Page, nickname: string) => {
  await page.getByLabel("닉네임").fill(nickname);
  await page.getByLabel("프로필 설명").fill("그래프 공부 중이에요");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "알고모임 시작하기" }).click();
};
const press = (page: Page, name: string) =>
  page
    .getByRole("button", { name, exact: true })
    .or(page.getByRole("link", { name, exact: true }))
    .first()
    .click();
/** A member whom the provider has not seen before. */
const someone = async (page: Page) => {
  await page.getByLabel("새로운 사람").fill(`stranger-${randomUUID()}`);
  await press(page, "시작하기");
};
const inviting = (page: Page) => page.getByRole("dialog", { name: "팀원 초대하기" });
const mostActions = 12;

test("at 390 px a visitor founds a team and a second one joins by the link, in twelve actions in total", async ({
  newVisitor,
}) => {
  const actions: string[] = [];
  // Filling in a form counts together with the click that sends it.
  const act = async (what: string, step: () => Promise<unknown>) => {
    actions.push(what);
    await step();
  };
  const founder = await newVisitor();
  const { page } = founder;
  await page.setViewportSize(phone.viewport);
  await founder.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await act("활동 중인 팀", () => press(page, "활동 중인 팀"));
  await act("팀 생성하기", () => press(page, "팀 생성하기"));
  await act("카카오로 시작하기", () => press(page, "카카오로 시작하기"));
  await act("the person at the provider", () => someone(page));
  await act("the profile", () => enrol(page, "도토리묵"));
  await act("the team", async () => {
    await page.getByPlaceholder("팀 이름을 입력해주세요").fill("해뜰녘반");
    await page.getByPlaceholder("우리 팀에 대해 설명해주세요").fill("하루를 한 문제로 시작해요");
    await page.getByRole("button", { name: "코딩테스트" }).click();
    await page.getByPlaceholder("제한인원 입력").fill("10");
    await page.getByPlaceholder("비밀번호 입력").fill("0430");
    await press(page, "팀 생성하기");
  });
  await expect(page.getByRole("region", { name: "팀 시작하기", includeHidden: true })).toContainText("0/4");
  // The page of the new team opens with the dialog.
  await act("링크 만들기", () => inviting(page).getByRole("button", { name: "링크 만들기" }).click());
  await expect(page.getByRole("region", { name: "팀 시작하기", includeHidden: true })).toContainText("1/4");
  await act("복사", () => inviting(page).getByRole("button", { name: "복사" }).click());
  await expect(page.getByText("초대 링크를 복사했어요")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const guest = (await newVisitor({ path: "" })).page;
  await guest.setViewportSize(phone.viewport);
  await act("the link", () => guest.goto(link));
  await expect(guest.getByRole("heading", { name: /도토리묵님이\s*해뜰녘반에 초대했어요/ })).toBeVisible();
  await act("카카오로 시작하고 참가하기", () => press(guest, "카카오로 시작하고 참가하기"));
  await act("the person at the provider", () => someone(guest));
  await act("the profile", () => enrol(guest, "밤톨"));
  await expect(guest.getByText("해뜰녘반의 팀원이 되었어요")).toBeVisible();
  await expect(guest).toHaveURL(/\/team-dashboard\/\d+$/);
  await expect(guest.getByRole("link", { name: "오늘의 글쓰기" })).toBeFocused();
  // The manager's open dialog updates the count.
  await expect(inviting(page).getByText("9명 중 1명 가입").first()).toBeVisible();

  process.stdout.write(`${actions.length} actions: ${actions.join(" → ")}\n`);
  expect(actions.length).toBeLessThanOrEqual(mostActions);
});

async function withDatabase(site: Site, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await use(client).finally(() => client.end());
}

interface Scene {
  readonly teamId: number;
  readonly leader: Visitor;
  readonly link: string;
  readonly invitationId: string;
}

async function invited(leader: Visitor, maxUses = 3): Promise<Scene> {
  const teamId = await teamOf(leader, { teamName: "초대받은반" });
  const terms = { days: 7, maxUses } as unknown as Record<string, string>;
  const made = await leader.call<{ link: string; invitationId: string }>(
    "POST",
    `teams/${teamId}/invitations`,
    terms,
    true,
  );
  return { teamId, leader, ...made };
}

test("a member joins with one click, not by opening the link; a revoked link reports that immediately", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "invite-leader", name: "초대장" });
  const { teamId, link } = await invited(leader);
  const guest = await newVisitor({ handle: "invite-guest", name: "손님" });
  const { page } = guest;
  await page.goto(link);
  await expect(page.getByText("1/10명")).toBeVisible();
  await press(page, "팀 참가하기");
  await expect(page.getByText("초대받은반의 팀원이 되었어요")).toBeVisible();
  await expect(page.getByRole("link", { name: "오늘의 글쓰기" })).toBeFocused();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "이미 이 팀의 팀원이에요" })).toBeVisible();

  await leader.page.goto(`/team-dashboard/${teamId}`);
  await press(leader.page, "팀원 초대하기");
  await inviting(leader.page)
    .getByRole("button", { name: /멈추기$/ })
    .click();
  await leader.page.getByRole("alertdialog").getByRole("button", { name: "멈추기" }).click();
  await expect(leader.page.getByText("초대 링크를 멈췄어요")).toBeVisible();
  await expect(inviting(leader.page).getByText("끝남")).toBeVisible();
  const { page: late } = await newVisitor({ path: "" });
  await late.goto(link);
  await expect(late.getByRole("heading", { name: "더 이상 사용할 수 없는 초대입니다." })).toBeVisible();
  await expect(late.getByRole("link", { name: "모집 중인 팀 보기" })).toBeVisible();

  // The longest button of the page stays inside its card on the narrowest phone.
  await late.setViewportSize({ width: 320, height: 640 });
  await late.goto((await invited(leader)).link);
  const login = late.getByRole("link", { name: "카카오로 시작하고 참가하기" });
  await expect(login).toBeVisible();
  const spaces = await login.evaluate((link) => {
    const [own, card] = [link, link.parentElement!].map((each) => each.getBoundingClientRect());
    return [own!.left - card!.left, card!.right - own!.right, link.clientWidth - link.scrollWidth];
  });
  expect(Math.min(...spaces)).toBeGreaterThanOrEqual(0);
  expect(Math.abs(spaces[0]! - spaces[1]!)).toBeLessThan(2);
});

test("an invalid invitation shows the reason: revoked, used up, expired, full, kicked", async ({
  site,
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "states-leader", name: "상태장" });
  const guest = await newVisitor({ handle: "states-guest", name: "상태손" });
  const { page } = guest;
  const open = async (link: string, heading: string) => {
    await page.goto(link);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  };
  const isEnded = async () => {
    await expect(page.getByText("초대한 사람에게 새 링크를 부탁해 주세요.")).toBeVisible();
    await expect(page.getByRole("link", { name: "모집 중인 팀 보기" })).toBeVisible();
  };

  const stopped = await invited(leader);
  await leader.call("DELETE", `teams/${stopped.teamId}/invitations/${stopped.invitationId}`);
  await open(stopped.link, "더 이상 사용할 수 없는 초대입니다.");
  await isEnded();

  const other = await newVisitor({ handle: "states-other", name: "상태벗" });
  const used = await invited(leader, 1);
  const token = (link: string) => link.split("/").at(-1);
  await other.call("POST", `invitations/${token(used.link)}/join`);
  await open(used.link, "정해진 인원이 모두 가입한 초대입니다.");
  await isEnded();

  const expired = await invited(leader);
  await withDatabase(site, (client) =>
    client.query("UPDATE team_invitations SET expires_at = $1 WHERE id = $2", [
      new Date(site.now().getTime() - 1000),
      expired.invitationId,
    ]),
  );
  await open(expired.link, "기간이 지난 초대입니다.");
  await isEnded();

  const kicked = await invited(leader);
  await guest.call("POST", `invitations/${token(kicked.link)}/join`);
  const members = await leader.call<{ uuid: string; memberName: string }[]>(
    "GET",
    `teams/${kicked.teamId}/members`,
  );
  const memberInfo = members.find(({ memberName }) => memberName === "상태손")?.uuid ?? "";
  await leader.call("POST", `teams/${kicked.teamId}/remove/team-member`, { memberInfo }, true);
  await page.goto(kicked.link);
  await press(page, "팀 참가하기");
  await expect(
    page.getByRole("heading", { name: "내보내진 팀에는 초대 링크로 가입할 수 없습니다." }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "팀 둘러보기" })).toBeVisible();

  const full = await invited(leader);
  await withDatabase(site, (client) =>
    client.query("UPDATE team_page SET member_limit = 1 WHERE team_id = $1", [full.teamId]),
  );
  await open(full.link, "지금은 자리가 없어요");
  await expect(page.getByRole("link", { name: "팀 둘러보기" })).toBeVisible();
});

test("a visitor who wanted to enter the password finds the dialog open after the login", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "password-leader", name: "비밀장" });
  const teamId = await teamOf(leader, { teamName: "비밀반" });
  const { page } = await newVisitor({ path: `/team-dashboard/${teamId}` });
  await press(page, "팀 참가하기");
  await page.getByRole("menuitem", { name: "비밀번호 입력" }).click();
  await press(page, "카카오로 시작하기");
  await someone(page);
  await enrol(page, "은행잎");
  await expect(page.getByRole("dialog", { name: "팀 비밀번호를 입력해 주세요" })).toBeVisible();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };

test("dialog and pages of an invitation are accessible in both themes, on phone and desktop", async ({
  browser,
  site,
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "seen-leader", name: "보는장" });
  const { teamId, link } = await invited(leader, 1);
  const other = await newVisitor({ handle: "seen-member", name: "보는이" });
  await join(teamId, other);
  await change(teamId, leader, other, "promote");
  const cookies = await leader.context.cookies();
  for (const [width, screen] of [
    [390, phone],
    [1440, desktop],
  ] as const) {
    const context = await site.newContext(browser, { ...screen, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page.getByRole("link", { name: "카카오로 시작하고 참가하기" })).toBeVisible();
    expect(await screenFaults(page, width)).toEqual([]);
    await page.goto(`${link.slice(0, -1)}?`);
    await expect(page.getByRole("heading", { name: "존재하지 않는 초대입니다." })).toBeVisible();
    expect(await screenFaults(page, width)).toEqual([]);
    await context.addCookies(cookies);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "이미 이 팀의 팀원이에요" })).toBeVisible();
    expect(await screenFaults(page, width)).toEqual([]);
    await page.goto(`/team-dashboard/${teamId}`);
    await manage("팀원 초대하기")(page);
    await inviting(page).getByRole("button", { name: "QR 보기" }).click();
    await expect(inviting(page).getByRole("img", { name: "초대받은반 초대 QR 코드" })).toBeVisible();
    expect(await screenFaults(page, width)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(inviting(page)).toHaveCount(0);
    const opener = width === 390 ? "관리" : "팀원 초대하기";
    await expect(page.getByRole("button", { name: opener, exact: true })).toBeFocused();
    // The first steps of the new team stand above its week.
    await expect(page.getByRole("region", { name: "팀 시작하기" })).toBeVisible();
    expect(await narrowestFaults(page, width)).toEqual([]);
    await context.close();
  }
});
