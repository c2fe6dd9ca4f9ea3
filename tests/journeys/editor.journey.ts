import type { CDPSession, Page } from "@playwright/test";
import { axeFaults } from "./axe-faults.ts";
import { tabTo } from "./keyboard.ts";
import { expect, test, type Visitor } from "./site.ts";
import { draftKept, teamOf } from "./writing-team.ts";

interface Writer extends Visitor {
  readonly text: ReturnType<Page["locator"]>;
  readonly teamId: string;
  tool(name: string): ReturnType<Page["locator"]>;
}

/** A member with their own team, at an empty article. */
async function writer(
  newVisitor: (options: { handle: string; name: string }) => Promise<Visitor>,
  name: string,
): Promise<Writer> {
  const person = await newVisitor({ handle: `${name}-${Math.random().toString(36).slice(2)}`, name });
  const { page } = person;
  const teamId = await teamOf(person);
  await page.goto(`/posting/${teamId}`);
  await expect(page.getByPlaceholder("제목을 입력하세요")).toBeFocused();
  const text = page.getByRole("textbox", { name: "본문" });
  await page.locator("[contenteditable=true]").click();
  return {
    ...person,
    text,
    teamId: String(teamId),
    tool: (label) =>
      page.getByRole("toolbar", { name: "서식" }).getByRole("button", { name: label, exact: true }),
  };
}

const paste = (page: Page, given: Readonly<Record<string, string>>) =>
  page.getByRole("textbox", { name: "본문" }).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, given);

