import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { chances } from "../support/chances.ts";
import { killableBrowser } from "./killable-browser.ts";
import { faultsInBothThemes, phoneFaults } from "./screen-faults.ts";
import { call, expect, type Site, test, type Visitor } from "./site.ts";
import { unmoving } from "./still.ts";
import { body, change, draftQuestion, postArticle, teamOf, title, type } from "./writing-team.ts";

interface Listed {
  articleId: number;
  articleTitle: string;
  imageUrl: string | null;
}

const articlesOf = async (site: Site, visitor: Visitor, teamId: number) => {
  const path = `articles/${teamId}/by-date?date=${site.today()}&size=50`;
  return (await visitor.call<{ content: Listed[] }>("GET", path)).content;
};
const titlesOf = async (site: Site, visitor: Visitor, teamId: number) =>
  (await articlesOf(site, visitor, teamId)).map(({ articleTitle }) => articleTitle).sort();

const memberOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).uuid as string;

const kick = async (leader: Visitor, other: Visitor, teamId: number) =>
  leader.call(
    "POST",
    `teams/${teamId}/remove/team-member`,
    { memberInfo: memberOf(await other.token()) },
    true,
  );

/** Opens the form once, so that its modules are available offline. */
async function openOnce(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(body(page)).toBeVisible();
}

const toTeam = async (page: Page, teamName: string) => {
  await page.getByRole("button", { name: "내정보" }).click();
  await page.getByRole("menuitem", { name: teamName }).click();
  await expect(page.getByRole("heading", { name: teamName })).toBeVisible();
};
const submit = (page: Page) => page.getByRole("button", { name: "작성 완료" }).click();
const later = (page: Page) => page.getByText("연결되면 보낼게요").last();

async function write(page: Page, heading: string, text: string): Promise<void> {
  await page.getByRole("link", { name: "오늘의 글쓰기" }).click();
  await expect(title(page)).not.toHaveAttribute("readonly", "");
  await title(page).fill(heading);
  await type(page, text);
}

const openList = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: /^(보낼 글|보내지 못한 글) \d+$/ }).click();
  const list = page.getByRole("dialog", { name: "보낼 글" });
  await expect(list).toBeVisible();
  return list;
};
const rowOf = (list: Locator, heading: string) => list.getByRole("listitem").filter({ hasText: heading });

