import type { Page } from "@playwright/test";
import { press, tabTo } from "./keyboard.ts";
import { expect, test } from "./site.ts";
import { recordSpeech } from "./speech.ts";
import { join, teamOf } from "./writing-team.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();

/** Reads a dialog, whose button has the focus, and closes it. */
async function told(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("alertdialog")).toContainText(text);
  await expect(page.getByRole("alertdialog").getByRole("button").last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

/** Reads the text of a toast. */
const toasted = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

/** Opens the member's team by the menu. */
async function toTeam(page: Page, teamName: string): Promise<void> {
  await press(page, button(page, "내정보"));
  const entry = page.getByRole("menuitem", { name: teamName });
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await expect(entry).toBeVisible();
  for (let step = 0; step < 12 && !(await isFocused(entry)); step += 1)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/team-dashboard\/\d+$/);
}

const isFocused = (wanted: ReturnType<Page["locator"]>) =>
  wanted.evaluate((element) => element === document.activeElement);

test("without a mouse: from the login over a turning card to a posted article; a dialog keeps the focus and gives it back", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "keys-leader", name: "열쇠" });
  const teamId = await teamOf(leader, { teamName: "키보드반" });
  await leader.page.goto(`/team-dashboard/${teamId}`);
  const { page } = await newVisitor();
  const speech = await recordSpeech(page);

  await test.step("signs in and makes a profile", async () => {
    await press(page, link(page, "로그인"));
    await press(page, page.getByRole("link", { name: "카카오로 시작하기" }));
    const me = button(page, /솔방울/);
    await expect(me).toBeVisible();
    for (let step = 0; step < 20 && !(await isFocused(me)); step += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/enroll");
    await tabTo(page, page.getByLabel("닉네임"));
    await page.keyboard.type("건반을 좋아하는 사람이에요");
    await speech.hears("10자까지 쓸 수 있어요");
    await tabTo(page, button(page, "알고모임 시작하기"));
    await page.keyboard.press("Enter");
    await speech.hears("아직 필요한 것: 닉네임, 프로필 설명, 정책 동의");
    await expect(page.getByLabel("닉네임")).toBeFocused();
    await speech.hears("[input] 닉네임, required, invalid, 10자까지 쓸 수 있어요");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("건반");
    await tabTo(page, page.getByLabel("프로필 설명"));
    await page.keyboard.type("마우스 없이 풀어요");
    await press(page, page.getByRole("checkbox"), " ");
    await press(page, button(page, "알고모임 시작하기"));
    await toasted(page, "회원가입에 성공했습니다");
    await expect(page).toHaveURL(/\/$/);
    // The address changes before the page; requests of the header in between would move the focus to that page.
    await expect(page.locator("#content")).toBeFocused();
    await speech.hears("[main] 오늘");
  });

  await test.step("finds the team, turns its card and joins", async () => {
    await press(page, link(page, "활동 중인 팀"));
    await speech.hears("[main] 활동 중인 팀");
    await speech.hears(/^최신순, 팀 \d+개$/);
    await tabTo(page, page.getByRole("searchbox"));
    await page.keyboard.type("키보드반");
    // The search result renders the cards again.
    await expect(page).toHaveURL(/keyword=/);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await speech.hears("‘키보드반’ 최신순, 팀 1개");
    const card = button(page, /^키보드반|키보드반/);
    await expect(card).toHaveCount(1);
    await press(page, card);
    await expect(link(page, "키보드반 팀 둘러보기")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(link(page, "키보드반 팀 둘러보기")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}$`));
    await speech.hears(/^\S+월 \S+일 .요일, 글 없음, 문제 없음$/);
    await press(page, button(page, "팀 참가하기"));
    await expect(page.getByRole("menuitem", { name: "비밀번호 입력" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByPlaceholder("숫자 4자리")).toBeFocused();
    await page.keyboard.type("4821");
    await page.keyboard.press("Enter");
    await expect(link(page, "오늘의 글쓰기")).toBeFocused();
  });

  await test.step("writes; members with the page open are notified politely", async () => {
    await page.reload();
    await tabTo(page, link(page, "본문으로 건너뛰기"));
    await page.keyboard.press("Enter");
    await press(page, link(page, "오늘의 글쓰기"));
    await tabTo(page, page.getByPlaceholder("제목을 입력하세요"));
    await expect(page.getByPlaceholder("제목을 입력하세요")).toBeEditable();
    await page.keyboard.type("손가락만으로");
    await tabTo(page, page.locator("[contenteditable=true]"));
    await page.keyboard.type("마우스는 서랍에 있어요");
    await page.keyboard.press("Escape");
    await press(page, button(page, "작성 완료"));
    await expect(page.getByText("글쓰기를 완료했어요")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\?date=[-\\d]+&article=\\d+$`));
    await expect(page.getByRole("heading", { name: "손가락만으로" })).toBeFocused();
    await expect(
      leader.page.getByRole("status").filter({ hasText: "새 글이 올라왔어요: 손가락만으로" }),
    ).toHaveAttribute("aria-live", "polite");
  });

  await test.step("reads it, and cancels deleting it", async () => {
    await press(page, button(page, /손가락만으로/));
    await expect(page.getByRole("article").getByText("마우스는 서랍에 있어요")).toBeVisible();
    await press(page, button(page, "게시글 삭제"));
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("button", { name: "취소" })).toBeFocused();
    for (const name of ["삭제하기", "취소"]) {
      await page.keyboard.press("Tab");
      await expect(question.getByRole("button", { name })).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(button(page, "게시글 삭제")).toBeFocused();
  });
});

