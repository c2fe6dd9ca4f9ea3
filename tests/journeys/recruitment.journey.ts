import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";

const confirm = (page: Page) => page.getByRole("button", { name: "확인" }).click();
const answer = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name }).click();
const box = (page: Page) => page.getByLabel("신청 내용", { exact: true });
const heightOf = async (page: Page) =>
  (await page.getByRole("region", { name: "작성 예시" }).boundingBox())?.height;

async function told(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible();
  await confirm(page);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

/** Reads the text of a toast. */
const toasted = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text }).last()).toBeVisible();

async function apply(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.getByRole("button", { name: "가입 신청" }).click();
  await toasted(page, "가입 신청을 완료했어요");
}

async function writeRecruitment(page: Page, title: string): Promise<string> {
  await page.getByPlaceholder("제목을 입력하세요").fill(title);
  await expect(page.getByRole("button", { name: "작성 완료" })).toBeDisabled();
  await page.getByLabel("연락 방법").fill("https://open.example/morning");
  await page.locator("[contenteditable=true] li").first().click();
  await page.keyboard.type("아침마다 한 문제를 풀어요.");
  await page.getByRole("button", { name: "작성 완료" }).click();
  await told(page, "모집글을 생성했어요");
  await expect(page).toHaveURL(/\/team-recruit\/detail\/\d+$/);
  return new URL(page.url()).pathname;
}