test("texts written offline are each sent once, and a refused one is explained", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "outbox-writer", name: "두더지" });
  const leader = await newVisitor({ handle: "outbox-leader", name: "굴반장" });
  const teamId = await teamOf(writer, { teamName: "지하반" });
  const lostTeam = await teamOf(leader, { teamName: "떠날반", others: [writer] });
  const { context, page } = writer;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);

  // Pictures are compressed by a separate script, which the form loads.
  const compressor = page.waitForResponse(/compress-worker/);
  await openOnce(page, `/posting/${teamId}`);
  await (await compressor).finished();
  await toTeam(page, "떠날반");
  await expect(page.getByRole("link", { name: "오늘의 글쓰기" })).toBeVisible();
  await toTeam(page, "지하반");
  await expect(page.getByText("게시글이 존재하지 않아요")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("인터넷 연결이 끊겼어요. 글은 쓸 수 있고, 연결되면 보내요.")).toBeVisible();

  await test.step("three texts wait at the top of the day, one with a picture", async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#4a7" } })
      .png()
      .toBuffer();
    for (const [n, heading] of ["첫 굴", "둘째 굴", "셋째 굴"].entries()) {
      await write(page, heading, `${heading}에서 쓴다`);
      if (n === 1) {
        const file = { name: "굴.png", mimeType: "image/png", buffer: picture };
        await page.getByRole("button", { name: "이미지", exact: true }).click();
        await page.getByLabel("이미지 파일").setInputFiles(file);
        await page.getByRole("button", { name: "추가하기" }).click();
        await expect(body(page).locator("img")).toBeVisible();
      }
      await submit(page);
      await expect(later(page)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\b`));
      const waiting = page.getByRole("list", { name: "보낼 글" }).getByRole("listitem");
      await expect(waiting).toHaveCount(n + 1);
      await expect(waiting.last()).toContainText("보내기 기다리는 중");
      await expect(draftQuestion(page)).toBeHidden();
    }
    await expect(
      page.getByText("인터넷 연결이 끊겼어요. 쓴 글은 이 기기에 남고, 연결되면 보내요."),
    ).toBeVisible();
  });

  await test.step("a fourth one waits for a team from which its writer is removed meanwhile", async () => {
    await toTeam(page, "떠날반");
    await write(page, "떠난 굴", "돌아올 수 없는 글");
    await submit(page);
    await expect(page).toHaveURL(new RegExp(`/team-dashboard/${lostTeam}\\b`));
    await kick(leader, writer, lostTeam);
    const list = await openList(page);
    await expect(list.getByRole("listitem")).toHaveCount(4);
    await expect(rowOf(list, "둘째 굴")).toContainText("지하반");
    await expect(rowOf(list, "둘째 굴")).toContainText(/\d\d:\d\d에 씀/);
    await expect(rowOf(list, "둘째 굴")).toContainText("보내는 날의 글로 올라가요");
    expect(await faultsInBothThemes(page, unmoving)).toEqual([]);
  });

  const again = await test.step("the tab is closed; reopened online it sends them", async () => {
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`/team-dashboard/${teamId}`);
    await expect.poll(() => titlesOf(site, writer, teamId)).toEqual(["둘째 굴", "셋째 굴", "첫 굴"].sort());
    const articles = await articlesOf(site, writer, teamId);
    expect(articles.filter(({ imageUrl }) => imageUrl).map((one) => one.articleTitle)).toEqual(["둘째 굴"]);
    await expect(again.getByText("둘째 굴").first()).toBeVisible();
    return again;
  });

  await test.step("the fourth one is kept, explained and can be copied; nothing was posted in that team", async () => {
    await again.getByRole("button", { name: "보내지 못한 글 1" }).click();
    const list = again.getByRole("dialog", { name: "보낼 글" });
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(rowOf(list, "떠난 굴")).toContainText("팀에서 나와 보낼 수 없어요");
    await list.getByRole("button", { name: "글 복사하기" }).click();
    await expect(again.getByText("복사했어요")).toBeVisible();
    expect(await again.evaluate(() => navigator.clipboard.readText())).toBe("떠난 굴\n\n돌아올 수 없는 글");
    await again.reload();
    await expect(again.getByRole("button", { name: "보내지 못한 글 1" })).toBeVisible();
    expect(await titlesOf(site, leader, lostTeam)).toEqual([]);
    expect(await titlesOf(site, writer, teamId)).toHaveLength(3);
  });

  await test.step("sent texts are not offered as drafts; deleted ones are gone", async () => {
    await openOnce(again, `/posting/${teamId}`);
    await type(again, "다음 글");
    await expect(draftQuestion(again)).toBeHidden();
    const list = await openList(again);
    await list.getByRole("button", { name: "지우기" }).click();
    await again.getByRole("alertdialog").getByRole("button", { name: "지우기" }).click();
    await expect(list.getByText("보낼 글이 없어요")).toBeVisible();
    await list.getByRole("button", { name: "닫기" }).click();
    await expect(again.getByRole("button", { name: "보내지 못한 글 1" })).toBeHidden();
  });
});

test("unsendable texts show the reason, each by the server's refusal", async ({ site, newVisitor }) => {
  test.setTimeout(240_000);
  const writer = await newVisitor({ handle: "outbox-stuck", name: "두꺼비" });
  const other = await newVisitor({ handle: "outbox-other", name: "맹꽁이" });
  const teamId = await teamOf(writer, { teamName: "막힌반", others: [other] });
  await change(teamId, writer, other, "promote");
  const { context, page } = writer;
  const { articleId } = (await postArticle(writer, teamId, "고칠 글")) as { articleId: number };
  const edit = (fields: Record<string, string>) => writer.call("PUT", `articles/${articleId}`, fields);
  const reconnected = () => context.setOffline(false);
  const waits = async () => {
    await expect(later(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\b`));
  };
  const rewrite = async (heading: string) => {
    await openOnce(page, `/posting/${teamId}?article=${articleId}`);
    await expect(title(page)).toHaveValue(/./);
    await expect(title(page)).not.toHaveAttribute("readonly", "");
    await context.setOffline(true);
    await title(page).fill(heading);
    await submit(page);
    await waits();
  };

  await test.step("changed elsewhere: the editor opens with both texts", async () => {
    await rewrite("오프라인에서 고친 글");
    await edit({ articleTitle: "먼저 고친 글", articleBody: "<p>먼저</p>" });
    await reconnected();
    const list = await openList(page);
    await expect(list).toContainText("다른 곳에서 먼저 수정되었습니다.");
    await list.getByRole("button", { name: "확인하기" }).click();
    const conflict = page.getByRole("dialog").filter({ hasText: "먼저 고친 글" });
    await expect(conflict).toContainText("오프라인에서 고친 글");
    await conflict.getByRole("button", { name: "내 내용으로 저장" }).click();
    await expect.poll(() => titlesOf(site, writer, teamId)).toEqual(["오프라인에서 고친 글"]);
    await expect(page.getByRole("button", { name: /보내지 못한 글/ })).toBeHidden();
  });

  await test.step("deleted meanwhile: it can become a new text", async () => {
    await rewrite("지워진 글에서");
    await writer.call("DELETE", `articles/${articleId}`);
    await reconnected();
    const list = await openList(page);
    await expect(list).toContainText("글이 삭제되어 보낼 수 없어요");
    await list.getByRole("button", { name: "새 글로 쓰기" }).click();
    await expect(page).toHaveURL(`/posting/${teamId}`);
    await expect(title(page)).toHaveValue("지워진 글에서");
    await submit(page);
    await expect.poll(() => titlesOf(site, writer, teamId)).toEqual(["지워진 글에서"]);
  });

  const problemForm = `/team-subject/${teamId}/${site.today()}`;
  const writeProblem = async (heading: string) => {
    await openOnce(page, problemForm);
    await page.getByRole("button", { name: "코딩 테스트" }).click();
    await title(page).fill(heading);
    await type(page, "풀어 보세요");
    await context.setOffline(true);
    await submit(page);
    await waits();
  };

  await test.step("the day already has another member's problem", async () => {
    await writeProblem("내가 낸 문제");
    await expect(page.getByRole("list", { name: "보낼 글" })).toContainText("내가 낸 문제");
    await other.call("POST", `articles/teams/${teamId}/subjects`, {
      articleTitle: "먼저 낸 문제",
      articleBody: "<p>먼저</p>",
      articleCategory: "스터디",
      selectedDate: site.today(),
    });
    await reconnected();
    const list = await openList(page);
    await expect(list).toContainText("그날의 문제가 이미 있어요");
    await list.getByRole("button", { name: "확인하기" }).click();
    await expect(page).toHaveURL(problemForm);
    await expect(draftQuestion(page)).toBeVisible();
    await page.getByRole("button", { name: "그대로 두기" }).click();
    await expect(title(page)).toHaveValue("먼저 낸 문제");
  });

  await test.step("no manager any more: the message of the server", async () => {
    await context.setOffline(true);
    await title(page).fill("고친 문제");
    await submit(page);
    await waits();
    await change(teamId, other, writer, "demote");
    await reconnected();
    const list = await openList(page);
    await expect(list).toContainText("팀의 매니저가 옳지 않습니다.");
    await list.getByRole("button", { name: "지우기" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "지우기" }).click();
    await expect(list).toContainText("보낼 글이 없어요");
    await list.getByRole("button", { name: "닫기" }).click();
  });
});

