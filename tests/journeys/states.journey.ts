import type { Page } from "@playwright/test";
import { gate } from "../support/gate.ts";
import { choose } from "./choices.ts";
import { phoneFaults, screenFaults, sidewaysFaults } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { unmoving } from "./still.ts";
import { body, draftKept, join, postArticle, teamOf, title } from "./writing-team.ts";

/** States that a page has only briefly or after an error: each checked in both themes, on phone and desktop. */
const widths = { 390: 844, 1440: 900 } as const;
type Width = keyof typeof widths;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

function looking(page: Page, width: Width) {
  const faults: string[] = [];
  return {
    faults,
    async at(name: string): Promise<void> {
      const found = await screenFaults(page, width, unmoving);
      faults.push(...found.map((fault) => `${width} ${name}: ${fault}`));
    },
  };
}

async function ready({ page, context }: Visitor, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: widths[width] });
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (width !== 390) return;
  // Emulates touch, for which tools are larger.
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
}

/** Dialogs that no other journey opens on a phone: discarded drafts, and conflicts of team and settings. */
async function rareDialogs({ page, call }: Visitor, teamId: number): Promise<string[]> {
  const faults: string[] = [];
  const look = async (name: string) => {
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await unmoving(page);
    faults.push(...(await phoneFaults(page)).map((fault) => `${page.url()} ${name}: ${fault}`));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await page.goto(`/posting/${teamId}`);
  await title(page).fill("지우고 다시 찾는 아주 긴 제목".repeat(3));
  await expect(draftKept(page)).toBeVisible();
  await page.reload();
  await button(page, "새로 쓰기").click();
  await button(page, "지운 초안").click();
  await look("지운 초안");

  await page.goto(`/team-setting/team/${teamId}`);
  await button(page, "수정하기").click();
  await page.getByLabel("팀 설명").fill("https://longer-than-a-phone.example/".repeat(2).slice(0, 50));
  const elsewhere = { teamName: "그사이이름", teamExplain: "", topic: "스터디", memberLimit: "12" };
  await call("PUT", `teams/${teamId}`, elsewhere);
  await button(page, "저장하기").click();
  await look("다른 곳에서 먼저 수정되었습니다.");

  await page.goto("/my-dashboard/notifications");
  await page.getByRole("checkbox", { name: "새 문제, 알림 센터" }).click();
  const quiet = { enabled: true, from: "21:30", until: "09:00" };
  await call("PUT", "notifications/settings", { quiet } as never, true);
  await button(page, "저장하기").click();
  await look("다른 곳에서 먼저 수정되었습니다.");
  return faults;
}

test.describe.configure({ mode: "parallel" });

for (const width of [390, 1440] as const) {
  test(`dialogs, sheets, boxes and notes are laid out completely at ${width} px`, async ({ newVisitor }) => {
    test.setTimeout(600_000);
    const leader = await newVisitor({ handle: `states-leader-${width}`, name: "상태" });
    const member = await newVisitor({ handle: `states-member-${width}`, name: "회원" });
    const guest = await newVisitor({ handle: `states-guest-${width}`, name: "손님" });
    const teamId = await teamOf(leader);
    await join(teamId, member);
    await postArticle(leader, teamId, "두 갈래로 고친 글", "<p>처음의 글</p>");
    for (const person of [leader, guest]) await ready(person, width);
    const { page } = leader;
    const look = looking(page, width);

    await test.step("an article: its deletion, its editor's link box, the guard, the conflict", async () => {
      await page.goto(`/team-dashboard/${teamId}`);
      await button(page, /두 갈래로 고친 글/).click();
      await button(page, "게시글 삭제").click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await look.at("deletion of an article");
      await page.keyboard.press("Escape");
      await button(page, "게시글 수정").click();
      await body(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" 그리고");
      await page
        .getByRole("toolbar", { name: "서식" })
        .getByRole("button", { name: "링크", exact: true })
        .click();
      await expect(page.getByRole("textbox", { name: "링크 주소" })).toBeFocused();
      await look.at("link box, editing");
      await page.keyboard.type("note.example");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("group", { name: "링크" }).getByRole("link")).toBeVisible();
      await look.at("link box");
      await page.getByRole("link", { name: "알고모임 홈" }).click();
      await expect(page.getByText("정말로 이동하시겠습니까?")).toBeVisible();
      await look.at("guard of what is unsaved");
      await page.keyboard.press("Escape");

      const articleId = new URL(page.url()).searchParams.get("article");
      await leader.call("PUT", `articles/${articleId}`, {
        articleTitle: "다른 창에서 고친 글",
        articleBody: "<p>다른 글</p>",
      });
      await button(page, /작성 완료|수정 완료/).click();
      await expect(page.getByRole("dialog", { name: /다른 곳에서 먼저/ })).toBeVisible();
      await look.at("conflict");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    if (width === 390)
      await test.step("dialogs of a phone", async () => {
        look.faults.push(...(await rareDialogs(leader, teamId)));
      });

    await test.step("a picture of the wrong kind, and one that is too large", async () => {
      await page.goto("/team-registration");
      const file = page.locator("input[type=file]");
      await file.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("글") });
      await expect(page.getByText("JPG, PNG 이미지만 올릴 수 있어요")).toBeVisible();
      await look.at("picture refused");
      await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(10_500_000) });
      await expect(page.getByText("10MB 용량을 초과했습니다")).toBeVisible();
    });

    await test.step("the choice of a role, and its bar", async () => {
      await page.goto(`/team-setting/members/${teamId}`);
      if (width === 390) {
        await button(page, "회원 상태 변경: 일반 회원").click();
        await expect(page.getByRole("dialog", { name: "상태 변경" })).toBeVisible();
        await look.at("sheet of roles");
        await button(page, "공동 방장으로 지정").click();
      } else {
        await choose(page.getByRole("combobox", { name: "회원 상태 변경" }), "공동 방장으로 지정");
      }
      await expect(page.getByPlaceholder("사유 (선택)")).toBeVisible();
      await look.at("bar of a change");
      await button(page, "적용하기").click();
      await expect(page.getByText("공동 방장으로 지정하시겠어요?")).toBeVisible();
      await look.at("question about a role");
      await page.keyboard.press("Escape");
    });

    await test.step("offline", async () => {
      await page.goto(`/team-dashboard/${teamId}`);
      await expect(page.getByRole("grid")).toBeVisible();
      await leader.context.setOffline(true);
      await expect(page.getByText("인터넷 연결이 끊겼어요", { exact: false })).toBeVisible();
      await look.at("bar of a lost line");
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.getByText("인터넷 연결이 끊겼어요", { exact: false })).toBeInViewport({ ratio: 1 });
      await page.getByRole("link", { name: "팀원 모집" }).click();
      await expect(page.getByText("연결되면 저절로 다시 불러와요.")).toBeVisible();
      await look.at("page that waits for the line");
      await leader.context.setOffline(false);
      await expect(page.getByRole("heading", { name: "팀 모집" })).toBeVisible();
    });

    await test.step("a note that disappears by itself", async () => {
      await guest.page.goto(`/team-dashboard/${teamId}`);
      await button(guest.page, "팀 참가하기").click();
      await guest.page.getByRole("menuitem", { name: "모집글 보러가기" }).click();
      const note = guest.page.getByText("참가할 수 없는 상태입니다.");
      // Hovering keeps it open.
      await note.hover();
      const lookAtNote = looking(guest.page, width);
      await lookAtNote.at("note");
      await expect(note).toBeVisible();
      look.faults.push(...lookAtNote.faults);
    });
    expect(look.faults).toEqual([]);
  });
}

