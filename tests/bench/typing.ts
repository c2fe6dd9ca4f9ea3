import type { Page } from "@playwright/test";
import { call } from "../journeys/site.ts";
import type { Figures } from "./figures.ts";
import { signInOn, withBrowser } from "./in-browser.ts";
import { quantile } from "./statistics.ts";

/** Keys per turn; in total enough to include occasional work, such as storing the draft. */
const keys = 40;
const rounds = 5;
/** As fast as typing without a pause. */
const betweenKeysMs = 60;
/** p95 in the article beside p95 in the empty editor (spec/daily-use.md §11). */
const maxRatio = 2;

const paragraph = "최단 거리처럼 보이지만 세는 것은 칸이 아니라 방향을 바꾼 횟수다. ";
const code = `from collections import deque

MOVES = [(-1, 0), (0, 1), (1, 0), (0, -1)]

def min_turns(grid, start, goal):
    rows, cols = len(grid), len(grid[0])
    seen = set()
    queue = deque((*start, d, 0) for d in range(4))
    while queue:
        r, c, d, turns = queue.popleft()
        if (r, c) == goal:
            return turns
        if (r, c, d) in seen:
            continue
        seen.add((r, c, d))
        for nd in range(4):
            nr, nc = r + MOVES[nd][0], c + MOVES[nd][1]
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr][nc] != "#":
                state = (nr, nc, nd, turns + (nd != d))
                queue.appendleft(state) if nd == d else queue.append(state)
    return -1`;

const paragraphs = (count: number) => `<p>${paragraph}</p>`.repeat(count);
const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
const block = `<pre data-highlight-language="python">${escaped}</pre>`;
const article = `${paragraphs(40)}${block}${paragraphs(20)}${block}${paragraphs(20)}${block}${paragraphs(20)}`;

interface Place {
  readonly name: string;
  readonly html: string;
  /** The element at whose beginning keys are typed. */
  readonly at: string;
  /** Its p95 is only reported. */
  readonly isFree?: boolean;
}
const empty: Place = { name: "the empty editor", html: "", at: "p" };
const places: readonly Place[] = [
  { name: "a paragraph of an article with three code blocks", html: article, at: "p:nth-of-type(50)" },
  { name: "a code block of it", html: article, at: "code:nth-of-type(2)" },
  { name: "600 paragraphs", html: paragraphs(600), at: "p", isFree: true },
];

/** Makes the page record the milliseconds from each key to the next paint. */
const noteKeys = (page: Page) =>
  page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    document.addEventListener(
      "keydown",
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port2.onmessage = () => seen.push(performance.now() - timeStamp);
          port1.postMessage(null);
        }),
      true,
    );
  });
const noted = (page: Page) => page.evaluate((): number[] => Reflect.get(window, "seen"));

async function type(page: Page): Promise<void> {
  const before = (await noted(page)).length;
  for (let typed = 0; typed < keys; typed += 1) {
    await page.keyboard.press("a", { delay: betweenKeysMs / 2 });
    await page.waitForTimeout(betweenKeysMs / 2);
    await page.waitForFunction((count) => Reflect.get(window, "seen").length > count, before + typed);
  }
}

/** Puts a body into the open editor, and the cursor where keys are typed. */
async function fill(page: Page, { html, at }: Place): Promise<void> {
  const text = page.getByRole("textbox", { name: "본문" });
  await text.click();
  if (html !== "") {
    await text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    await page.waitForFunction(() => document.querySelectorAll("[contenteditable] p").length >= 90);
  }
  await text
    .locator(`> ${at}`)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      getSelection()?.collapse(walker.nextNode() ?? element, 0);
    });
}

/**
 * Typing in an article, and in a very long one, against typing in the empty editor, in one browser. In turns, so that what
 * else the machine does meets all of them.
 */
export async function benchTyping({ note, atMost }: Figures): Promise<void> {
  await withBrowser({}, async (server, browser) => {
    const context = await browser.newContext({ baseURL: server.origin });
    const first = await context.newPage();
    const token = await signInOn(first, "bench-typing");
    await call(server, token, "POST", "members", { memberName: "빠른손", memberExplain: "매일 한 문제" });
    const open = async (place: Place) => {
      // Separate teams, because the form of the same one would ask about the draft of the previous body.
      const { teamId } = await call<{ teamId: number }>(server, token, "POST", "teams", {
        teamName: "빠른팀",
        teamExplain: "하루 한 문제",
        topic: "코딩테스트",
        password: "0430",
        memberLimit: "10",
      });
      const page = await context.newPage();
      await page.addInitScript((value) => sessionStorage.setItem("Authorization", value), token);
      await page.goto(`/posting/${teamId}`);
      await fill(page, place);
      await noteKeys(page);
      return { place, page };
    };
    const opened = [await open(empty)];
    for (const place of places) opened.push(await open(place));
    for (let round = 0; round < rounds; round += 1) {
      for (const { page } of opened) {
        await page.bringToFront();
        await type(page);
      }
    }
    let base = 0;
    for (const { place, page } of opened) {
      const measured = await noted(page);
      const p50 = quantile(measured, 0.5);
      const p95 = quantile(measured, 0.95);
      note({ what: `key to paint in ${place.name}, p50`, value: p50, unit: "ms" });
      if (place === empty) base = p95;
      const beside = { what: `key to paint in ${place.name}, p95`, value: p95, unit: "ms", limit: base };
      if (place === empty || place.isFree) note({ ...beside, ratio: p95 / base });
      else atMost(maxRatio, beside);
    }
  });
}
