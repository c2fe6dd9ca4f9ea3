import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";
import { postArticle } from "./writing-team.ts";

/** From the first visit to a member with a profile, as a reader of the README does it. */
async function comeIn(page: Page, person: string, nickname: string): Promise<void> {
  await page.goto("/login");
  await page
    .getByRole("button", { name: "카카오로 시작하기" })
    .or(page.getByRole("link", { name: "카카오로 시작하기" }))
    .click();
  await page.getByRole("button", { name: new RegExp(person) }).click();
  await page.waitForURL("**/enroll");
  const start = page.getByRole("button", { name: "알고모임 시작하기" });
  await expect(start).toBeDisabled();
  await page.getByLabel("닉네임").fill(nickname);
  await page.getByLabel("프로필 설명").fill("그래프 공부 중이에요");
  await page.getByRole("checkbox").check();
  await start.click();
  await expect(page.getByText("회원가입에 성공했습니다")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
}

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByPlaceholder(/제목을 입력하세요|문제를 입력하세요/).fill(title);
  await page.locator("[contenteditable=true]").click();
  await page.keyboard.type(text);
  await page.getByRole("button", { name: "작성 완료" }).click();
}

/** The card of an article in the list of the day. */
const card = (page: Page, title: string) => page.getByRole("button", { name: title });

test("two people study together, live, over a restart of the server", async ({ site, newVisitor }) => {
  const leader = await newVisitor();
  const member = await newVisitor();
  const dotori = leader.page;
  const bamtol = member.page;

  await test.step("a visitor signs in, completes the profile and creates a team", async () => {
    await comeIn(dotori, "조약돌", "도토리");
    await dotori.goto("/team-list");
    await dotori.getByRole("link", { name: "팀 생성하기" }).click();
    await dotori.getByPlaceholder("팀 이름을 입력해주세요").fill("둘이서반");
    await dotori.getByPlaceholder("우리 팀에 대해 설명해주세요").fill("하루 한 문제로 시작해요");
    await dotori.getByRole("button", { name: "코딩테스트" }).click();
    await dotori.getByPlaceholder("제한인원 입력").fill("10");
    await dotori.getByPlaceholder("비밀번호 입력").fill("0430");
    await dotori.getByRole("button", { name: "팀 생성하기" }).click();
    await expect(dotori.getByText("팀 생성을 완료했어요")).toBeVisible();
    await dotori.getByRole("dialog", { name: "팀원 초대하기" }).getByRole("button", { name: "닫기" }).click();
    await expect(dotori).toHaveURL(/\/team-dashboard\/\d+/);
    await expect(dotori.getByRole("button", { name: "멤버 1명" })).toBeVisible();
  });
  const teamId = /\d+$/.exec(new URL(dotori.url()).pathname)?.[0] ?? "";

  await test.step("another member finds the team in the list and joins with the four digits; the first one sees it", async () => {
    await comeIn(bamtol, "은행잎", "밤톨");
    await bamtol.goto("/team-list");
    await bamtol.getByText("둘이서반").first().click();
    await bamtol.getByRole("link", { name: "둘이서반 팀 둘러보기" }).click();
    await bamtol.getByRole("button", { name: "팀 참가하기", exact: true }).click();
    await bamtol.getByRole("menuitem", { name: "비밀번호 입력" }).click();
    await bamtol.getByPlaceholder("숫자 4자리").fill("0430");
    await bamtol.getByRole("button", { name: "팀 참가하기 →" }).click();
    await expect(bamtol.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
    await expect(dotori.getByRole("button", { name: "멤버 2명" })).toBeVisible();
  });

  await test.step("an announcement, a problem and an article appear on the other member's page without a reload", async () => {
    await dotori.getByRole("button", { name: /팀 공지/ }).click();
    await dotori.getByPlaceholder("공지글 입력").fill("이번 주는 그래프!");
    await dotori.getByRole("button", { name: "저장하기" }).click();
    await expect(bamtol.getByText("이번 주는 그래프!").first()).toBeVisible();

    await dotori.getByRole("link", { name: "문제 쓰기" }).click();
    await dotori.getByRole("button", { name: "코딩 테스트" }).click();
    await write(dotori, "오늘의 두 문제", "섬을 잇는 다리와 물류 창고 로봇");
    await expect(dotori.getByText("문제 작성이 완료되었습니다.")).toBeVisible();
    await expect(dotori).toHaveURL(/team-admin/);
    await dotori.goto(`/team-dashboard/${teamId}`);
    await expect(bamtol.getByRole("grid").getByRole("button", { name: /코딩 테스트 문제/ })).toBeVisible();
    await bamtol.getByRole("button", { name: "문제 확인하기" }).click();
    await expect(bamtol.getByText("섬을 잇는 다리와 물류 창고 로봇")).toBeVisible();

    await bamtol.getByRole("link", { name: "오늘의 글쓰기" }).click();
    await write(bamtol, "다리를 놓는 순서", "크루스칼로 풀었어요");
    await expect(bamtol.getByText("글쓰기를 완료했어요")).toBeVisible();
    await expect(bamtol).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\?date=[-\\d]+&article=\\d+$`));
    // The form is replaced in the history: Back does not lead to an empty one.
    await bamtol.goBack();
    await expect(bamtol).toHaveURL(new RegExp(`/team-dashboard/${teamId}`));
    await expect(bamtol.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
    await card(dotori, "다리를 놓는 순서").click();
    await expect(dotori.getByRole("article").getByText("크루스칼로 풀었어요")).toBeVisible();
  });

  const post = (title: string) => postArticle(member, Number(teamId), title);

  await test.step("posts reach the open page, one after the other", async () => {
    for (const title of ["첫 글", "둘째 글", "셋째 글"]) {
      await post(title);
      await expect(card(dotori, title)).toHaveCount(1);
    }
  });

  await test.step("a restart of the server loses and duplicates nothing", async () => {
    await post("끄기 전 글");
    await expect(card(dotori, "끄기 전 글")).toHaveCount(1);
    await site.restart();
    for (const title of ["켠 뒤 첫 글", "켠 뒤 둘째 글"]) await post(title);
    const teamAnnouncement = "서버가 돌아왔어요";
    await leader.call("PATCH", `teams/${teamId}/announcement`, { teamAnnouncement }, true);
    for (const title of ["끄기 전 글", "켠 뒤 첫 글", "켠 뒤 둘째 글"])
      await expect(card(dotori, title)).toHaveCount(1);
    await expect(dotori.getByText("서버가 돌아왔어요").first()).toBeVisible();
    await expect(bamtol.getByText("서버가 돌아왔어요").first()).toBeVisible();
  });

  await test.step("a visitor sees the page, but no bodies", async () => {
    const { page: visitor } = await newVisitor();
    const bodies: (string | null)[] = [];
    visitor.on("response", async (response) => {
      if (!response.url().includes("/by-date")) return;
      const { data } = (await response.json()) as { data: { content: { articleBody: string | null }[] } };
      bodies.push(...data.content.map(({ articleBody }) => articleBody));
    });
    await visitor.goto(`/team-dashboard/${teamId}`);
    await card(visitor, "켠 뒤 둘째 글").click();
    await expect(visitor.getByRole("button", { name: "팀 참가하기 ->" })).toBeVisible();
    // The browser's responses are recorded beside it.
    await expect.poll(() => bodies.length).toBeGreaterThan(0);
    expect(new Set(bodies)).toEqual(new Set([null]));
  });
});
