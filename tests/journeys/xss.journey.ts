import type { Page } from "@playwright/test";
import { page as pageOf } from "#contracts/endpoint";
import { hostileHtml } from "../support/hostile-html.ts";
import { expect, go, test, type Visitor } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";
import { bodies, crowds, marked, postAttacks, seed } from "./xss-posts.ts";
import { type Caught, layTrap } from "./xss-trap.ts";

/** Makes lists as long as the server permits, so that a few pages show everything. */
const longLists = (page: Page) =>
  page.route(/\/api\/v1\/.*[?&]size=\d/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/size=\d+/, "size=50"),
    }),
  );

const prose = "[class*=_prose_]";
const until = (page: Page, words: string) =>
  page.waitForFunction(
    ([selector, text]) =>
      [...document.querySelectorAll(selector)].some((body) => body.textContent?.includes(text)),
    [prose, words] as const,
  );

/** Opens every post of a list in turn and waits for each body; returns the number of different ones. */
const openAll = (page: Page, buttons: string) =>
  page.evaluate(
    async ([cards, body]) => {
      const seen = new Set<string>();
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const fresh = () =>
        [...document.querySelectorAll(body)]
          .map(({ textContent }) => /본문 \d+번/.exec(textContent ?? "")?.[0])
          .find((mark) => mark !== undefined && !seen.has(mark));
      for (const card of document.querySelectorAll<HTMLElement>(cards)) {
        card.click();
        for (let waited = 0; fresh() === undefined && waited < 600; waited += 1) await frame();
        const mark = fresh();
        if (mark === undefined) throw new Error(`nothing opened after ${[...seen].at(-1)}`);
        seen.add(mark);
      }
      return seen.size;
    },
    [buttons, prose] as const,
  );

const cards = "ul[aria-label='이날의 글'] button[aria-pressed]";
const next = (page: Page) => page.getByRole("button", { name: "다음", exact: true });

/** Runs work on every page of a list, one after the other. */
async function everyPage(page: Page, work: () => Promise<void>): Promise<void> {
  await work();
  while ((await next(page).count()) > 0 && (await next(page).isEnabled())) {
    const before = await page.locator("main li").first().textContent();
    await next(page).click();
    await expect(page.locator("main li").first()).not.toHaveText(before ?? "");
    await work();
  }
}

test("the trap detects scripts that run, and content that is loaded or sent", async ({ browser, site }) => {
  const notices = async (words: string, html: string, alone: boolean) => {
    const context = await browser.newContext({ baseURL: site.origin });
    const page = await context.newPage();
    const caught = await layTrap(context, page, site.origin, { alone });
    await page.goto("/login");
    await page.evaluate((markup) => {
      document.body.insertAdjacentHTML("beforeend", markup);
    }, html);
    await expect.poll(() => caught.join("\n")).toContain(words);
    await context.close();
  };
  await notices("pwned() ran", "<img src=/images/none/none.png onerror=pwned()>", true);
  await notices("the policy stopped", "<img src=/images/none/none.png onerror=pwned()>", false);
  await notices("a request: image", "<img src=https://evil.test/a.png>", true);
  await notices("a request: image", "<img src=/api/v1/logout>", false);
  await notices("a frame", "<iframe srcdoc=a></iframe>", true);
  await notices("on the page: p style", "<p style='background: url(//evil.test/a)'>a", false);
  await notices("on the page: a href", "<a href=javascript:x()>a</a>", false);
});

