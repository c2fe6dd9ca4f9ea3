import type { Page } from "@playwright/test";
import { call } from "../journeys/site.ts";
import type { Figures } from "./figures.ts";
import { signInOn, withBrowser } from "./in-browser.ts";
import { quantile } from "./statistics.ts";

const sizes = [1, 600] as const;
const keys = 60;

const paragraph = "최단 거리처럼 보이지만 세는 것은 칸이 아니라 방향을 바꾼 횟수다. ";

/** Milliseconds from each key to the paint after it, typed at the beginning of a body. */
async function latencies(page: Page): Promise<number[]> {
  await page.evaluate(() => {
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
  for (let typed = 0; typed < keys; typed += 1) {
    await page.keyboard.press("a");
    await page.waitForFunction((count) => Reflect.get(window, "seen").length > count, typed);
  }
  return page.evaluate(() => Reflect.get(window, "seen"));
}

/** Typing in a body of 600 paragraphs against typing in one of a single paragraph, in one browser. */
export async function benchTyping({ note }: Figures): Promise<void> {
  await withBrowser({}, async (server, browser) => {
    const page = await browser.newPage({ baseURL: server.origin });
    const token = await signInOn(page, "bench-typing");
    await call(server, token, "POST", "members", { memberName: "빠른손", memberExplain: "매일 한 문제" });
    const medians: number[] = [];
    for (const size of sizes) {
      // A team each: the form of the same one would ask about the draft of the size before.
      const { teamId } = await call<{ teamId: number }>(server, token, "POST", "teams", {
        teamName: "빠른팀",
        teamExplain: "하루 한 문제",
        topic: "코딩테스트",
        password: "0430",
        memberLimit: "10",
      });
      await page.goto(`/posting/${teamId}`);
      const text = page.getByRole("textbox", { name: "본문" });
      await text.click();
      await text.evaluate((element, html) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", html);
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, `<p>${paragraph}</p>`.repeat(size));
      await page.waitForFunction(
        (count) => document.querySelectorAll("[contenteditable] p").length >= count,
        size,
      );
      await page.keyboard.press("Control+Home");
      const measured = await latencies(page);
      medians.push(quantile(measured, 0.5));
      const keyToPaint = `key to paint in ${size} paragraphs`;
      note({ what: `${keyToPaint}, p50`, value: quantile(measured, 0.5), unit: "ms" });
      note({ what: `${keyToPaint}, p95`, value: quantile(measured, 0.95), unit: "ms" });
      page.once("dialog", (dialog) => void dialog.accept());
    }
    const [one = 0, many = 0] = medians;
    note({
      what: "600 paragraphs beside one",
      value: many,
      unit: "ms",
      limit: one,
      ratio: many / (one || 1),
    });
  });
}
