import type { Page } from "@playwright/test";
import pg from "pg";
import { faultsInBothWidths } from "./screen-faults.ts";
import { expect, type Site, test, type Visitor } from "./site.ts";
import { unmoving } from "./still.ts";
import { memberId } from "./writing-team.ts";

const settings = "/my-dashboard/notifications";
const mailBox = (page: Page) => page.getByRole("region", { name: "메일 요약" });
const state = (page: Page) => mailBox(page).getByRole("status");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function enter(page: Page, address: string): Promise<void> {
  await page.getByLabel("메일 주소", { exact: true }).fill(address);
  await press(page, "확인 메일 보내기");
  await expect(state(page)).toHaveText("확인을 기다려요");
}

/** The page to which the newest mail to an address links. */
async function linkTo(page: Page, address: string): Promise<string> {
  const mail = page.getByRole("article").filter({ hasText: address }).first();
  await expect(async () => {
    await page.goto("/dev-mailbox");
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  const link = mail.frameLocator("iframe").getByRole("link", { name: "메일 주소 확인하기" });
  return new URL((await link.getAttribute("href")) ?? "").pathname;
}

/** The token in the links of a member's digests, once the row of the address has been changed. */
async function unsubscribeToken({ databaseUrl }: Site, member: Visitor, change = ""): Promise<string> {
  const id = [memberId(await member.token())];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  if (change) await client.query(`UPDATE member_mail SET ${change} WHERE member_id = $1`, id);
  const { rows } = await client.query("SELECT unsubscribe_token FROM member_mail WHERE member_id = $1", id);
  await client.end();
  return (rows[0] as { unsubscribe_token: string }).unsubscribe_token;
}

test.describe.configure({ mode: "parallel" });

test("an address is entered, confirmed by its mail, given a digest, and switched off by a digest's link", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "mail-dotori", name: "도토리" });
  const { page } = dotori;
  const daily = mailBox(page).getByRole("button", { name: "매일", exact: true });
  await page.goto(settings);

  await test.step("an invalid address is reported beside the field", async () => {
    await page.getByLabel("메일 주소", { exact: true }).fill("dotori");
    await press(page, "확인 메일 보내기");
    await expect(mailBox(page).getByRole("alert")).toHaveText("메일 주소 형식이 올바르지 않습니다.");
  });

  await test.step("the address waits, and the mail is sent again on request", async () => {
    await enter(page, "dotori@mail.example");
    await expect(mailBox(page)).toContainText("do••••@mail.example");
    await expect(daily).toHaveCount(0);
    const again = page.waitForResponse((answer) => answer.url().endsWith("/notifications/mail"));
    await mailBox(page).getByRole("button", { name: "다시 보내기" }).click();
    expect((await again).status()).toBe(200);
  });

  await test.step("the link of the mail shows a question, and its answer confirms", async () => {
    const visitor = await newVisitor({ path: "/about" });
    const path = await linkTo(visitor.page, "dotori@mail.example");
    await visitor.page.goto(path);
    await expect(heading(visitor.page, "메일 주소를 확인할까요?")).toBeVisible();
    await page.reload();
    await expect(state(page)).toHaveText("확인을 기다려요");
    await press(visitor.page, "확인하기");
    await expect(heading(visitor.page, "메일 주소를 확인했어요")).toBeVisible();
    await visitor.page.goto(path);
    await press(visitor.page, "확인하기");
    await expect(heading(visitor.page, "만료되었거나 사용할 수 없는 링크입니다.")).toBeVisible();
    await page.reload();
    await expect(state(page)).toHaveText("확인된 주소");
  });

  await test.step("the digest is saved and stays", async () => {
    await expect(daily).toHaveAttribute("aria-pressed", "false");
    await daily.click();
    await press(page, "저장하기");
    await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
    await page.reload();
    await expect(daily).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("the link of a digest switches it off, which the open settings show immediately", async () => {
    const visitor = await newVisitor({ path: "/about" });
    await visitor.page.goto(`/api/v1/mail/unsubscriptions/${await unsubscribeToken(site, dotori)}`);
    await expect(heading(visitor.page, "메일 요약을 그만 받을까요?")).toBeVisible();
    await expect(daily).toHaveAttribute("aria-pressed", "true");
    await press(visitor.page, "그만 받기");
    await expect(heading(visitor.page, "메일 요약을 더 보내지 않아요")).toBeVisible();
    await expect(daily).toHaveAttribute("aria-pressed", "false");
    await expect(mailBox(page).getByRole("button", { name: "받지 않음" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("a removed address leaves the field, and other settings can be saved", async () => {
    await daily.click();
    await press(page, "저장하기");
    await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
    await mailBox(page).getByRole("button", { name: "지우기" }).click();
    await expect(page.getByLabel("메일 주소", { exact: true })).toBeVisible();
    await expect(page.getByText("메일 주소를 지웠어요")).toBeVisible();
    await page.reload();
    const problems = page.getByRole("checkbox", { name: "새 문제, 푸시" });
    await problems.click();
    await press(page, "저장하기");
    await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
    await page.reload();
    await expect(problems).not.toBeChecked();
  });
});

test("mail box and mail pages are whole in both themes", async ({ newVisitor, site }) => {
  const dotori = await newVisitor({ handle: "mail-look", name: "도토리" });
  const { page } = dotori;
  const address = "look@mail.example";
  await page.emulateMedia({ reducedMotion: "reduce" });
  const faults: string[] = [];
  const look = async (at: string) => {
    await expect(page.getByRole("status").filter({ hasText: "확인 메일을 보냈어요" })).toHaveCount(0);
    const found = await faultsInBothWidths(page, unmoving);
    faults.push(...found.map((fault) => `${at}: ${fault}`));
  };
  await page.goto(settings);
  await expect(mailBox(page)).toBeVisible();
  await look("none");
  await enter(page, address);
  await look("waiting");
  await page.goto(await linkTo(page, address));
  await expect(heading(page, "메일 주소를 확인할까요?")).toBeVisible();
  await look("confirmation");
  await press(page, "확인하기");
  await expect(heading(page, "메일 주소를 확인했어요")).toBeVisible();
  await look("outcome");
  await page.getByRole("link", { name: "알림 설정" }).click();
  await expect(state(page)).toHaveText("확인된 주소");
  await look("confirmed");
  await press(page, "주소 바꾸기");
  await press(page, "확인 메일 보내기");
  await expect(mailBox(page).getByRole("alert")).toBeVisible();
  await look("refused");
  await page.goto(`/mail/unsubscribe/${await unsubscribeToken(site, dotori, "bounced_at = now()")}`);
  await expect(heading(page, "메일 요약을 그만 받을까요?")).toBeVisible();
  await look("unsubscription");
  await page.goto(settings);
  await expect(page.getByText("메일을 보내지 못해 요약을 껐어요. 주소를 확인해 주세요.")).toBeVisible();
  await look("bounced");
  expect(faults).toEqual([]);
});
