import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { choose } from "./choices.ts";
import { expect, test } from "./site.ts";
import { teamOf } from "./writing-team.ts";

const confirm = (page: Page) => page.getByRole("button", { name: "확인", exact: true }).click();
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const history = (page: Page) => page.getByRole("region", { name: "역할 변경 이력" });

/** Selects a change in a member's row, enters the reason and confirms. */
async function applyChange(
  page: Page,
  name: string,
  option: string,
  yes: string,
  reason: string,
): Promise<void> {
  await choose(page.getByRole("combobox", { name: `${name} 상태 변경` }), option);
  await page.getByPlaceholder("사유 (선택)").fill(reason);
  await page.getByRole("button", { name: "적용하기" }).click();
  await page.getByRole("button", { name: yes }).click();
}

test("roles are transferred, the history shows the reasons, and lost rights are reported immediately", async ({
  newVisitor,
}) => {
  const dotori = await newVisitor({ handle: "roles-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "roles-bamtol", name: "밤톨" });
  const hodu = await newVisitor({ handle: "roles-hodu", name: "호두" });
  const teamId = await teamOf(dotori, { teamName: "달빛역할반", others: [bamtol, hodu] });
  const members = `/team-setting/members/${teamId}`;
  const teamPage = new RegExp(`/team-dashboard/${teamId}$`);

  await test.step("a member becomes co-manager, and the member's open page gets the manager's links", async () => {
    await bamtol.page.goto(`/team-dashboard/${teamId}`);
    await expect(bamtol.page.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
    await dotori.page.goto(`/team-dashboard/${teamId}`);
    await dotori.page.getByRole("link", { name: "팀 설정" }).click();
    await dotori.page.getByRole("link", { name: "멤버 관리" }).click();
    await expect(row(dotori.page, "도토리").getByRole("combobox")).toHaveCount(0);
    await expect(row(dotori.page, "도토리").getByRole("checkbox")).toHaveCount(0);
    await applyChange(dotori.page, "밤톨", "공동 방장으로 지정", "지정하기", "평일 출제를 나누어요");
    await expect(dotori.page.getByText("공동 방장으로 지정되었습니다.")).toBeVisible();
    await expect(row(dotori.page, "밤톨").getByRole("cell", { name: "방장", exact: true })).toBeVisible();
    await expect(bamtol.page.getByRole("link", { name: "팀 설정" })).toBeVisible();
  });

  await test.step("the manager delegates to a third member and is on the team page without rights", async () => {
    await bamtol.page.goto(members);
    await bamtol.page.getByRole("button", { name: "역할 변경 이력" }).click();
    await expect(history(bamtol.page).getByText("평일 출제를 나누어요")).toBeVisible();
    await applyChange(dotori.page, "호두", "방장으로 위임", "위임하기", "새 학기라 넘겨요");
    await expect(dotori.page.getByText("방장이 위임되었습니다.")).toBeVisible();
    await expect(dotori.page).toHaveURL(teamPage);
    await expect(dotori.page.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
    await expect(dotori.page.getByRole("link", { name: "팀 설정" })).toHaveCount(0);
    await expect(dotori.page.getByRole("alertdialog")).toHaveCount(0);
  });

  await test.step("the history shows all changes with reasons, live, for one member and as a file", async () => {
    const entries = history(bamtol.page).getByRole("listitem");
    await expect(entries.first()).toContainText("방장 위임");
    await expect(entries.first()).toContainText("일반 회원 → 방장");
    await expect(entries.first()).toContainText("새 학기라 넘겨요");
    await expect(entries).toHaveCount(5);
    await choose(bamtol.page.getByRole("combobox", { name: "누구의 이력" }), "밤톨");
    await expect(entries).toHaveCount(2);
    const [file] = await Promise.all([
      bamtol.page.waitForEvent("download"),
      bamtol.page.getByRole("button", { name: "CSV 내려받기" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^달빛역할반-역할변경이력-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"공동 방장 지정","도토리"');
    expect(lines[1]).toContain('"평일 출제를 나누어요"');
  });

  await test.step("a demoted manager is notified and redirected to the team page immediately", async () => {
    await hodu.page.goto(members);
    await expect(row(hodu.page, "밤톨")).toBeVisible();
    await applyChange(hodu.page, "밤톨", "일반 회원으로 변경", "변경하기", "잠시 쉬어요");
    await expect(hodu.page.getByText("일반 회원으로 변경되었습니다.")).toBeVisible();
    await expect(bamtol.page.getByText("이 팀의 관리 권한이 없어졌어요")).toBeVisible();
    await expect(bamtol.page).toHaveURL(teamPage);
    await confirm(bamtol.page);
  });

  await test.step("a kicked member's open page loses the member's rights immediately and reports that", async () => {
    await expect(bamtol.page.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
    await row(hodu.page, "밤톨").getByRole("checkbox").check();
    await hodu.page.getByRole("button", { name: "적용하기" }).click();
    await expect(hodu.page.getByText("강퇴되었습니다.")).toBeVisible();
    await expect(bamtol.page.getByText("팀에서 나가게 되었어요")).toBeVisible();
    await confirm(bamtol.page);
    await expect(bamtol.page.getByRole("button", { name: "팀 참가하기", exact: true })).toBeVisible();
    await expect(row(hodu.page, "밤톨")).toHaveCount(0);
  });
});