test("without a mouse: from a recruitment to an admitted applicant", { tag: "@thorough" }, async ({
  newVisitor,
}) => {
  const author = await newVisitor({ handle: "keys-author", name: "모집" });
  const guest = await newVisitor({ handle: "keys-guest", name: "지원" });
  await teamOf(author, { teamName: "모집하는키" });
  const { page } = author;
  await page.goto("/team-list");
  await toTeam(page, "모집하는키");
  await press(page, button(page, "모집글"));
  await expect(page.getByText("새로 작성하시겠어요?")).toBeVisible();
  await press(page, button(page, "작성하기"));
  await tabTo(page, page.getByPlaceholder("제목을 입력하세요"));
  await expect(page.getByPlaceholder("제목을 입력하세요")).toBeEditable();
  await page.keyboard.type("키보드로 모집해요");
  await tabTo(page, page.locator("[contenteditable=true]"));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("누구나 환영해요");
  await page.keyboard.press("Escape");
  await tabTo(page, page.getByLabel("연락 방법"));
  await page.keyboard.type("https://open.example/keys");
  await press(page, button(page, "작성 완료"));
  await told(page, "모집글을 생성했어요");

  const speech = await recordSpeech(guest.page);
  await guest.page.goto("/team-list");
  await press(guest.page, link(guest.page, "팀원 모집"));
  await speech.hears("[main] 팀 모집");
  await speech.hears(/^전체, 모집글 \d+개$/);
  await press(guest.page, button(guest.page, "모집완료"));
  await speech.hears(/^모집완료, 모집글 (없음|\d+개)$/);
  await press(guest.page, button(guest.page, "전체"));
  await speech.hears(/^전체, 모집글 \d+개$/);
  await press(guest.page, link(guest.page, /키보드로 모집해요/));
  await tabTo(guest.page, guest.page.getByLabel("신청 내용", { exact: true }));
  await guest.page.keyboard.type("저도 키보드만 써요");
  await press(guest.page, button(guest.page, "가입 신청"));
  await toasted(guest.page, "가입 신청을 완료했어요");
  await expect(guest.page.getByRole("heading", { name: /^신청했어요/ })).toBeFocused();

  await expect(page.getByText("저도 키보드만 써요")).toBeVisible();
  await press(page, button(page, "팀에 초대하기"));
  await press(page, button(page, "초대하기"));
  await toasted(page, "신청자들을 팀에 성공적으로 초대했어요");
});

