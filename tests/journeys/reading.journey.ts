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