test("logging out asks about unsent texts and deletes them; another member neither sees nor sends them", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "outbox-leaving", name: "두루미" });
  const other = await newVisitor({ handle: "outbox-next", name: "황새" });
  const teamId = await teamOf(writer, { teamName: "철새반", others: [other] });
  const { context, page } = writer;
  await openOnce(page, `/posting/${teamId}`);
  await title(page).fill("보내지 않은 글");
  await type(page, "남지 않는다");
  // Each request fails, so the text waits although there is a network.
  const posted = /\/api\/v1\/articles$/;
  await context.route(posted, (route) => route.abort());
  await submit(page);
  await expect(page.getByRole("button", { name: "보낼 글 1" })).toBeVisible();
  // The next page takes the focus, which closes a menu.
  await expect(page.getByRole("main")).toBeFocused();

  const question = page.getByRole("alertdialog", { name: "보내지 않은 글이 1개 있어요" });
  const logOut = async (answer: string) => {
    await page.getByRole("button", { name: "내정보" }).click();
    await page.getByRole("menuitem", { name: "로그아웃" }).click();
    await expect(question).toContainText("로그아웃하면 이 기기에서 지워져요.");
    await question.getByRole("button", { name: answer }).click();
  };
  await logOut("취소");
  await expect(page.getByRole("button", { name: "보낼 글 1" })).toBeVisible();
  await logOut("로그아웃");
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  await context.unroute(posted);
  for (const handle of ["outbox-next", "outbox-leaving"]) {
    await page.goto(`/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-dashboard/${teamId}`);
    await expect(page.getByText("게시글이 존재하지 않아요")).toBeVisible();
    await expect(page.getByRole("button", { name: /보낼 글|보내지 못한 글/ })).toBeHidden();
  }
  expect(await titlesOf(site, other, teamId)).toEqual([]);
});