test("no attack runs, loads, sends or imitates parts of the page, for any reader", async ({
  site,
  newVisitor,
}) => {
  test.setTimeout(600_000);
  const traps: Caught[] = [];
  const person = async (options: { handle?: string; name?: string }): Promise<Visitor> => {
    const one = await newVisitor(options);
    traps.push(await layTrap(one.context, one.page, site.origin));
    await longLists(one.page);
    return one;
  };
  const author = await person({ handle: "xss-author", name: '"><svg/x=' });
  const applicant = await person({ handle: "xss-applicant", name: "<b onx=x>" });
  const member = await person({ handle: "xss-member", name: "'><img src" });
  const visitor = await person({});
  const nothingHappened = () => expect(traps.flat(), `SEED=${seed}`).toEqual([]);

  const posts = await test.step("every attack is posted in every text", async () =>
    postAttacks(site, {
      author: await author.token(),
      applicant: await applicant.token(),
      member: await member.token(),
    }));
  const { teamId, recruitments, crowded } = posts;
  const people = [author, applicant, visitor];

  await test.step("the board, and every recruitment, as author, applicant and visitor", async () => {
    await Promise.all(
      people.map(async ({ page }, turn) => {
        await page.goto("/team-recruit/list");
        await everyPage(page, () => expect(page.locator("main li h2").first()).toBeVisible());
        for (const [index, id] of recruitments.entries()) {
          if (index % people.length !== turn) continue;
          await go(page, `/team-recruit/detail/${id}`);
          await until(page, `본문 ${index}번`);
        }
        for (const [index, id] of crowded.entries()) {
          if (index % people.length !== turn) continue;
          await go(page, `/team-recruit/detail/${id}`);
          await until(page, `모두 ${index}`);
        }
      }),
    );
    nothingHappened();
  });

  // The form of the problem, below, is tested with all of them in the editor.
  await test.step("the form of a recruitment", async () => {
    await author.page.goto(`/team-recruit/posting?recruitId=${crowded[0]}`);
    await expect(author.page.getByRole("textbox", { name: "본문" })).toContainText("모두 0");
    nothingHappened();
  });

  await test.step("own applications, team list, team page with articles and problem, my page", async () => {
    await Promise.all([
      (async () => {
        const { page } = applicant;
        await go(page, "/my-dashboard/applications");
        await everyPage(page, () => expect(page.locator("main li h3").first()).toBeVisible());
      })(),
      (async () => {
        const { page } = member;
        await page.goto(`/team-dashboard/${teamId}`);
        await page.getByRole("button", { name: "문제 확인하기" }).click();
        await until(page, "모두");
        let read = 0;
        await everyPage(page, async () => {
          await expect(page.locator(cards).first()).toBeVisible();
          read += await openAll(page, cards);
        });
        expect(read).toBe(posts.articles);
        await go(page, "/my-dashboard/teams");
        await expect(page.locator("main li button[aria-expanded]").first()).toBeVisible();
        expect(await openAll(page, "main li button[aria-expanded]")).toBe(6);
        await go(page, "/my-dashboard/profile");
        await expect(page.getByText("매일 한 문제")).toBeVisible();
        await go(page, `/posting/${teamId}`);
        await page.getByText("펼쳐서 확인하기").click();
        await until(page, "모두");
      })(),
      (async () => {
        const { page } = visitor;
        await go(page, "/team-list");
        await everyPage(page, () => expect(page.locator("main li b").first()).toBeVisible());
        await go(page, `/team-dashboard/${teamId}`);
        await page.locator(cards).first().click();
        await expect(page.getByRole("button", { name: "팀 참가하기 ->" })).toBeVisible();
      })(),
    ]);
    nothingHappened();
  });

  await test.step("admin page with problem and articles, the form of the problem, as manager", async () => {
    const { page } = author;
    await page.goto(`/team-admin/${teamId}`);
    await until(page, "모두");
    await page.locator(cards).first().click();
    await until(page, "본문");
    await go(page, `/team-subject/${teamId}/${posts.day}`);
    const text = page.getByRole("textbox", { name: "본문" });
    for (const index of crowds.keys()) await expect(text).toContainText(`모두 ${index}`);
    nothingHappened();
  });

  await test.step("settings, members, history, as manager", async () => {
    const { page } = author;
    await page.goto(`/team-setting/members/${teamId}`);
    await expect(page.getByRole("row")).toHaveCount(43);
    await page.getByRole("button", { name: "역할 변경 이력" }).click();
    await expect(page.getByRole("region", { name: "역할 변경 이력" }).getByRole("listitem")).toHaveCount(42);
    await go(page, `/team-setting/team/${teamId}`);
    await page.getByRole("button", { name: "수정하기" }).click();
    await expect(page.getByLabel("팀 이름")).not.toHaveValue("");
    nothingHappened();
  });
});

/** Fields that contain a body, and others that contain members' text. */
const bodyNames = /^(?:teamRecruitBody|articleBody)$/;
const texts =
  /^(?:teamRecruitTitle|memberNickName|chatUrl|teamApplyBody|memberName|memberExplain|teamName|teamExplain|teamAnnouncement|articleTitle|authorName|reason)$/;

