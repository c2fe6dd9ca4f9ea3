import type { Locator } from "@playwright/test";
import { expect, test } from "./site.ts";
import { settled } from "./still.ts";
import { change, teamOf } from "./writing-team.ts";

/** Whether the button covers text of the sentence beside it. */
const isOverText = (row: Locator) =>
  row.evaluate((item) => {
    const words = document.createRange();
    words.selectNodeContents(item.querySelector("[data-row]") as Element);
    const button = item.querySelector("button:not([data-row])")?.getBoundingClientRect() as DOMRect;
    return [...words.getClientRects()].some(
      ({ left, right, top, bottom, width }) =>
        width > 1 && left < button.right && right > button.left && top < button.bottom && bottom > button.top,
    );
  });

/** Lines of an element's text. */
const linesOf = (element: Locator) =>
  element.evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`badge, rows and quiet hours keep their layout at ${width} px`, async ({ newVisitor }) => {
    const dotori = await newVisitor({ handle: `shape-dotori-${width}`, name: "도토리" });
    const bamtol = await newVisitor({ handle: `shape-bamtol-${width}`, name: "밤톨" });
    const teamId = await teamOf(dotori, { teamName: "모양문제모임", others: [bamtol] });
    await dotori.call("PATCH", `teams/${teamId}/announcement`, { teamAnnouncement: "내일은 쉬어요" }, true);
    await change(teamId, dotori, bamtol, "promote");
    const { page } = bamtol;
    await page.setViewportSize({ width, height });
    await page.route(/\/notifications\/count/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, unread: 100 } } });
    });
    await page.goto("/notifications");
    const rowsOfPage = page.getByRole("main").getByRole("listitem");
    await expect(rowsOfPage).toHaveCount(2);
    for (const row of await rowsOfPage.all()) expect.soft(await isOverText(row)).toBe(false);

    const bell = page.getByRole("button", { name: "알림, 안 읽은 알림 99+개" });
    expect.soft(await linesOf(bell.getByText("99+"))).toBe(1);
    await bell.focus();
    await page.keyboard.press("Enter");
    const rows = page.getByRole("dialog", { name: "알림" }).getByRole("listitem");
    await expect(rows.first().getByRole("link")).toBeFocused();
    for (const row of await rows.all()) expect.soft(await isOverText(row)).toBe(false);
    const rings = await rows
      .first()
      .getByRole("link")
      .evaluate((link) => [undefined, "::after"].map((part) => getComputedStyle(link, part).outlineStyle));
    expect.soft(rings).toEqual(["none", "solid"]);

    await page.goto("/my-dashboard/notifications");
    const from = page.getByRole("combobox", { name: "시작 시각" });
    await from.scrollIntoViewIfNeeded();
    await settled(page);
    const until = await page.getByRole("combobox", { name: "끝 시각" }).boundingBox();
    expect((await from.boundingBox())?.y).toBe(until?.y);
  });