test("loading and failed states are laid out completely", async ({ site, newVisitor }) => {
  test.setTimeout(600_000);
  const leader = await newVisitor({ handle: "states-waiting", name: "기다" });
  const teamId = await teamOf(leader);
  await ready(leader, 390);
  const { page } = leader;
  const look = looking(page, 390);
  /** Axe's results are the same at both widths. */
  const lookAtBoth = async (name: string) => {
    await look.at(name);
    await page.setViewportSize({ width: 1440, height: widths[1440] });
    look.faults.push(...(await sidewaysFaults(page, 1440)).map((fault) => `1440 ${name}: ${fault}`));
    await page.setViewportSize({ width: 390, height: widths[390] });
  };
  const paths = [
    "/team-list",
    `/team-dashboard/${teamId}`,
    `/team-admin/${teamId}`,
    `/team-setting/team/${teamId}`,
    `/team-setting/members/${teamId}`,
    "/team-recruit/list",
    "/team-recruit/detail/1",
    "/my-dashboard/profile",
    "/my-dashboard/teams",
    "/my-dashboard/applications",
    `/team-subject/${teamId}/${site.today()}`,
  ];

  await test.step("loading, then failed", async () => {
    const answer = { code: 500, message: "잠시 뒤에 다시 시도해 주세요", data: null };
    let failed = gate();
    await page.route("**/api/v1/**", async (route) => {
      await failed.opened;
      await route.fulfill({ status: 500, json: answer });
    });
    await page.clock.install();
    for (const path of paths) {
      failed = gate();
      await page.goto(path);
      await expect(page.locator("main [aria-busy=true], main [class*=_skeleton_]").first()).toBeAttached();
      await lookAtBoth(`${path}, loading`);
      failed.open();
      // Each is retried three times, with some seconds in between.
      await expect(async () => {
        await page.clock.fastForward(5000);
        await expect(button(page, /다시 시도/)).toBeVisible({ timeout: 200 });
      }).toPass({ intervals: [0] });
      await lookAtBoth(`${path}, failed`);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await test.step("a page whose script fails to load", async () => {
    await page.route(/assets\/board-page.*\.js/, (route) => route.abort());
    let begun = 0;
    page.on("domcontentloaded", () => {
      begun += 1;
    });
    await page.goto("/team-recruit/list");
    // The page reloads once automatically, because it might belong to a former release.
    await expect.poll(() => begun).toBe(2);
    await expect(page.getByText("불러오지 못했어요")).toBeVisible();
    await look.at("script missing");
    expect(begun).toBe(2);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await test.step("a script that loads after the page has reloaded", async () => {
    await page.goto("/team-list");
    await page.route(/assets\/board-page.*\.js/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole("link", { name: "팀원 모집" }).click();
    await expect(page.getByRole("heading", { name: "팀 모집" })).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await test.step("a program that does not come", async () => {
    await page.route(/assets\/app-.*\.js/, () => {}, { times: 1 });
    await page.goto("/team-recruit/list", { waitUntil: "commit" });
    await expect(page.getByText("화면을 가져오는 중…")).toBeVisible();
    const again = page.getByRole("link", { name: "다시 시도" });
    await expect(again).toBeHidden();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await again.click();
    await expect(page.getByRole("heading", { name: "팀 모집" })).toBeVisible();
    await expect(again).toBeHidden();
    for (const script of [/assets\/index-.*\.js/, /assets\/app-.*\.js/]) {
      await page.route(script, (route) => route.fulfill({ status: 404 }));
      await page.goto("/team-recruit/list", { waitUntil: "commit" });
      await expect(page.getByText("화면을 가져오지 못했어요.")).toBeVisible();
      await expect(again).toBeVisible();
      await page.unroute(script);
      await again.click();
      await expect(page.getByRole("heading", { name: "팀 모집" })).toBeVisible();
    }
  });
  expect(look.faults).toEqual([]);
});
