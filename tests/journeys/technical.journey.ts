import { axeFaults } from "./axe-faults.ts";
import { expect, test } from "./site.ts";
import { unmoving } from "./still.ts";
import { body, teamOf, title } from "./writing-team.ts";

const sheet = (rows: number, columns: number) =>
  `<table><tbody>${Array.from(
    { length: rows },
    (_, row) =>
      `<tr>${Array.from({ length: columns }, (_, column) => `<td>${row}.${column}</td>`).join("")}</tr>`,
  ).join("")}</tbody></table>`;

test("a day's problem with a reference, an article with inline code and a table, and solved problems", async ({
  site,
  newVisitor,
}) => {
  const handle = `기술-${Math.random().toString(36).slice(2)}`;
  const person = await newVisitor({ handle, name: "글쓴이" });
  const { page, call } = person;
  const { keyboard } = page;
  const teamId = await teamOf(person, { teamName: "기술반" });
  const today = site.today();
  const tool = (label: string) =>
    page.getByRole("toolbar", { name: "서식" }).getByRole("button", { name: label, exact: true });

  await page.goto(`/team-subject/${teamId}/${today}`);
  await page.getByRole("button", { name: "코딩 테스트" }).click();
  await page.getByLabel("문제 이름 (선택)").fill("완주하지 못한 선수");
  await page
    .getByLabel("문제 주소나 번호")
    .fill("https://school.programmers.co.kr/learn/courses/30/lessons/42576");
  await page.getByRole("button", { name: "추가", exact: true }).click();
  await expect(page.getByRole("list", { name: "문제 링크" })).toHaveText(/프로그래머스 42576/);
  await title(page).fill("오늘의 해시");
  await body(page).click();
  await keyboard.type("이름 하나를 찾아요");
  // Pressed inside the text.
  await keyboard.press("Control+Enter");
  await expect
    .poll(async () => {
      const subject = await call<{ problems: unknown[] } | null>(
        "GET",
        `articles/teams/${teamId}/subjects?date=${today}`,
      );
      return subject?.problems;
    })
    .toEqual([{ provider: "programmers", number: "42576", title: "완주하지 못한 선수", url: null }]);

  await page.goto(`/posting/${teamId}`);
  await expect(page.getByRole("list", { name: "문제 링크" })).toHaveText(/프로그래머스 42576/);
  await page.getByLabel("문제 사이트").selectOption({ label: "백준" });
  await page.getByLabel("문제 주소나 번호").fill("1260");
  await page.getByLabel("문제 주소나 번호").press("Enter");
  await body(page).click();
  await keyboard.type("시간은 `O(N)`이고 ");
  await keyboard.press("Control+e");
  await expect(tool("인라인 코드")).toHaveAttribute("aria-pressed", "true");
  await keyboard.type("dict");
  await keyboard.press("Control+e");
  await keyboard.type("를 써요");
  await keyboard.press("Enter");
  await tool("표").click();
  await unmoving(page);
  const heading = await page.getByRole("heading", { name: "표 넣기" }).boundingBox();
  const columns = await page.getByLabel("칸", { exact: true }).boundingBox();
  if (!heading || !columns) throw new Error("the dialog of the table shows no sizes");
  expect(columns.y - (heading.y + heading.height)).toBeGreaterThan(8);
  await page.getByLabel("칸", { exact: true }).selectOption("2");
  await page.getByLabel("줄", { exact: true }).selectOption("2");
  await page.getByRole("button", { name: "넣기", exact: true }).click();
  for (const word of ["방법", "시간", "해시", "O(N)"]) {
    await keyboard.type(word);
    if (word !== "O(N)") await keyboard.press("Tab");
  }
  await tool("표").click();
  await page.getByRole("menuitem", { name: "아래에 줄 추가" }).click();
  await expect(body(page).getByRole("row")).toHaveCount(3);
  await page.evaluate(
    (html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      clipboardData.setData("text/plain", "x");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      const element = document.querySelector("[contenteditable=true]");
      const last = element?.lastElementChild;
      getSelection()?.selectAllChildren(last ?? document.body);
      getSelection()?.collapseToEnd();
      element?.dispatchEvent(event);
    },
    sheet(200, 40),
  );
  await expect(page.getByText("표는 10칸, 30줄까지 넣을 수 있어요")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await title(page).fill("해시로 세기");
  await title(page).press("Control+Enter");
  const posted = async () => {
    const { content } = await call<{ content: { articleBody: string; problems: unknown[] }[] }>(
      "GET",
      `articles/${teamId}/my-page`,
    );
    return content[0];
  };
  await expect
    .poll(async () => (await posted())?.problems)
    .toEqual([
      { provider: "programmers", number: "42576", title: null, url: null },
      { provider: "boj", number: "1260", title: null, url: null },
    ]);
  const { articleBody = "" } = (await posted()) ?? {};
  expect(articleBody.match(/<code class="editor-text-code">/g)).toHaveLength(2);
  expect(articleBody).toMatch(/<table class="editor-table"><tbody><tr><th>.*방법/);

  await page.goto(`/my-dashboard/teams?tab=solved`);
  await expect(page.getByRole("link", { name: "완주하지 못한 선수" })).toBeVisible();
  await expect(page.getByTitle("문제 사이트가 문을 닫아 번호로만 남겨요")).toHaveText("백준 1260");
  expect(await axeFaults(page)).toEqual([]);
});
