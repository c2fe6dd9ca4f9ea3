import { expect, test } from "./site.ts";
import { join, postArticle, teamOf } from "./writing-team.ts";

test("the only manager withdraws: the texts are removed, the team continues under a successor", async ({
  site,
  newVisitor,
}) => {
  const leaving = await newVisitor({ handle: "leaving", name: "떠나는이", path: "/team-list" });
  const teamId = await teamOf(leaving, { teamName: "남는팀" });
  await postArticle(leaving, teamId, "곧 사라질 글");
  const staying = await newVisitor({ handle: "staying", name: "남는이", path: "/team-list" });
  await join(teamId, staying);
  await staying.page.goto(`/team-dashboard/${teamId}`);
  await expect(staying.page.getByRole("button", { name: "멤버 2명" })).toBeVisible();
  await expect(staying.page.getByRole("button", { name: "곧 사라질 글" })).toBeVisible();

  const { page } = leaving;
  await test.step("the page explains what will be lost and who will manage the team", async () => {
    await page.goto("/my-dashboard/profile");
    await page.getByRole("button", { name: "계정 탈퇴 >" }).click();
    await expect(page.getByText("회원 탈퇴 알림")).toBeVisible();
    await expect(page.getByText(/남는팀의 방장이 나뿐이에요/)).toBeVisible();
    await expect(page.getByRole("button", { name: "탈퇴하기" })).toBeDisabled();
  });

  await test.step("after the checkbox and a confirmation, the account ends", async () => {
    await page.getByLabel("안내사항을 모두 확인하였으며, 이에 동의합니다.").check();
    await page.getByRole("button", { name: "탈퇴하기" }).click();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`);
    });
    await page.getByRole("alertdialog").getByRole("button", { name: "탈퇴하기" }).click();
    await expect(page.getByText("계정 탈퇴에 성공했습니다.")).toBeVisible();
    // By then the page behind the message would have been updated, too.
    await expect(staying.page.getByRole("button", { name: "멤버 1명" })).toBeVisible();
    await expect(page.getByText(/남는팀의 방장이 나뿐이에요/)).toBeVisible();
    // The search index may have been asked for before.
    const withdrawal = "DELETE /api/v1/members";
    expect(asked.slice(asked.indexOf(withdrawal))).toEqual([withdrawal]);
    await page.getByRole("button", { name: "확인" }).click();
    await page.waitForURL(`${site.origin}/`);
    await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  });

  await test.step("the other member's open page updates without a reload", async () => {
    await expect(staying.page.getByRole("button", { name: "멤버 1명" })).toBeVisible();
    await expect(staying.page.getByRole("button", { name: "곧 사라질 글" })).toBeHidden();
    await expect(staying.page.getByRole("link", { name: "팀 설정" })).toBeVisible();
  });

  await test.step("the same social account begins as a new member", async () => {
    await page.goto("/oauth2/authorization/kakao?login_hint=leaving&redirect=/team-list");
    await page.waitForURL("**/enroll");
    await expect(page.getByLabel("닉네임")).toHaveValue("");
  });
});