/** A picture of one colour as a file in the page. */
async function pictureFile(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 300;
    const context = canvas.getContext("2d");
    context?.fillRect(0, 0, 450, 300);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return { name: "풀이.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

test("every tool writes the markup that readers see", async ({ site, newVisitor }) => {
  const { page, text, tool, teamId, call } = await writer(newVisitor, "글쓴이");
  const { keyboard } = page;
  /** Its name ends with what is chosen. */
  const menu = (label: string) => page.getByRole("button", { name: `${label}: ` });
  const pick = async (label: string, choice: string) => {
    await menu(label).click();
    await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
    await expect(text).toBeFocused();
  };
  const line = async (words: string) => {
    await keyboard.type(words);
    await keyboard.press("Enter");
  };

  await expect(tool("실행 취소")).toBeDisabled();
  await expect(menu("글자 크기")).toHaveText("15px");
  for (const [label, words] of [
    ["굵게", "굵은"],
    ["기울임", "기운"],
    ["취소선", "그은"],
    ["위 첨자", "위"],
    ["아래 첨자", "아래"],
  ] as const) {
    await tool(label).click();
    await expect(tool(label)).toHaveAttribute("aria-pressed", "true");
    await keyboard.type(words);
    await tool(label).click();
    await expect(tool(label)).toHaveAttribute("aria-pressed", "false");
  }
  await pick("문단 모양", "제목 2");
  await expect(text.locator("h2")).toBeVisible();
  await pick("문단 모양", "인용");
  await expect(menu("문단 모양")).toHaveText("인용");
  await expect(text.locator("blockquote")).toBeVisible();
  await pick("문단 모양", "본문");
  await pick("글꼴", "Courier New");
  await pick("글자 크기", "24px");
  await pick("글자 색", "빨강");
  await line("꾸민 글");
  await expect(menu("글자 크기")).toHaveText("24px");
  await pick("글꼴", "프리텐다드");
  await pick("글자 크기", "15px (기본)");
  await expect(menu("글자 크기")).toHaveText("15px");
  await pick("글자 크기", "16px");
  await pick("글자 색", "검정");
  await expect(menu("글자 크기")).toHaveText("16px");

  await keyboard.type("노트");
  await keyboard.press("Shift+Home");
  await tool("링크").click();
  const address = page.getByRole("textbox", { name: "링크 주소" });
  await expect(address).toBeFocused();
  await expect(address).toHaveValue("https://");
  await keyboard.type("note.example/a");
  await keyboard.press("Enter");
  await expect(text).toBeFocused();
  await expect(page.getByRole("group", { name: "링크", exact: true }).getByRole("link")).toHaveText(
    "https://note.example/a",
  );
  await keyboard.press("Enter");

  for (const [label, words] of [
    ["번호 목록", "첫째"],
    ["글머리 목록", "점"],
    ["체크 목록", "할 일"],
  ] as const) {
    await tool(label).click();
    await line(words);
    await keyboard.press("Enter");
  }
  const box = text.getByRole("checkbox", { name: "할 일" });
  await box.click({ position: { x: 8, y: 12 } });
  await expect(box).toBeChecked();
  await text.getByText("할 일").click();
  await keyboard.press("End");
  await keyboard.press("ArrowDown");

  await tool("이미지").click();
  await page.getByLabel("이미지 파일").setInputFiles(await pictureFile(page));
  await page.getByLabel("이미지 설명").fill("상태 그림");
  await page.getByRole("button", { name: "추가하기" }).click();
  const picture = text.getByRole("img", { name: "상태 그림" });
  await expect(picture).toBeVisible();
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(600);

  await text.press("Control+End");
  await keyboard.press("Enter");
  await tool("코드 블록").click();
  await keyboard.type("x = 1");
  await page.getByLabel("코드 언어").selectOption("java");
  await expect(text.locator("[data-language=java]")).toBeVisible();
  await text.press("Control+End");
  await keyboard.press("ArrowDown");
  await tool("템플릿").click();
  await expect(text.getByText("핵심 코드 삽입 및 설명")).toBeVisible();
  await tool("실행 취소").click();
  await expect(text.getByText("핵심 코드 삽입 및 설명")).toBeHidden();
  await tool("다시 실행").click();

  await page.getByPlaceholder("제목을 입력하세요").fill("도구 모두");
  await page.getByRole("button", { name: "작성 완료" }).click();
  await expect(page.getByText("글쓰기를 완료했어요")).toBeVisible();

  const { content } = await call<{ content: { articleBody: string; imageUrl: string }[] }>(
    "GET",
    `articles/${teamId}/by-date?date=${site.today()}&page=0`,
  );
  const body = content[0]?.articleBody ?? "";
  for (const part of [
    `<strong class="editor-text-bold" style="white-space: pre-wrap;">굵은</strong>`,
    `<sup style="white-space: pre-wrap;"><span class="editor-text-superscript">위</span></sup>`,
    `<span style="font-family: Courier New, monospace; font-size: 24px; color: rgb(239, 37, 40); white-space: pre-wrap;">꾸민 글</span>`,
    `<a href="https://note.example/a" target="_blank" rel="noopener noreferrer" class="editor-link">`,
    `<ol><li value="1" class="editor-listitem">`,
    `role="checkbox" aria-checked="true"`,
    `<img src="?" alt="상태 그림">`,
    `data-highlight-language="java"`,
  ]) {
    expect(body).toContain(part);
  }
  expect(content[0]?.imageUrl).toMatch(/^\/images\/.*\.jpg$/);

  await page.getByRole("button", { name: "도구 모두" }).click();
  await expect(page.getByRole("img", { name: "상태 그림" })).toBeVisible();
  await expect(page.getByRole("link", { name: "노트" })).toHaveAttribute("href", "https://note.example/a");
  await expect(page.getByRole("button", { name: "복사하기" })).toBeVisible();
});

test("a link is cancelled with Escape, rejected while it is not an address, and removed", async ({
  newVisitor,
}) => {
  const { page, text, tool } = await writer(newVisitor, "고리");
  const { keyboard } = page;
  const address = page.getByRole("textbox", { name: "링크 주소" });
  const box = page.getByRole("group", { name: "링크", exact: true });
  await keyboard.type("정리 노트");
  await tool("링크").click();
  await keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(text.locator("a")).toHaveCount(0);
  await expect(text).toHaveText("정리 노트");

  await tool("링크").click();
  await address.fill("javascript:alert(1)");
  await keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await address.fill("https://note.example");
  await keyboard.press("Enter");
  await expect(text.locator("a")).toHaveText("노트");

  await box.getByRole("button", { name: "링크 수정" }).click();
  await address.fill("https://other.example");
  await keyboard.press("Escape");
  await expect(text.locator("a")).toHaveAttribute("href", "https://note.example");
  await expect(text).toBeFocused();
  await keyboard.press("Control+k");
  await address.fill("mailto:study@example.com");
  await keyboard.press("Enter");
  await expect(text.locator("a")).toHaveAttribute("href", "mailto:study@example.com");
  await expect(tool("링크")).toHaveAttribute("aria-pressed", "true");
  await tool("링크").click();
  await expect(text.locator("a")).toHaveCount(0);
  await expect(text).toHaveText("정리 노트");

  await tool("링크").click();
  // Simulates fetching the address from another window.
  await address.dispatchEvent("focusout");
  await expect(address).toBeFocused();
  const title = page.getByPlaceholder("제목을 입력하세요");
  await title.click();
  await expect(text.locator("a")).toHaveCount(0);

  await text.click();
  await tool("링크").click();
  await keyboard.insertText("https://kept.example");
  await expect(address).toHaveValue("https://kept.example");
  await title.click();
  await expect(text.locator("a")).toHaveAttribute("href", "https://kept.example");
  await keyboard.type("제목");
  await expect(title).toHaveValue("제목");
  await expect(text).toHaveText("정리 노트");
});

test("pasting inserts links, code and allowed content; copying without a selection copies the line", async ({
  newVisitor,
}) => {
  const { page, text } = await writer(newVisitor, "붙임");
  const { keyboard } = page;
  await paste(page, { "text/plain": " https://note.example/a " });
  await expect(text.locator("a[target=_blank]")).toHaveText("https://note.example/a");
  await keyboard.press("Enter");
  await paste(page, { "text/plain": "def f(x):\n    if x is None:\n        return 0\n    return x\n" });
  await expect(text.locator("[data-language=python]")).toHaveAttribute("data-gutter", "1\n2\n3\n4");
  await keyboard.press("ArrowDown");
  await paste(page, {
    "text/plain": "표 칸",
    "text/html":
      '<h2 style="position:fixed;color:red">표</h2><script>alert(1)</script><p style="font-size:20px"><u>밑줄</u> <span style="color:#3C42E0">색</span></p><img src="https://else.example/a.png">',
  });
  await expect(text.locator("h2")).toHaveText("표");
  await expect(text.locator("u, img, script")).toHaveCount(0);
  await expect(text.getByText("색", { exact: true })).toHaveCSS("color", "rgb(60, 66, 224)");

  await text.locator("h2").click();
  const copied = await text.evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return [clipboardData.getData("text/plain"), clipboardData.getData("text/html")];
  });
  expect(copied[0]).toBe("표");
  expect(copied[1]).toContain("표");

  const button = page.getByRole("button", { name: "복사하기" });
  await page.getByPlaceholder("제목을 입력하세요").hover();
  await expect(button).toHaveCSS("opacity", "0");
  await text.locator("code").hover();
  await expect(button).toHaveCSS("opacity", "1");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button.click();
  await expect(page.getByRole("button", { name: "복사완료!" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("        return 0\n");
  await expect(page.getByRole("button", { name: "복사하기" })).toBeVisible();
});

test("keys and copying act at the click or key before them, however busy the page is", async ({
  newVisitor,
}) => {
  const { page, text } = await writer(newVisitor, "바쁨");
  const { keyboard, mouse } = page;
  const words = ["하나", "둘", "셋"];
  for (const word of words) {
    await keyboard.type(word);
    if (word !== "셋") await keyboard.press("Enter");
  }
  await expect(text.locator("p")).toHaveText(words);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  /** Acts while the page does something else; the browser passes everything on afterwards, at once. */
  const whileBusy = async (...acts: (() => Promise<void>)[]) => {
    const busy = page.evaluate(() => {
      for (const until = performance.now() + 300; performance.now() < until; );
    });
    await Promise.all([busy, ...acts.map((act) => act())]);
  };
  const click = [() => mouse.down(), () => mouse.up()];
  // The order of the browser's events varies.
  for (let n = 0; n < 9; n += 1) {
    const word = words[n % 3] as string;
    await text.getByText(word).hover();
    await whileBusy(...click, () => keyboard.press("Control+c"));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(word);
  }
  for (const word of ["하나", "셋"]) {
    await text.getByText(word).hover();
    await whileBusy(...click, ...["End", "Enter"].map((key) => () => keyboard.press(key)));
  }
  await expect(text.locator("p")).toHaveText(["하나", "", "둘", "셋", ""]);
});

test("a picked picture tells how to delete it, a second one is refused; their window keeps its words", async ({
  newVisitor,
}) => {
  const { page, text, tool } = await writer(newVisitor, "그림");
  const file = await pictureFile(page);
  await tool("이미지").click();
  const description = page.getByLabel("이미지 설명");
  await description.fill("상태 그림");
  await page.keyboard.press("Escape");
  await expect(description).toBeHidden();
  await tool("이미지").click();
  await expect(description).toHaveValue("상태 그림");
  await page.getByRole("button", { name: "취소" }).click();
  const drop = async () => {
    await text.evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], "a.png", { type: "image/png" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, file.buffer.toString("base64"));
  };
  await drop();
  const picture = text.getByRole("img", { name: "붙여넣은 이미지" });
  await expect(picture).toBeVisible();
  await drop();
  await expect(page.getByText("이미지는 최대 하나 까지만 넣을 수 있어요")).toBeVisible();
  await page.getByRole("button", { name: "확인" }).click();
  await expect(picture).toHaveCount(1);
  // The button refuses a second one, too, and the cursor stays.
  await page.keyboard.type("글");
  await tool("이미지").click();
  await expect(description).toBeHidden();
  await page.getByRole("button", { name: "확인" }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type("자");
  await expect(text.locator("p").last()).toHaveText("글자");
  await picture.click();
  await expect(page.getByText("backspace 또는 del 키를 통해 삭제")).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(picture).toHaveCount(0);

  await tool("이미지").click();
  const other = { name: "풀이.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") };
  await page.getByLabel("이미지 파일").setInputFiles(other);
  await expect(page.getByText("이미지 파일만 넣을 수 있어요: 풀이.pdf")).toBeVisible();
  await page.getByRole("button", { name: "확인" }).click();
  await page.getByRole("button", { name: "취소" }).click();

  await text.evaluate((element, data) => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    dataTransfer.items.add(new File(["x"], "a.pdf", { type: "application/pdf" }));
    dataTransfer.items.add(new File([bytes], "b.png", { type: "image/png" }));
    const { left, top } = element.getBoundingClientRect();
    const place = { clientX: left + 60, clientY: top + 40, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent("drop", { ...place, dataTransfer }));
  }, file.buffer.toString("base64"));
  await expect(picture).toHaveCount(1);
});

test("the keyboard reaches every tool, lists and blocks, and is never trapped", async ({ newVisitor }) => {
  const { page, text, tool } = await writer(newVisitor, "글쇠");
  const { keyboard } = page;
  await keyboard.type("첫 문단");
  await keyboard.press("Enter");
  await keyboard.type("둘째");
  await keyboard.press("Alt+F10");
  const tools = page.getByRole("toolbar", { name: "서식" }).locator("button:enabled");
  const count = await tools.count();
  const seen = new Set<string>();
  for (let step = 0; step < count; step += 1) {
    seen.add((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "");
    await keyboard.press("ArrowRight");
  }
  expect(seen.size).toBe(count);
  expect(await page.locator("[role=toolbar] button[tabindex='0']").count()).toBe(1);

  await tool("굵게").focus();
  await keyboard.press("Enter");
  await expect(text).toBeFocused();
  await keyboard.type("굵게");
  await expect(text.locator("strong")).toHaveText("굵게");

  await keyboard.press("Alt+Shift+ArrowUp");
  await expect(text.locator("p").first()).toHaveText("둘째굵게");
  await keyboard.press("Alt+Shift+ArrowDown");
  await expect(text.locator("p").first()).toHaveText("첫 문단");

  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.type("- 한 단계");
  await expect(text.locator("ul ul li").last()).toHaveText("한 단계");
  for (let level = 0; level < 8; level += 1) await keyboard.press("Tab");
  expect(await text.evaluate((element) => element.querySelectorAll("ul").length)).toBe(6);
  await keyboard.press("Shift+Tab");
  expect(await text.evaluate((element) => element.querySelectorAll("ul").length)).toBe(5);
  await keyboard.press("Escape");
  await expect(text).toBeFocused();
  await keyboard.press("Tab");
  await expect(text).not.toBeFocused();
  // Not at the top of the page, but behind the text.
  expect(
    await text.evaluate((element) => element.compareDocumentPosition(document.activeElement ?? element)),
  ).toBe(4);
  await keyboard.press("Shift+Tab");
  await expect(text).toBeFocused();
  await keyboard.type("!");
  await expect(text.locator("li").last()).toHaveText("한 단계!");
  // Another field takes the selection of the browser.
  await page.getByPlaceholder("제목을 입력하세요").focus();
  await tabTo(page, text);
  await keyboard.type("?");
  await expect(text.locator("li").last()).toHaveText("한 단계!?");
});

test("a block is dragged to another position, or moved between two clicks", async ({ newVisitor }) => {
  const { page, text, tool } = await writer(newVisitor, "끌기");
  for (const words of ["하나", "둘", "셋"]) {
    await page.keyboard.type(words);
    if (words !== "셋") await page.keyboard.press("Enter");
  }
  await text.getByText("셋").hover();
  await page.locator("[data-block-handle]").hover();
  await page.mouse.down();
  const first = await text.getByText("하나").boundingBox();
  await page.mouse.move((first?.x ?? 0) + 5, (first?.y ?? 0) + 2, { steps: 4 });
  await page.mouse.up();
  await expect(text.locator("p")).toHaveText(["셋", "하나", "둘"]);
  await tool("실행 취소").click();
  await expect(text.locator("p")).toHaveText(["하나", "둘", "셋"]);

  await text.getByText("둘").hover();
  await page.locator("[data-block-handle]").click();
  await text.getByText("하나").click({ position: { x: 5, y: 2 } });
  await expect(text.locator("p")).toHaveText(["둘", "하나", "셋"]);
});

test("on a phone the tools are one row, are large enough for touch and never cover the current line", async ({
  newVisitor,
}) => {
  const { page, tool, text } = await writer(newVisitor, "전화");
  await page.setViewportSize({ width: 390, height: 844 });
  // A narrow window with a mouse has the same ones.
  await expect.poll(async () => (await tool("실행 취소").boundingBox())?.height).toBe(44);
  // The tools are one row that scrolls sideways, and the page does not.
  const row = page.getByRole("toolbar", { name: "서식" }).locator("> div").first();
  expect(await row.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await session.send("Emulation.setEmitTouchEventsForMouse", { enabled: true });
  await expect(tool("굵게")).toBeVisible();
  const undo = await tool("실행 취소").boundingBox();
  const image = await tool("이미지").boundingBox();
  expect(image?.y).toBe(undo?.y);
  await page.getByPlaceholder("제목을 입력하세요").evaluate(() => scrollTo(0, 0));
  expect((await text.boundingBox())?.y).toBeLessThan(844 / 2);
  expect(undo?.width).toBeGreaterThanOrEqual(44);

  const lines = Array.from({ length: 45 }, (_, line) => `<p>${line}</p>`).join("");
  await paste(page, { "text/html": lines });
  await expect(text.locator("p").filter({ hasText: /^44$/ })).toBeInViewport();
  for (let line = 44; line > 22; line -= 1) await page.keyboard.press("ArrowUp");
  const written = text.locator("p").filter({ hasText: /^22$/ });
  // The lines above are behind the toolbar: the page has scrolled no further than needed.
  await expect(text.locator("p").filter({ hasText: /^5$/ })).not.toBeInViewport();
  await expect
    .poll(async () => {
      const top = await written.boundingBox();
      const tools = await tool("이미지").boundingBox();
      return top && tools && top.y - (tools.y + tools.height);
    })
    .toBeGreaterThan(0);
});

test("the filled editor has no axe violation", async ({ newVisitor }) => {
  const { page, text } = await writer(newVisitor, "검사");
  const { keyboard } = page;
  await keyboard.type("# 제목");
  await keyboard.press("Enter");
  await keyboard.type("- [ ] 할 일");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.type("속");
  await keyboard.press("Enter");
  await expect(text.getByRole("checkbox")).toHaveCount(3);
  await text.press("Control+End");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await paste(page, { "text/plain": "https://note.example" });
  await keyboard.press("Enter");
  await keyboard.type("```python ");
  await keyboard.type("x = 1");
  // Axe's best practices do not know list items that are checkboxes, which the contract requires.
  expect(await axeFaults(page, "wcag")).toEqual([]);
});

/** Types a syllable like a Korean input method: each step replaces the composition. */
async function compose(session: CDPSession, steps: readonly string[], isFinished = true): Promise<void> {
  for (const step of steps) {
    await session.send("Input.imeSetComposition", {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    });
  }
  const last = steps.at(-1) ?? "";
  if (isFinished) await session.send("Input.insertText", { text: last });
}

test("Korean is typed by composition: words, Enter, deletion, formats, pasting", async ({ newVisitor }) => {
  const { page, text, tool, context } = await writer(newVisitor, "한글");
  const { keyboard } = page;
  const session = await context.newCDPSession(page);
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));

  await compose(session, ["ㅎ", "하", "한"]);
  await compose(session, ["ㄱ", "그", "글"]);
  await expect(text).toHaveText("한글");

  // Enter during a composition: the input method completes it first.
  await compose(session, ["ㄱ", "가"]);
  await keyboard.press("Enter");
  await compose(session, ["ㄴ", "나"]);
  await expect(text.locator("p")).toHaveText(["한글가", "나"]);

  // Deleting inside a syllable removes its letters one by one.
  await compose(session, ["ㄷ", "다", "달", "다", "ㄷ", ""], false);
  await expect(text.locator("p")).toHaveText(["한글가", "나"]);
  await compose(session, ["ㄹ", "라"]);
  await keyboard.press("Backspace");
  await expect(text.locator("p")).toHaveText(["한글가", "나"]);

  await tool("굵게").click();
  await compose(session, ["ㄱ", "구", "굵"]);
  await compose(session, ["ㄱ", "거", "것"]);
  await expect(text.locator("strong")).toHaveText("굵것");
  await tool("굵게").click();
  await compose(session, ["ㅂ", "보"]);
  await expect(text.locator("strong")).toHaveText("굵것");
  await expect(text.locator("p")).toHaveText(["한글가", "나굵것보"]);

  await paste(page, { "text/plain": "붙인 글" });
  await compose(session, ["ㄲ", "끝"]);
  await expect(text.locator("p")).toHaveText(["한글가", "나굵것보붙인 글끝"]);
  await keyboard.press("ArrowLeft");
  await compose(session, ["ㅅ", "새"]);
  await expect(text.locator("p")).toHaveText(["한글가", "나굵것보붙인 글새끝"]);

  await keyboard.press("End");
  await keyboard.press("Enter");
  await keyboard.type("- ");
  await compose(session, ["ㅁ", "모", "목"]);
  await keyboard.press("Enter");
  await compose(session, ["ㄷ", "두"]);
  await expect(text.locator("li")).toHaveText(["목", "두"]);
  await tool("실행 취소").click();
  await expect(text).not.toContainText("두");

  await keyboard.press("Enter");
  await keyboard.type("**");
  await compose(session, ["ㄱ", "강"]);
  await keyboard.type("**");
  await expect(text.locator("strong").last()).toHaveText("강");
  await text.press("Control+End");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("```python ");
  await keyboard.type("# ");
  await compose(session, ["ㅈ", "주"]);
  await compose(session, ["ㅅ", "서", "석"]);
  await expect(text.locator("code .o")).toHaveText("# 주석");
  expect(faults).toEqual([]);
});

test("the title counts a composed syllable, and is cut only after the composition", async ({
  newVisitor,
}) => {
  const { page, text, context } = await writer(newVisitor, "길이");
  const session = await context.newCDPSession(page);
  const title = page.getByPlaceholder("제목을 입력하세요");
  await title.fill("가".repeat(49));
  await compose(session, ["ㄴ", "나", "난"], false);
  await expect(title).toHaveValue(`${"가".repeat(49)}난`);
  await expect(page.getByText("50/50자")).toBeVisible();
  await session.send("Input.insertText", { text: "난" });
  await compose(session, ["ㄷ", "다"]);
  await expect(title).toHaveValue(`${"가".repeat(49)}난`);

  // More than fits is counted no further than the limit while it is composed.
  await compose(session, ["ㄷ", "다"], false);
  await expect(page.getByText("50/50자")).toBeVisible();
  await session.send("Input.insertText", { text: "다" });

  // In the middle of a full title the new syllable is removed, not the last one.
  await title.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  await compose(session, ["ㄷ", "다"]);
  await page.keyboard.insertText("라");
  await expect(title).toHaveValue(`${"가".repeat(49)}난`);
  expect(await title.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);

  // Enter during a composition acts once after it.
  const press = async (modifiers: number) => {
    const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers };
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await session.send("Input.insertText", { text: "끝" });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  };
  await title.fill("");
  await compose(session, ["ㄲ", "끝"], false);
  await press(0);
  await expect(text).toBeFocused();
  await compose(session, ["ㄲ", "끝"], false);
  await press(2);
  await expect(page.getByText("글쓰기를 완료했어요")).toHaveCount(1);
  await page.getByRole("button", { name: "끝" }).click();
  await expect(page.getByRole("main").locator("p").filter({ hasText: /^끝$/ })).toBeVisible();
});