test("without a mouse: from the settings to a delegation", { tag: "@thorough" }, async ({ newVisitor }) => {
  const leader = await newVisitor({ handle: "keys-giver", name: "건네" });
  const heir = await newVisitor({ handle: "keys-heir", name: "받아" });
  const teamId = await teamOf(leader, { teamName: "넘겨주는키" });
  await join(teamId, heir);
  const { page } = leader;
  const speech = await recordSpeech(page);
  await page.goto("/team-list");
  await toTeam(page, "넘겨주는키");
  await press(page, link(page, "팀 설정"));
  await speech.hears("[main]");
  await press(page, link(page, "멤버 관리"));
  await speech.hears(/^\[h2\] 멤버/);
  await expect(page).toHaveTitle(/넘겨주는키 \| 멤버 관리 \| 팀 설정 \| 알고모임$/);

  const who = button(page, "받아");
  await press(page, who);
  await expect(page.getByRole("dialog", { name: "소개글" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(who).toBeFocused();

  const change = page.getByRole("combobox", { name: "받아 상태 변경" });
  await tabTo(page, change);
  const chosen = change.locator("option:checked");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText("공동 방장으로 지정");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText("방장으로 위임");
  await expect(change).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "받아" })).toBeVisible();
  await tabTo(page, page.getByPlaceholder("사유 (선택)"));
  await page.keyboard.type("이제 맡길게요");
  await press(page, button(page, "적용하기"));
  await expect(page.getByText(/님이 방장이 되고, 나는 일반 회원이 돼요\./)).toBeVisible();
  await press(page, button(page, "위임하기"));
  await toasted(page, "방장이 위임되었습니다.");
  await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}$`));
});

test("without a mouse: from the home over an invitation to a text that waits", async ({ newVisitor }) => {
  const leader = await newVisitor({ handle: "keys-home", name: "열쇠장" });
  const teamId = await teamOf(leader, { teamName: "건반반" });
  const { page, context } = leader;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const speech = await recordSpeech(page);

  const invitation =
    await test.step("the home page links to the invitation, whose link is copied", async () => {
      await page.goto("/");
      await press(page, link(page, "초대하기"));
      const dialog = page.getByRole("dialog", { name: "팀원 초대하기" });
      await press(page, dialog.getByRole("button", { name: "링크 만들기" }));
      await press(page, dialog.getByRole("button", { name: "복사" }));
      await speech.hears("초대 링크를 복사했어요");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      return page.evaluate(() => navigator.clipboard.readText());
    });

  await test.step("the invited member joins and sees the next step", async () => {
    const guest = await newVisitor({ handle: "keys-invited", name: "초대객" });
    await guest.page.goto(invitation);
    await press(guest.page, button(guest.page, "팀 참가하기"));
    await toasted(guest.page, "건반반의 팀원이 되었어요");
    await expect(link(guest.page, "오늘의 글쓰기")).toBeFocused();
  });

  await test.step("an unsent text is found in the list and discarded", async () => {
    await context.route(/\/api\/v1\/articles$/, (route) => route.abort());
    await page.goto(`/team-dashboard/${teamId}`);
    await press(page, link(page, "오늘의 글쓰기"));
    const title = page.getByPlaceholder("제목을 입력하세요");
    await expect(title).toBeEditable();
    await tabTo(page, title);
    await page.keyboard.type("건반으로 쓴 글");
    await page.keyboard.press("Enter");
    await expect(page.locator("[contenteditable=true]")).toBeFocused();
    await page.keyboard.type("마우스 없이");
    await page.keyboard.press("Control+Enter");
    // The next page takes the focus.
    await page.waitForURL(`**/team-dashboard/${teamId}**`);
    await expect(page.locator("#content")).toBeFocused();
    await press(page, button(page, "보낼 글 1"));
    const list = page.getByRole("dialog", { name: "보낼 글" });
    await expect(list).toContainText("건반으로 쓴 글");
    await press(page, list.getByRole("button", { name: "지우기" }));
    const question = page.getByRole("alertdialog");
    await press(page, question.getByRole("button", { name: "지우기" }));
    await expect(list).toContainText("보낼 글이 없어요");
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
  });
});

test("menus and calendar are operated with the keyboard, and a theme is stored", async ({ newVisitor }) => {
  const leader = await newVisitor({ handle: "keys-menus", name: "화살" });
  const teamId = await teamOf(leader, { teamName: "화살표반" });
  const { page } = leader;
  const speech = await recordSpeech(page);
  await page.goto(`/team-dashboard/${teamId}`);
  const me = button(page, "내정보");
  await press(page, me);
  await expect(page.getByRole("menuitem", { name: "마이페이지" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "로그아웃" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "알고모임 소개" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const themes = page.getByRole("menuitemradio");
  await expect(themes.filter({ hasText: "어둡게" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(themes.filter({ hasText: "시스템" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(themes.filter({ hasText: "어둡게" })).toBeFocused();
  // In one row, because a column would push 로그아웃 out of view.
  const tops = await themes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.keyboard.press("Enter");
  await expect(me).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  const day = page.locator("[data-day][tabindex='0']");
  await tabTo(page, day);
  const from = await day.getAttribute("data-day");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[data-day]:focus")).not.toHaveAttribute("data-day", from ?? "");
  const chosen = (await page.locator("[data-day]:focus").getAttribute("data-day")) ?? "";
  await page.keyboard.press("Enter");
  await speech.hears(new RegExp(`월 ${Number(chosen.slice(8))}일 .요일, 글 없음, 문제 없음$`));
  await press(page, button(page, "이전 주"));
  await speech.hears(/월 \d+일 .요일, 글 없음, 문제 없음$/);
});