test("the browser's own filter suffices: against unsanitised responses, without the policy", async ({
  site,
  newVisitor,
}) => {
  test.setTimeout(600_000);
  const alone = await newVisitor({ handle: "alone", name: "혼자" });
  const { page, context } = alone;
  const caught = await layTrap(context, page, site.origin, { alone: true });
  const teamId = await teamOf(alone);
  await postArticle(alone, teamId, "글");
  const { teamRecruitId } = await alone.call<{ teamRecruitId: number }>("POST", "recruitments", {
    teamRecruitTitle: "글",
    teamRecruitBody: "<p>글</p>",
    chatUrl: "글",
  });

  let body = crowds.join("\n");
  const attacked = (value: unknown, key: string, text: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => attacked(one, key, text));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, attacked(one, name, text)]),
      );
    if (bodyNames.test(key)) return body;
    return texts.test(key) ? text : value;
  };
  const everyText = hostileHtml.join(" ");
  let article: { readonly articleId: number } | undefined;
  let envelope = {};
  const date = site.today();
  // The only article of the day is returned once per body, in pages of fifty.
  const articles = () =>
    bodies.map((html, index) => ({
      ...article,
      articleId: index + 1,
      articleTitle: html,
      memberName: html,
      articleBody: marked(index),
    }));
  await page.route(/\/api\/v1\/(?!apply|session)/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const url = new URL(route.request().url());
    const [, id] = /\/articles\/(\d+)$/.exec(url.pathname) ?? [];
    if (id !== undefined && article) {
      const page = Math.floor((Number(id) - 1) / 50);
      const data = { ...articles()[Number(id) - 1], teamId: Number(teamId), date, page };
      return route.fulfill({ json: { ...envelope, data } });
    }
    const response = await route.fetch();
    const answer = await response.json();
    const number = Number(url.searchParams.get("page"));
    const one = number > 0 ? article : answer.data?.content?.[0];
    if (one?.articleId && "articleBody" in one) {
      article = one;
      envelope = answer;
      const all = articles();
      const content = all.slice(number * 50, number * 50 + 50);
      answer.data = pageOf(content, { page: number, size: 50 }, all.length);
    } else answer.data = attacked(answer.data, "", everyText);
    return route.fulfill({ response, json: answer });
  });

  await test.step("each of them as an article", async () => {
    await page.goto(`/team-dashboard/${teamId}`);
    let read = 0;
    await everyPage(page, async () => {
      await expect(page.locator(cards).first()).toBeVisible();
      read += await openAll(page, cards);
    });
    expect(read).toBe(bodies.length);
    expect(caught, `SEED=${seed}`).toEqual([]);
  });

  await test.step("all of them in all texts", async () => {
    for (const path of ["/team-recruit/list", "/team-list", "/my-dashboard/teams", "/my-dashboard/profile"]) {
      await go(page, path);
      await expect(page.locator("main")).toContainText("onpointerrawupdate");
    }
    for (const path of [
      `team-setting/members/${teamId}`,
      `team-setting/team/${teamId}`,
      `team-admin/${teamId}`,
    ]) {
      await go(page, `/${path}`);
      await expect(page.locator("main")).toContainText("onpointerrawupdate");
    }
    await go(page, `/team-recruit/detail/${teamRecruitId}`);
    await until(page, "모두");
    await expect(page.getByRole("region", { name: "연락 방법" })).toContainText("onpointerrawupdate");
    expect(caught, `SEED=${seed}`).toEqual([]);
  });

  await test.step("each of them in the editor, stored and pasted", async () => {
    // A second picture opens a dialog, which hides the editor from users, but not from the test.
    const text = page.locator("[contenteditable=true]");
    const open = () => page.goto(`/team-recruit/posting?recruitId=${teamRecruitId}`);
    await open();
    for (const index of crowds.keys()) await expect(text).toContainText(`모두 ${index}`);
    body = "<p>모두</p>";
    await open();
    await expect(text).toHaveText("모두");
    await text.click();
    await text.evaluate(async (element, all) => {
      for (const html of all) {
        getSelection()?.selectAllChildren(element);
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", `<p>붙임</p>${html}`);
        clipboardData.setData("text/plain", "붙인 글");
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
        await new Promise((done) => requestAnimationFrame(done));
      }
    }, bodies);
    await expect(text).toContainText("붙임");
    for (const typed of hostileHtml.slice(0, 20)) await page.keyboard.insertText(typed);
    await expect(text).toContainText("<script>x()</script>");
    expect(caught, `SEED=${seed}`).toEqual([]);
  });
});