test("a recruitment becomes a team, live for author, applicants and visitors", async ({ newVisitor }) => {
  const { page: author } = await newVisitor({ handle: "dotori", name: "도토리", path: "/team-recruit/list" });
  const { page: bamtol } = await newVisitor({ handle: "bamtol", name: "밤톨" });
  const { page: visitor } = await newVisitor({ path: "/team-recruit/list" });
  const title = "평일 아침 한 문제 스터디";
  let path = "";

  await test.step("the example folds and unfolds with the measured heights", async () => {
    await author.getByRole("link", { name: "글쓰기" }).click();
    await expect.poll(() => heightOf(author)).toBe(57);
    await author.getByRole("button", { name: "펼쳐서 확인하기" }).click();
    const content = await author
      .getByRole("region", { name: "작성 예시" })
      .evaluate((panel) => panel.lastElementChild?.scrollHeight ?? 0);
    expect(content).toBeGreaterThan(300);
    await expect.poll(() => heightOf(author)).toBe(content + 114);
    await author.getByRole("button", { name: "예시 접기" }).click();
    await expect.poll(() => heightOf(author)).toBe(57);
  });

  await test.step("a new post appears in the open list of a visitor", async () => {
    path = await writeRecruitment(author, title);
    await visitor.getByRole("link", { name: new RegExp(title) }).click();
    await expect(visitor.getByText("이 팀과 함께 하고 싶다면?")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "가입 신청" })).toBeDisabled();
  });

  await test.step("the visitor logs in, returns to the post and applies; the author sees the application arrive", async () => {
    await visitor.getByRole("main").getByRole("link", { name: "로그인" }).click();
    await visitor.getByRole("link", { name: "카카오로 시작하기" }).click();
    await visitor.getByRole("button", { name: /호두/ }).click();
    await visitor.waitForURL("**/enroll");
    await visitor.getByLabel("닉네임").fill("호두");
    await visitor.getByLabel("프로필 설명").fill("매일 한 문제");
    await visitor.getByRole("checkbox").check();
    await visitor.getByRole("button", { name: "알고모임 시작하기" }).click();
    await toasted(visitor, "회원가입에 성공했습니다");
    await expect(visitor).toHaveURL(new RegExp(`${path}$`));
    await apply(visitor, "매일 두 문제씩 풀고 있어요");
    await expect(author.getByText("매일 두 문제씩 풀고 있어요")).toBeVisible();
    await bamtol.goto(path);
    await expect(bamtol.getByText("호두")).toBeVisible();
    await expect(bamtol.getByText("매일 두 문제씩 풀고 있어요")).toHaveCount(0);
  });

  await test.step("typed text survives live updates; closed and resumed, the applications are still there", async () => {
    await box(bamtol).fill("쓰던 글");
    await author.getByRole("button", { name: "모집중단" }).click();
    await toasted(author, "모집 상태가 변경되었습니다.");
    await expect(bamtol.getByText("모집완료")).toBeVisible();
    await expect(bamtol.getByText("호두")).toHaveCount(0);
    await expect(visitor.getByText("매일 두 문제씩 풀고 있어요")).toBeVisible();
    await expect(author.getByText("매일 두 문제씩 풀고 있어요")).toBeVisible();
    await author.getByRole("button", { name: "모집재개" }).click();
    await toasted(author, "모집 상태가 변경되었습니다.");
    await expect(bamtol.getByText("호두")).toBeVisible();
    await expect(box(bamtol)).toHaveValue("쓰던 글");
    await apply(bamtol, "함께하고 싶어요");
  });

  await test.step("a removed applicant sees it immediately and finds it among the own applications", async () => {
    const item = author.getByRole("listitem").filter({ hasText: "함께하고 싶어요" });
    await item.getByRole("button", { name: "내보내기" }).click();
    await answer(author, "내보내기");
    await toasted(author, "내보내기가 완료되었어요");
    await expect(bamtol.getByText("작성자가 내 신청을 내보냈어요")).toBeVisible();
    await bamtol.getByRole("button", { name: "내정보" }).click();
    await bamtol.getByRole("menuitem", { name: "내 신청 현황" }).click();
    await expect(bamtol.getByText("내보내짐")).toBeVisible();
    await bamtol.goto(path);
  });

  await test.step("the author creates a team of the pending applicants; they see it immediately", async () => {
    await author.getByRole("button", { name: "팀 생성하기" }).click();
    await answer(author, "팀 생성하기");
    await author.getByLabel("팀 이름").fill("아침반");
    await author.getByLabel("팀 설명").fill("아침마다 한 문제");
    await author.getByRole("button", { name: "스터디", exact: true }).click();
    await author.getByLabel("인원 제한").fill("10");
    await author.getByLabel("입장 비밀번호").fill("4821");
    await author.getByRole("button", { name: "팀 생성하기" }).click();
    await toasted(author, "팀 생성을 완료했어요");
    await expect(author.getByRole("button", { name: "멤버 2명" })).toBeVisible();
    await expect(visitor.getByText("신청이 수락되었어요")).toBeVisible();
    await expect(visitor.getByText("운영중")).toBeVisible();
  });

  await test.step("a later applicant is admitted to that team", async () => {
    await apply(bamtol, "이번에는 더 자세히 적었어요");
    await author.getByRole("link", { name: "모집글" }).click();
    await author.getByRole("button", { name: "팀에 초대하기" }).click();
    await answer(author, "초대하기");
    await toasted(author, "신청자들을 팀에 성공적으로 초대했어요");
    await expect(bamtol.getByText("신청이 수락되었어요")).toBeVisible();
    await bamtol.getByRole("link", { name: "팀 페이지로 이동하기" }).click();
    await expect(bamtol.getByRole("button", { name: "멤버 3명" })).toBeVisible();
  });

  await test.step("an edit survives a reload of the page, and readers see it immediately", async () => {
    await author.getByRole("link", { name: "수정" }).click();
    await expect(author.getByPlaceholder("제목을 입력하세요")).toHaveValue(title);
    await author.reload();
    await author.getByPlaceholder("제목을 입력하세요").fill("저녁에도 한 문제 스터디");
    await author.getByRole("button", { name: "수정 완료" }).click();
    await told(author, "모집글을 수정했어요");
    await expect(visitor.getByRole("heading", { name: "저녁에도 한 문제 스터디" })).toBeVisible();
  });

  await test.step("after its deletion nobody finds it any more; the team stays", async () => {
    await author.getByRole("button", { name: "삭제" }).click();
    await answer(author, "삭제하기");
    await toasted(author, "팀 모집글이 삭제되었어요");
    await expect(author).toHaveURL(/\/team-recruit\/list$/);
    await expect(author.getByRole("heading", { name: "팀 모집", level: 1 })).toBeVisible();
    await expect(author.getByRole("link", { name: /저녁에도 한 문제/ })).toHaveCount(0);
    await expect(visitor.getByText("이 주소는 어디에도 이어져 있지 않아요")).toBeVisible();
  });
});
