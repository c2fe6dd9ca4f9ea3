import { expect, test } from "./site.ts";
import { teamOf, title, type } from "./writing-team.ts";

/** As plain http, private windows, policies of companies and extensions do. */
function takeAway(): void {
  for (const name of ["Worker", "WebSocket", "BroadcastChannel"])
    Object.defineProperty(globalThis, name, { value: undefined });
  Reflect.deleteProperty(Crypto.prototype, "randomUUID");
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
}

test("a browser without storage, workers, websockets and random uuids writes, searches and logs out", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "bare-writer", name: "맨브라우저" });
  const { page, context } = writer;
  const teamId = await teamOf(writer, { teamName: "맨손반" });
  await context.addInitScript(takeAway);

  await page.goto(`/posting/${teamId}`);
  await expect(title(page)).not.toHaveAttribute("readonly", "");
  await title(page).fill("맨손으로 쓴 글");
  await type(page, "저장소 없이 쓴다");
  await page.getByRole("button", { name: "작성 완료" }).click();
  await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\b`));
  await expect(page.getByText("맨손으로 쓴 글").first()).toBeVisible();

  await page.goto(`/team-subject/${teamId}/${site.today()}`);
  await expect(title(page)).not.toHaveAttribute("readonly", "");
  await page.getByRole("button", { name: "코딩 테스트" }).click();
  await title(page).fill("혼자 고치는 문제");
  await type(page, "소켓 없이 올린다");
  await page.getByRole("button", { name: "작성 완료" }).click();
  await expect(page.getByText("혼자 고치는 문제").first()).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("맨손");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "내정보" }).click();
  await page.getByRole("menuitem", { name: "로그아웃" }).click();
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
});

test("an older browser is told without the bundle which ones are new enough, others are not", async ({
  newVisitor,
}) => {
  const { page, context } = await newVisitor();
  const told = page.getByText("오래된 브라우저에서는");
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  await expect(told).toBeHidden();
  await context.addInitScript(() => {
    Reflect.deleteProperty(Intl, "Segmenter");
  });
  await page.goto("/team-list");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(told).toBeVisible();
  await context.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.route(/\/assets\//, (route) => route.abort());
  await page.goto("/");
  await expect(told).toBeVisible();
});