test("a lost session keeps the text, reports that on phone and desktop, and sends it after the next login", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "outbox-lost", name: "왜가리" });
  const other = await newVisitor({ handle: "outbox-found", name: "백로" });
  const teamId = await teamOf(writer, { teamName: "갈대반" });
  const { context, page } = writer;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openOnce(page, `/posting/${teamId}`);
  await title(page).fill("로그인 뒤의 글");
  await type(page, "남아 있다");
  const posted = /\/api\/v1\/articles$/;
  await context.route(posted, (route) => route.abort());
  await submit(page);
  await expect(page.getByRole("button", { name: "보낼 글 1" })).toBeVisible();
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.removeItem("Authorization"));
  await context.unroute(posted);
  // The next attempt finds no session any more.
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const list = await openList(page);
    await expect(rowOf(list, "로그인 뒤의 글")).toContainText("로그인하면 보내요");
    expect(await faultsInBothThemes(page, unmoving), `at ${width}`).toEqual([]);
    if (width === 390) expect(await phoneFaults(page)).toEqual([]);
    await list.getByRole("button", { name: "닫기" }).click();
  }
  expect(await titlesOf(site, other, teamId)).toEqual([]);
  const list = await openList(page);
  await rowOf(list, "로그인 뒤의 글").getByRole("link", { name: "로그인" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`/oauth2/authorization/kakao?login_hint=outbox-lost&redirect=/team-dashboard/${teamId}`);
  await expect.poll(() => titlesOf(site, writer, teamId)).toEqual(["로그인 뒤의 글"]);
  await expect(page.getByRole("button", { name: /보낼 글|보내지 못한 글/ })).toBeHidden();
});

/** Makes the clock of a page run this many milliseconds ahead. */
function runAhead(ms: number): void {
  const Before = Date;
  const now = () => Before.now() + ms;
  globalThis.Date = new Proxy(Before, {
    construct: (_, given) => Reflect.construct(Before, given.length === 0 ? [now()] : given),
    get: (_, key) => (key === "now" ? now : Reflect.get(Before, key)),
  });
}

