import type { Page } from "@playwright/test";
import pg from "pg";
import sharp from "sharp";
import { addDays } from "#web/ui/month-calendar-days.ts";
import { expect, type Site, test, type Visitor } from "./site.ts";
import { body, change, draftKept, draftQuestion, join, teamOf, title, type } from "./writing-team.ts";

test("a writer loses tab, device and login, but no text", async ({ newVisitor }) => {
  const writer = await newVisitor({ handle: "draft-writer", name: "도토리" });
  const teamId = await teamOf(writer);
  const path = `/posting/${teamId}`;

  await test.step("the tab is killed during typing", async () => {
    await writer.page.goto(path);
    await title(writer.page).fill("끝나지 않은 글");
    await type(writer.page, "여기까지 썼다");
    await expect(draftKept(writer.page)).toBeVisible();
    await writer.page.close();
    const page = await writer.context.newPage();
    await page.goto(path);
    await expect(draftQuestion(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(title(page)).toHaveValue("끝나지 않은 글");
    await expect(body(page)).toHaveText("여기까지 썼다");
    await page.close({ runBeforeUnload: false });
  });

  const device = await newVisitor({ handle: "draft-writer", path: "/team-list" });
  await test.step("another device continues", async () => {
    await device.page.goto(path);
    await expect(draftQuestion(device.page)).toBeVisible();
    await device.page.getByRole("button", { name: "이어쓰기" }).click();
    await expect(body(device.page)).toHaveText("여기까지 썼다");
    await type(device.page, " 그리고 더");
    await expect(draftKept(device.page)).toBeVisible();
  });
  await test.step("the session has ended when the article is sent", async () => {
    const { page, context } = device;
    await context.clearCookies();
    await page.evaluate(() => sessionStorage.removeItem("Authorization"));
    await page.getByRole("button", { name: "작성 완료" }).click();
    await page
      .getByRole("button", { name: /나가기|확인/ })
      .first()
      .click();
    await page.goto(`/oauth2/authorization/kakao?login_hint=draft-writer&redirect=${path}`);
    await page.waitForURL(`**${path}`);
    await expect(draftQuestion(page)).toBeVisible();
    await page.getByRole("button", { name: "이어쓰기" }).click();
    await expect(body(page)).toHaveText("여기까지 썼다 그리고 더");
    await expect(title(page)).toHaveValue("끝나지 않은 글");
  });

  await test.step("once it is sent, no draft is offered any more on any device", async () => {
    const { page } = device;
    await page.getByRole("button", { name: "작성 완료" }).click();
    await expect(page.getByText("글쓰기를 완료했어요")).toBeVisible();
    await expect(page).toHaveURL(/team-dashboard/);
    const third = await newVisitor({ handle: "draft-writer", path: "/team-list" });
    for (const each of [page, third.page]) {
      await each.goto(path);
      await type(each, "새 글");
      await expect(draftKept(each)).toBeVisible();
      await expect(draftQuestion(each)).toBeHidden();
      await expect(body(each)).toHaveText("새 글");
      await each.keyboard.press("Control+a");
      await each.keyboard.press("Delete");
      await expect(body(each)).toHaveText("");
    }
  });
});

test("managers write a problem together over a restart and offline", async ({ site, newVisitor }) => {
  const dotori = await newVisitor({ handle: "together-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "together-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori);
  await join(teamId, bamtol);
  await change(teamId, dotori, bamtol, "promote");
  const path = `/team-subject/${teamId}/${site.today()}`;
  const one = dotori.page;
  const other = bamtol.page;
  const textsAreEqual = async (...words: string[]) => {
    await expect(async () => {
      const mine = await body(one).innerText();
      const theirs = await body(other).innerText();
      expect(mine).toBe(theirs);
      for (const word of words) expect(mine).toContain(word);
    }).toPass();
  };

  await test.step("both see one empty text, the title, the tag and each other's name", async () => {
    await Promise.all([one.goto(path), other.goto(path)]);
    await expect(one.getByText("밤톨 님이 함께 쓰고 있어요")).toBeVisible();
    await expect(other.getByText("도토리 님이 함께 쓰고 있어요")).toBeVisible();
    await expect(body(one).locator("p")).toHaveCount(1);
    await title(one).fill("섬을 잇는 다리");
    await expect(title(other)).toHaveValue("섬을 잇는 다리");
    await other.getByRole("button", { name: "코딩 테스트" }).click();
    await expect(one.getByRole("button", { name: "코딩 테스트" })).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("they type concurrently while the server restarts", async () => {
    await Promise.all([type(one, "AAAAAAAAAA", 20), type(other, "BBBBBBBBBB", 20)]);
    await Promise.all([site.restart(), type(one, "CCCCCCCCCC", 150), type(other, "DDDDDDDDDD", 150)]);
    await expect(async () => {
      const text = (await body(one).innerText()).replace(/\s/g, "");
      expect([...text].sort().join("")).toBe(["A", "B", "C", "D"].map((sign) => sign.repeat(10)).join(""));
    }).toPass();
    await textsAreEqual();
  });

  await test.step("one formats the line in which the other composes a syllable", async () => {
    const session = await bamtol.context.newCDPSession(other);
    const compose = (text: string) =>
      session.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
    await type(other, "");
    await compose("하");
    await expect(body(one)).toContainText("하");
    await body(one).click();
    await one.keyboard.press("Control+A");
    await one.keyboard.press("Control+B");
    await expect(draftKept(one)).toBeVisible();
    await compose("한");
    await session.send("Input.insertText", { text: "한" });
    await expect(body(other).locator("strong")).toContainText("한");
    await expect(body(one).locator("strong")).toContainText("한");
    await expect(body(one)).not.toContainText("하");
    await textsAreEqual("한");
  });

  await test.step("one goes offline, writes and reconnects", async () => {
    await bamtol.context.setOffline(true);
    await type(other, " offline ");
    await expect(other.getByText("이 브라우저에 초안 저장됨")).toBeVisible();
    await type(one, " online ");
    await expect(draftKept(one)).toBeVisible();
    await expect(body(one)).not.toContainText("offline");
    await expect(body(other)).not.toContainText("online");
    await bamtol.context.setOffline(false);
    await textsAreEqual("offline", "online");
  });

  await test.step("one writes offline in a block that the other turns into a list, and is offered the text", async () => {
    await bamtol.context.setOffline(true);
    await type(other, " unseen ");
    await body(one).click();
    await one.getByRole("button", { name: "글머리 목록" }).click();
    await expect(body(one).locator("li")).toHaveCount(1);
    await expect(draftKept(one)).toBeVisible();
    await expect(body(one)).not.toContainText("unseen");
    await bamtol.context.setOffline(false);
    const lost = other.getByRole("alertdialog");
    await expect(lost).toContainText("쓰던 문단을 다른 사람이 지웠어요");
    await expect(lost).toContainText("unseen");
    await lost.getByRole("button", { name: "닫기" }).click();
    await textsAreEqual("offline", "online");
  });

  await test.step("one leaves offline with unsaved text, and opens it as a draft", async () => {
    await bamtol.context.setOffline(true);
    await type(other, " unsent ");
    await expect
      .poll(async () => (await other.evaluate(deviceDrafts)).map(({ html }) => html).join())
      .toContain("unsent");
    await other.goto("about:blank");
    await body(one).locator("li").click();
    await one.getByRole("button", { name: "글머리 목록" }).click();
    await expect(body(one).locator("li")).toHaveCount(0);
    await expect(draftKept(one)).toBeVisible();
    await bamtol.context.setOffline(false);
    await other.goto(path);
    await other.getByRole("button", { name: "이어쓰기" }).click();
    await textsAreEqual("offline", "online", "unsent");
  });

  await test.step("a third opens it and finds one text", async () => {
    const page = await dotori.context.newPage();
    await page.goto(path);
    await expect(body(page)).toContainText("offline");
    await expect.poll(() => body(page).innerText()).toBe(await body(one).innerText());
    await page.close();
  });

  await test.step("one saves; the other is notified and continues with the saved text", async () => {
    const text = (await body(other).innerText()).trim();
    await one.getByRole("button", { name: "작성 완료" }).click();
    await expect(one.getByText("문제 작성이 완료되었습니다.")).toBeVisible();
    await expect(one).toHaveURL(/team-admin/);
    await expect(other.getByText("다른 사람이 먼저 저장했어요")).toBeVisible();
    await other.getByRole("button", { name: "확인" }).click();
    await expect(title(other)).toHaveValue("섬을 잇는 다리");
    await type(other, "!");
    await expect(body(other)).toContainText(text, { useInnerText: true });
    await expect(body(other)).toContainText("!");
    await other.getByRole("button", { name: "작성 완료" }).click();
    await expect(other.getByText("문제 수정이 완료되었습니다.")).toBeVisible();
  });
});

test("three managers open a problem together and find one initial text", async ({ site, newVisitor }) => {
  const names = ["도토리", "밤톨", "호두"];
  const managers: Visitor[] = [];
  for (const [index, name] of names.entries())
    managers.push(await newVisitor({ handle: `three-${index}`, name }));
  const [leader, ...others] = managers as [Visitor, ...Visitor[]];
  const teamId = await teamOf(leader);
  for (const other of others) {
    await join(teamId, other);
    await change(teamId, leader, other, "promote");
  }
  const pages = managers.map(({ page }) => page);
  const openAll = async (date: string) => {
    await Promise.all(pages.map((page) => page.goto(`/team-subject/${teamId}/${date}`)));
    for (const page of pages) await expect(page.getByText(/ 님이 함께 쓰고 있어요/)).toContainText(", ");
  };

  await test.step("an empty one: one line, in which all of them write", async () => {
    await openAll(addDays(site.today(), 1));
    for (const page of pages) await expect(body(page).locator("p")).toHaveCount(1);
    await Promise.all(pages.map((page, index) => type(page, `${index}`.repeat(5), 20)));
    for (const page of pages)
      await expect
        .poll(async () => [...(await body(page).innerText()).trim()].sort().join(""))
        .toBe("000001111122222");
    for (const page of pages) await expect(body(page).locator("p")).toHaveCount(1);
  });

  await test.step("a saved one: its text once", async () => {
    await leader.call("POST", `articles/teams/${teamId}/subjects`, {
      articleTitle: "섬을 잇는 다리",
      articleBody: "<p>다리를 놓아요</p>",
      articleCategory: "스터디",
      selectedDate: site.today(),
    });
    await openAll(site.today());
    for (const page of pages) {
      await expect(body(page)).toHaveText("다리를 놓아요");
      await expect(title(page)).toHaveValue("섬을 잇는 다리");
    }
  });
});

/** Noise, so that the file has a realistic size. */
const somePng = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "#2563eb",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
const minWeight = 20_000;

/** Waits until the server has stored a draft with a picture. */
async function pictureIsKept({ databaseUrl }: Site, key: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const weigh = async () => {
    const sql = "SELECT coalesce(sum(length(picture)), 0)::int AS size FROM drafts WHERE key = $1";
    return (await database.query<{ size: number }>(sql, [key])).rows[0]?.size;
  };
  await expect.poll(weigh).toBeGreaterThan(minWeight);
  await database.end();
}

/** The drafts of the browser: their text, and whether they contain a picture. */
const deviceDrafts = () =>
  new Promise<{ html: string; hasPicture: boolean }[]>((resolve, reject) => {
    const opening = indexedDB.open("algomoim");
    opening.onerror = reject;
    opening.onsuccess = () => {
      const reading = opening.result.transaction("unsent").objectStore("unsent").getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(
          reading.result
            .filter(({ state }) => state === "editing")
            .map(({ fields, picture }) => ({ html: String(fields.html), hasPicture: picture !== undefined })),
        );
      };
    };
  });
const hasKeptPicture = async (page: Page) =>
  (await page.evaluate(deviceDrafts)).some(({ hasPicture }) => hasPicture);

test("a picture stays with its draft, and managers see each other's", async ({ site, newVisitor }) => {
  const dotori = await newVisitor({ handle: "picture-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "picture-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori);
  await join(teamId, bamtol);
  await change(teamId, dotori, bamtol, "promote");
  const file = { name: "섬.png", mimeType: "image/png", buffer: await somePng() };
  const addPicture = async (page: Page) => {
    await page.getByRole("button", { name: "이미지", exact: true }).click();
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "추가하기" }).click();
    await expect(picture(page)).toBeVisible();
  };
  const picture = (page: Page) => body(page).locator("img");
  const isDrawn = async (page: Page) =>
    expect
      .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

  await test.step("of an article, on another device", async () => {
    const { page } = dotori;
    await page.goto(`/posting/${teamId}`);
    await title(page).fill("그림이 있는 글");
    await type(page, "보세요 ");
    await addPicture(page);
    await pictureIsKept(site, `article-new-${teamId}`);
    const device = await newVisitor({ handle: "picture-dotori", path: "/team-list" });
    await device.page.goto(`/posting/${teamId}`);
    await device.page.getByRole("button", { name: "이어쓰기" }).click();
    await isDrawn(device.page);
    await device.page.getByRole("button", { name: "작성 완료" }).click();
    await expect(device.page.getByText("글쓰기를 완료했어요")).toBeVisible();
    await page.goto("/team-list");
    await page.goto(`/posting/${teamId}`);
    await expect(body(page)).toBeVisible();
    await expect(draftQuestion(page)).toBeHidden();
  });

  let writing = dotori.page;
  await test.step("of an article, in the browser that added it", async () => {
    const { page, context } = dotori;
    await page.goto(`/posting/${teamId}`);
    // The picture of the previous draft is deleted later.
    await expect.poll(() => hasKeptPicture(page)).toBe(false);
    await title(page).fill("그림이 있는 글");
    await type(page, "보세요 ");
    await addPicture(page);
    await expect.poll(() => hasKeptPicture(page)).toBe(true);
    await page.close();
    const again = await context.newPage();
    await again.goto(`/posting/${teamId}`);
    await again.getByRole("button", { name: "이어쓰기" }).click();
    await isDrawn(again);
    await again.getByRole("button", { name: "작성 완료" }).click();
    await expect(again.getByText("글쓰기를 완료했어요")).toBeVisible();
    await expect(again).toHaveURL(/team-dashboard/);
    writing = again;
  });

  await test.step("of a problem, saved by a member who did not add it", async () => {
    const path = `/team-subject/${teamId}/${site.today()}`;
    await Promise.all([writing.goto(path), bamtol.page.goto(path)]);
    await title(writing).fill("그림 문제");
    await writing.getByRole("button", { name: "코딩 테스트" }).click();
    await type(writing, "보세요 ");
    await addPicture(writing);
    await isDrawn(bamtol.page);
    await bamtol.page.getByRole("button", { name: "작성 완료" }).click();
    await expect(bamtol.page.getByText("문제 작성이 완료되었습니다.")).toBeVisible();
    await writing.getByRole("button", { name: "확인" }).click();
    await isDrawn(writing);
    await expect(picture(writing)).toHaveAttribute("src", /^\/images\//);
  });
});

test("a demoted manager is disconnected immediately and keeps the text", async ({ site, newVisitor }) => {
  const dotori = await newVisitor({ handle: "out-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "out-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori);
  await join(teamId, bamtol);
  await change(teamId, dotori, bamtol, "promote");
  const path = `/team-subject/${teamId}/${site.today()}`;
  await Promise.all([dotori.page.goto(path), bamtol.page.goto(path)]);
  await title(bamtol.page).fill("밤톨의 문제");
  await bamtol.page.getByRole("button", { name: "스터디", exact: true }).click();
  await type(bamtol.page, "여기까지");
  await expect(body(dotori.page)).toHaveText("여기까지");
  await change(teamId, dotori, bamtol, "demote");
  await expect(bamtol.page.getByText("함께 쓰기가 끝났어요.")).toBeVisible();
  await type(bamtol.page, " 혼자서");
  await expect(draftKept(bamtol.page)).toBeVisible();
  await bamtol.page.getByRole("button", { name: "작성 완료" }).click();
  await expect(bamtol.page.getByText("팀의 매니저가 옳지 않습니다.")).toBeVisible();
  await bamtol.page.getByRole("button", { name: "확인" }).click();
  await expect(bamtol.page).toHaveURL(/team-dashboard/);
  await expect(body(dotori.page)).toHaveText("여기까지");

  await change(teamId, dotori, bamtol, "promote");
  await bamtol.page.goto(path);
  await expect(draftQuestion(bamtol.page)).toBeVisible();
  await bamtol.page.getByRole("button", { name: "이어쓰기" }).click();
  await expect(body(bamtol.page)).toHaveText("여기까지 혼자서");
  await expect(body(dotori.page)).toHaveText("여기까지 혼자서");
});
