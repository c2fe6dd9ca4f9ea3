import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { settled, themes, windowOf } from "./window.ts";

const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

interface ReadmePicture {
  readonly name: "home" | "team" | "phone";
  /** The window in CSS pixels. */
  readonly window: { readonly width: number; readonly height: number };
  /** Width of the file in pixels. */
  readonly fileWidth: number;
  path(teamId: number): string;
  prepare(page: Page): Promise<void>;
}

const firstArticle = (page: Page) =>
  page.getByRole("list", { name: "이날의 글" }).getByRole("button").first();

/** What the README begins with: whole windows of a manager. */
const pictures: readonly ReadmePicture[] = [
  {
    name: "home",
    window: { width: 1280, height: 800 },
    fileWidth: 1280,
    path: () => "/",
    prepare: (page) => page.getByText("새벽네시반").first().waitFor(),
  },
  {
    name: "team",
    window: { width: 1280, height: 800 },
    fileWidth: 1280,
    path: (teamId) => `/team-dashboard/${teamId}`,
    async prepare(page) {
      await firstArticle(page).click();
      // The page has scrolled to the text by then.
      await page.getByRole("article").locator("p").first().waitFor();
    },
  },
  {
    name: "phone",
    window: { width: 390, height: 780 },
    fileWidth: 520,
    path: (teamId) => `/team-dashboard/${teamId}`,
    prepare: (page) => firstArticle(page).waitFor(),
  },
];

export async function takeReadmePictures(browser: Browser, origin: string, teamId: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, window, fileWidth: width, path, prepare } of pictures) {
    const page = await windowOf(browser, origin, window);
    await page.goto(`/oauth2/authorization/kakao?login_hint=dotori&redirect=${path(teamId)}`);
    await prepare(page);
    for (const colorScheme of themes) {
      await settled(page, colorScheme);
      const picture = await sharp(await page.screenshot())
        .resize({ width })
        .webp({ quality: 78, effort: 6 })
        .toBuffer();
      await writeFile(`${folder}${name}-${colorScheme}.webp`, picture);
      process.stdout.write(`${name}-${colorScheme}.webp  ${Math.round(picture.byteLength / 1000)} kB\n`);
    }
    await page.context().close();
  }
}