test("a text whose first attempt is a day old is sent only by its writer, and one a month old not at all", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "outbox-late", name: "나무늘보" });
  const teamId = await teamOf(writer, { teamName: "느린반" });
  const { context, page } = writer;
  const hour = 3_600_000;
  const form = `/posting/${teamId}`;
  const posted = /\/api\/v1\/articles$/;
  const laterPage = async (ms: number) => {
    const late = await context.newPage();
    await late.addInitScript(runAhead, ms);
    await late.goto(form);
    return late;
  };

  await context.route(posted, (route) => route.abort());
  await openOnce(page, form);
  await title(page).fill("어제 쓴 글");
  await type(page, "답이 없었다");
  await submit(page);
  await expect(later(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "보낼 글 1" })).toBeVisible();
  await page.close();
  await context.unroute(posted);

  const nextDay = await laterPage(24 * hour);
  const list = await openList(nextDay);
  await expect(list).toContainText("이미 보냈는지 확실하지 않아요");
  expect(await titlesOf(site, writer, teamId)).toEqual([]);
  await list.getByRole("button", { name: "그날 보기" }).click();
  await expect(nextDay).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\b`));
  await expect(nextDay.getByText("게시글이 존재하지 않아요")).toBeVisible();
  await (await openList(nextDay)).getByRole("button", { name: "다시 보내기" }).click();
  await expect.poll(() => titlesOf(site, writer, teamId)).toEqual(["어제 쓴 글"]);
  await expect(nextDay.getByText("보낼 글이 없어요")).toBeVisible();
  await nextDay.close();

  const today = await context.newPage();
  await openOnce(today, form);
  await context.setOffline(true);
  await title(today).fill("지난달 글");
  await type(today, "읽을 수는 있다");
  await submit(today);
  await expect(later(today)).toBeVisible();
  await today.close();
  await context.setOffline(false);
  const nextMonth = await laterPage(31 * 24 * hour);
  const expired = await openList(nextMonth);
  await expect(expired).toContainText("30일이 지나 보내지 않았어요");
  await expired.getByRole("button", { name: "열기" }).click();
  await expect(title(nextMonth)).toHaveValue("지난달 글");
  await expect(body(nextMonth)).toHaveText("읽을 수는 있다");
  expect(await titlesOf(site, writer, teamId)).toEqual(["어제 쓴 글"]);
});

test("a browser that is killed before the response posts one article, each time", async ({ site }) => {
  test.setTimeout(900_000);
  const browser = killableBrowser();
  const login = `${site.origin}/oauth2/authorization/kakao?login_hint=outbox-killed&redirect=/team-list`;
  const begin = async () => {
    const context = await browser.start();
    await context.addInitScript(runAhead, site.now().getTime() - Date.now());
    await context.request.get(login);
    const token =
      (await context.cookies(site.origin)).find(({ name }) => name === "access_token")?.value ?? "";
    return { context, token, page: await context.newPage() };
  };
  try {
    let { context, token, page } = await begin();
    await call(site, token, "POST", "members", { memberName: "불사조", memberExplain: "다시 산다" });
    const { teamId } = await call<{ teamId: number }>(site, token, "POST", "teams", {
      teamName: "불사반",
      teamExplain: "꺼져도 남아요",
      topic: "코딩테스트",
      password: "0430",
      memberLimit: "10",
    });
    const headings: string[] = [];
    for (let n = 1; n <= chances(20); n += 1) {
      const heading = `불사조 ${n}`;
      headings.push(heading);
      await page.goto(`${site.origin}/posting/${teamId}`);
      await title(page).fill(heading);
      await type(page, "꺼지기 전에 쓴 글");
      const asked = new Promise<void>((resolve, reject) => {
        void page.route("**/api/v1/articles", async (route) => {
          // Every second time the server has executed it by then.
          if (n % 2 === 0) await route.fetch().catch(reject);
          resolve();
        });
      });
      await submit(page);
      await asked;
      await browser.kill();
      ({ context, token, page } = await begin());
      await page.goto(`${site.origin}/team-dashboard/${teamId}`);
      const titles = async () => {
        const path = `articles/${teamId}/by-date?date=${site.today()}&size=50`;
        const { content } = await call<{ content: Listed[] }>(site, token, "GET", path);
        return content.map(({ articleTitle }) => articleTitle).sort();
      };
      await expect.poll(titles).toEqual([...headings].sort());
      await expect(page.getByRole("list", { name: "보낼 글" })).toBeHidden();
    }
    await context.close();
  } finally {
    await browser.remove();
  }
});
