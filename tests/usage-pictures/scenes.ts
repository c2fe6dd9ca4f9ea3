import type { Locator, Page } from "@playwright/test";

/** `wide` for desktops, `narrow` for phones. */
export type Frame = "wide" | "narrow";

export interface Scene {
  readonly name: "writing" | "calendar" | "teams";
  /** The signed-in member; a visitor if absent. */
  readonly handle?: string;
  path(teamId: number): string;
  /** Width of the desktop window in CSS pixels. */
  readonly windowWidth: number;
  /** Brings the page into the state to be shown. */
  prepare(page: Page): Promise<void>;
  /** The element at which the picture begins. */
  begin(page: Page, frame: Frame): Locator;
}

const code = `def sweetest(fruits):
    jump, step = [0, fruits[0]], [0, fruits[0]]
    for i in range(1, len(fruits)):
        jump.append(max(jump[i-1], step[i-1]) + fruits[i])
        step.append(jump[i] + fruits[i])
    return max(jump[-1], step[-1])`;

const calendar = (page: Page) => page.getByRole("region", { name: "팀 캘린더" });

/** The subjects of the landing page's slides (spec/ui.md §7). */
export const scenes: readonly Scene[] = [
  {
    name: "writing",
    windowWidth: 960,
    handle: "dotori",
    path: (teamId) => `/posting/${teamId}`,
    async prepare(page) {
      await page.getByPlaceholder("제목을 입력하세요").fill("한 칸과 두 칸을 따로 기억하기");
      await page.getByRole("textbox", { name: "본문" }).click();
      await page.keyboard.type(
        "### 풀이 방법 도출\n한 칸으로 온 경우와 **두 칸으로 온 경우**를 나눠 저장했다.\n",
      );
      await page.keyboard.type("```python ");
      await paste(page, code);
      await page.getByText("max(jump[-1]").first().waitFor();
    },
    begin: (page, frame) =>
      frame === "wide"
        ? page.getByRole("main").locator("details")
        : page.getByRole("toolbar", { name: "서식" }),
  },
  {
    name: "calendar",
    windowWidth: 1060,
    handle: "dotori",
    path: (teamId) => `/team-dashboard/${teamId}`,
    async prepare(page) {
      await page.getByRole("button", { name: "한 달 보기" }).click();
      await calendar(page).getByText("코딩 테스트").first().waitFor();
    },
    begin: calendar,
  },
  {
    name: "teams",
    windowWidth: 960,
    path: () => "/team-list",
    async prepare(page) {
      await page.getByText("하루한문제").first().waitFor();
    },
    begin: (page) => page.getByRole("region", { name: "활동 팀 찾기" }),
  },
];

const paste = (page: Page, text: string) =>
  page.getByRole("textbox", { name: "본문" }).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", data);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