test("a click during a composition keeps the view, and the next letters land at it", async ({
  newVisitor,
}) => {
  const { page, text, context } = await writer(newVisitor, "보기");
  const session = await context.newCDPSession(page);
  const lines = Array.from({ length: 60 }, (_, line) => `<p>${line}줄</p>`).join("");
  await paste(page, { "text/html": lines });
  await compose(session, ["ㄱ", "가"], false);
  await text.hover();
  await page.mouse.wheel(0, -1400);
  const clicked = text.locator("p").filter({ hasText: "20줄" });
  await clicked.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await clicked.click();
  await page.keyboard.type("!");
  await expect(text.locator("p").filter({ hasText: "20" })).toHaveText("20줄!");
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("the caret is behind the syllable, in Pretendard", async ({ newVisitor }) => {
  const { page, text, context } = await writer(newVisitor, "깜박이");
  const session = await context.newCDPSession(page);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("16px Pretendard", "한글"))).toBe(true);
  /** The position of the caret, and the expected one from the widths of the font: behind `before`. */
  const caret = (before: string) =>
    page.evaluate((words) => {
      const range = document.getSelection()?.getRangeAt(0).getBoundingClientRect();
      const line = document.querySelector("[contenteditable=true] p");
      const brush = document.createElement("canvas").getContext("2d");
      if (!range || !line || !brush) throw new Error("no caret");
      const { font, letterSpacing } = getComputedStyle(line);
      brush.font = font;
      brush.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
      return { x: range.right, wanted: line.getBoundingClientRect().left + brush.measureText(words).width };
    }, before);
  const type = async (syllables: readonly (readonly string[])[], before: string) => {
    let written = before;
    for (const steps of syllables) {
      for (const step of steps) {
        await compose(session, [step], false);
        const { x, wanted } = await caret(written + step);
        expect(Math.abs(x - wanted)).toBeLessThan(1);
      }
      written += steps.at(-1);
      await session.send("Input.insertText", { text: steps.at(-1) ?? "" });
    }
  };
  const words = [
    ["ㅎ", "하", "한"],
    ["ㄱ", "그", "글"],
    ["ㅇ", "이"],
  ];
  await type(words, "");
  await expect(text).toHaveText("한글이");
  await page.keyboard.press("ArrowLeft");
  await type([["ㅆ", "쓰", "쓴"]], "한글");
  await expect(text).toHaveText("한글쓴이");
});

test("very long code is pasted, stored, sent and read, without colours", async ({ newVisitor }) => {
  const { page, text, tool } = await writer(newVisitor, "긴코드");
  const codes = [
    Array.from({ length: 60_000 }, (_, n) => n).join(" "),
    Array.from({ length: 4000 }, (_, n) => `if (${n}) x();`).join("\n"),
  ];
  for (const code of codes) {
    await tool("코드 블록").click();
    await paste(page, { "text/plain": code });
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.type("끝");
  await expect(draftKept(page)).toBeVisible();
  await page.getByPlaceholder("제목을 입력하세요").fill("긴 코드");
  await page.getByRole("button", { name: "작성 완료" }).click();
  await expect(page.getByText("글쓰기를 완료했어요")).toBeVisible();
  await page.getByRole("button", { name: "긴 코드" }).click();
  await expect(page.locator("[data-line]")).toHaveCount(4001);
  expect(await page.locator("[data-line]").first().textContent()).toBe(codes[0]);
  await expect(text).toHaveCount(0);
});
