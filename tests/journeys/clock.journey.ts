import { dayAndWeekday } from "#web/ui/date-texts.ts";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

test("a device whose clock is a day ahead shows the server's day, its articles and its problem", async ({
  site,
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "clock-ahead", name: "시계앞선이" });
  const { page } = leader;
  const teamId = await teamOf(leader, { teamName: "시계가빠른반" });
  const today = site.today();
  await leader.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: "오늘의 문제",
    articleBody: "<p>문제</p>",
    articleCategory: "코딩 테스트",
    selectedDate: today,
  });
  await postArticle(leader, teamId, "오늘 쓴 글");
  await page.clock.install({ time: Date.now() + 24 * 3_600_000 });

  await page.goto("/");
  await expect(page.getByText(dayAndWeekday(today, today), { exact: true })).toBeVisible();
  await page.goto(`/team-dashboard/${teamId}`);
  await expect(page.getByRole("button", { name: "오늘 쓴 글" })).toBeVisible();
  await expect(page.getByText("날이 바뀌었어요")).toBeHidden();
  await page.goto(`/posting/${teamId}`);
  await expect(page.getByText("오늘의 문제")).toBeVisible();
  await expect(page.getByText(/날이 바뀌었어요/)).toBeHidden();

  // Also on the first page of a device, which has no clock from a visit before.
  for (const [path, shown] of [
    [`/team-dashboard/${teamId}`, page.getByRole("button", { name: "오늘 쓴 글" })],
    [`/posting/${teamId}`, page.getByText("오늘의 문제")],
    [`/team-admin/${teamId}`, page.getByText(dayLabel(today)).first()],
  ] as const) {
    await page.evaluate(() => localStorage.removeItem("clock-offset"));
    await page.goto(path);
    await expect(shown).toBeVisible();
    await expect(page.getByText(/날이 바뀌었어요/)).toBeHidden();
  }
});
