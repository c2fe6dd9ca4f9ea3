import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

test("a line of many thousand syllables is rendered in chunks and looks like one text", async ({
  newVisitor,
}) => {
  const reader = await newVisitor({ handle: "긴글읽는이", name: "긴글읽는이" });
  const teamId = await teamOf(reader, { teamName: "긴글반" });
  const long = "다이나믹프로그래밍은작은문제의답을모아큰문제를푸는방법이에요".repeat(1300);
  await postArticle(reader, teamId, "긴 글", `<p>${long}</p>`);

  await reader.page.goto(`/team-dashboard/${teamId}`);
  await reader.page.getByRole("button", { name: "긴 글" }).click();
  const text = reader.page.locator("p").filter({ hasText: long });
  await expect(text).toBeVisible();
  await text.evaluate(() => document.fonts.ready);
  const { shown, asOne } = await text.evaluate((element) => {
    const whole = element.cloneNode() as HTMLElement;
    whole.textContent = element.textContent;
    const look = (paragraph: Node) => {
      const copy = paragraph.cloneNode(true) as HTMLElement;
      element.after(copy);
      const { width, height } = copy.getBoundingClientRect();
      const end = document.createRange();
      end.selectNodeContents(copy);
      const last = [...end.getClientRects()].at(-1);
      copy.remove();
      return { width, height, lastLine: last?.right };
    };
    return { shown: look(element), asOne: look(whole) };
  });
  expect(shown).toEqual(asOne);
  // The layout of one text node with this many syllables takes several times as long.
  expect(await text.evaluate((element) => element.childNodes.length)).toBeGreaterThan(10);
});

test("copied code keeps its empty lines, without what surrounds it", async ({ newVisitor }) => {
  const reader = await newVisitor({ handle: "복사하는이", name: "복사하는이" });
  const { page, context } = reader;
  const teamId = await teamOf(reader, { teamName: "복사반" });
  const code = `<pre class="codeblock" data-highlight-language="python">a = 1<br><br>b = 2<br><br>c = 3</pre>`;
  await postArticle(reader, teamId, "코드 글", `<p>앞</p>${code}<p>뒤</p>`);
  await page.goto(`/team-dashboard/${teamId}`);
  await page.getByRole("button", { name: "코드 글" }).click();
  // Colours replace the lines, and with them a selection.
  await expect(page.getByRole("article").locator("pre .q").first()).toHaveText("1");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = async (from: string, to: string) => {
    const [start, end] = [from, to].map((words) => page.getByText(words, { exact: true }).last());
    await end?.evaluate(
      (last, first) => {
        document.getSelection()?.setBaseAndExtent(first as Node, 0, last, last.childNodes.length);
      },
      await start?.elementHandle(),
    );
    await page.keyboard.press("Control+c");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copy("a = 1", "c = 3")).toBe("a = 1\n\nb = 2\n\nc = 3");
  const whole = await copy("앞", "뒤");
  expect(whole).toContain("a = 1\n\nb = 2\n\nc = 3");
  expect(whole).not.toMatch(/Python|복사하기/);
});

test("the next article begins below the header at once, however long both are", async ({ newVisitor }) => {
  const reader = await newVisitor({ handle: "이어읽는이", name: "이어읽는이" });
  const { page } = reader;
  const teamId = await teamOf(reader, { teamName: "이어반" });
  const code = (lines: number) => `<pre class="codeblock">${"줄<br>".repeat(lines)}</pre>`;
  await postArticle(reader, teamId, "아주 긴 글", code(6000));
  await postArticle(reader, teamId, "조금 긴 글", code(300));
  // Other journeys ask for no motion.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`/team-dashboard/${teamId}`);
  await page.getByRole("button", { name: /조금 긴 글/ }).click();
  for (const [name, title] of [
    ["다음 글", "아주 긴 글"],
    ["이전 글", "조금 긴 글"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    const heading = page.getByRole("heading", { name: title, level: 3 });
    await expect(heading).toBeFocused();
    const below = await heading.evaluate((element) => {
      const header = document.querySelector("header")?.getBoundingClientRect();
      return element.getBoundingClientRect().top - (header?.bottom ?? 0);
    });
    expect(Math.abs(below - 24), `${below} px below the header`).toBeLessThan(2);
  }
});
