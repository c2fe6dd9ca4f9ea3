import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

test("a line of many thousand syllables is as quick to read as its pieces, and looks as before", async ({
  somebody,
}) => {
  const reader = await somebody({ handle: "긴글읽는이", name: "긴글읽는이" });
  const teamId = await teamOf(reader, { teamName: "긴글반" });
  const long = "다이나믹프로그래밍은작은문제의답을모아큰문제를푸는방법이에요".repeat(1300);
  await postArticle(reader, teamId, "긴 글", `<p>${long}</p>`);

  await reader.page.goto(`/team-dashboard/${teamId}`);
  await reader.page.getByRole("button", { name: "긴 글" }).click();
  const text = reader.page.locator("p").filter({ hasText: long });
  await expect(text).toBeVisible();
  await text.evaluate(() => document.fonts.ready);
  // Beside the same text as browsers lay it out by themselves: machines differ.
  const { timesQuicker, shown, asOne } = await text.evaluate((element) => {
    const whole = element.cloneNode() as HTMLElement;
    whole.textContent = element.textContent;
    const laidOut = (paragraph: Node) => {
      const copy = paragraph.cloneNode(true) as HTMLElement;
      element.after(copy);
      const begun = performance.now();
      const { width, height } = copy.getBoundingClientRect();
      const time = performance.now() - begun;
      const end = document.createRange();
      end.selectNodeContents(copy);
      const last = [...end.getClientRects()].at(-1);
      copy.remove();
      return { time, look: { width, height, lastLine: last?.right } };
    };
    // In turns, since a machine is slower at some moments than at others.
    const turns = Array.from({ length: 5 }, () => [laidOut(element), laidOut(whole)] as const);
    const quickest = (side: 0 | 1) => ({
      time: Math.min(...turns.map((turn) => turn[side].time)),
      look: turns[0]?.[side].look,
    });
    const [own, other] = [quickest(0), quickest(1)];
    return { timesQuicker: other.time / own.time, shown: own.look, asOne: other.look };
  });
  expect(shown).toEqual(asOne);
  expect(timesQuicker).toBeGreaterThan(3);
});