/**
 * Everything that a body may contain (spec/wire-contract.md §8), except code and checklists, which readers see with
 * frames.
 */
const reference = [
  '<h1 dir="ltr" style="text-align: center;">제목</h1><h2>둘</h2><h3>셋</h3><h4>넷</h4><h5>다섯</h5><h6 class="editor-h6">여섯</h6>',
  '<p dir="rtl" style="padding-inline-start: 40px;">들여 쓴 글<br>다음 줄</p><blockquote dir="auto" class="editor-quote">말</blockquote>',
  '<ul class="editor-list"><li value="1" class="editor-listitem">점</li><li value="2" class="editor-nested-listitem"><ul><li value="1">속</li></ul></li></ul>',
  '<ol start="3" class="editor-list"><li value="3" dir="ltr" style="text-align: right;">셋</li></ol>',
  '<p><a href="https://note.example/a?b=1" target="_blank" rel="noopener noreferrer" title="노트" class="editor-link">고리</a> <a href="mailto:a@note.example">편지</a></p>',
  '<p><span class="editor-text" style="color: rgb(60, 66, 224); font-size: 24px; font-family: Courier New, monospace; white-space: pre-wrap;">꾸민</span></p>',
  '<p><strong class="editor-text-bold">굵은</strong><b>b</b><em class="editor-text-italic">기운</em><i>i</i><s>그은</s><sup>위</sup><sub>아래</sub></p>',
].join("");
const checks =
  '<ul class="editor-checklist"><li value="1" role="checkbox" aria-checked="true">했다</li><li value="2" role="checkbox" aria-checked="false">한다</li></ul>';
const code =
  '<pre class="codeblock" spellcheck="false" data-gutter="1\n2" data-highlight-language="python"><span class="t">for</span> x<br><span class="q">1</span> &lt;b&gt;</pre>';

test("members' texts are shown as written", async ({ newVisitor }) => {
  const { page, call } = await newVisitor({ handle: "honest", name: "정직한" });
  const { teamRecruitId } = await call<{ teamRecruitId: number }>("POST", "recruitments", {
    teamRecruitTitle: "모두 쓴 글",
    teamRecruitBody: reference + checks + code,
    chatUrl: "https://note.example",
  });
  await page.goto(`/team-recruit/detail/${teamRecruitId}`);
  const body = page.locator(prose);
  await expect(body).toContainText("아래");
  expect((await body.innerHTML()).slice(0, reference.length)).toBe(reference);
  await expect(body.locator("li", { hasText: "했다" })).toHaveText("완료: 했다");
  await expect(body.locator("li", { hasText: "한다" })).toHaveText("할 일: 한다");
  await expect(body.locator("[data-line]")).toHaveText(["for x", "1 <b>"]);
  await expect(body.locator("[data-line] .t")).toHaveText("for");
  const words = body.getByText("꾸민", { exact: true });
  for (const [property, value] of [
    ["color", "rgb(60, 66, 224)"],
    ["font-size", "24px"],
    ["font-family", '"Courier New", monospace'],
    ["white-space-collapse", "preserve"],
  ] as const)
    await expect(words).toHaveCSS(property, value);
  for (const [element, property, value] of [
    ["h1", "text-align", "center"],
    ["p[dir=rtl]", "padding-right", "40px"],
    ["ol li", "text-align", "right"],
    ["em", "font-style", "italic"],
    ["s", "text-decoration-line", "line-through"],
    ["sup", "vertical-align", "super"],
    ["sub", "vertical-align", "sub"],
  ] as const)
    await expect(body.locator(element)).toHaveCSS(property, value);
  expect(
    Number(await body.locator("strong").evaluate((one) => getComputedStyle(one).fontWeight)),
  ).toBeGreaterThan(500);
});
