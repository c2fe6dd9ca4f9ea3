/**
 * `npm run screenshots`: takes the pictures of the landing page's usage slides and of the README from the running
 * product; `npm run screenshots -- readme` only the latter.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { findOrInstallBrowser } from "../support/browser.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { withoutDurability, withPostgres } from "../support/with-postgres.ts";
import { furnish } from "./furnish.ts";
import { takeReadmePictures } from "./readme.ts";
import { type Frame, type Scene, scenes } from "./scenes.ts";
import { settled, themes, windowOf } from "./window.ts";

const folder = fileURLToPath(new URL("../../web/src/features/landing/pictures/", import.meta.url));

/** Margins in CSS pixels, size of the shown part, and width in pixels of the file. */
const frames = {
  wide: { margin: 20, part: { width: 860, height: 544 }, fileWidth: 1252 },
  narrow: { margin: 12, part: { width: 378, height: 362 }, fileWidth: 688 },
} as const;
const phone = { width: 390, height: 1200 };

async function take(browser: Browser, origin: string, teamId: number, scene: Scene): Promise<void> {
  const page = await windowOf(browser, origin, { width: scene.windowWidth, height: 1200 });
  const path = scene.path(teamId);
  const login = `/oauth2/authorization/kakao?login_hint=${scene.handle}&redirect=${path}`;
  await page.goto(scene.handle ? login : path);
  await scene.prepare(page);
  for (const frame of ["wide", "narrow"] as const) {
    if (frame === "narrow") await page.setViewportSize(phone);
    for (const colorScheme of themes) {
      await settled(page, colorScheme);
      await keep(`${scene.name}-${frame}-${colorScheme}.webp`, await shoot(page, scene, frame), frame);
    }
  }
  await page.context().close();
}

async function shoot(page: Page, scene: Scene, frame: Frame): Promise<Buffer> {
  const box = await scene.begin(page, frame).boundingBox();
  if (!box) throw new Error(`${scene.name} is not to be seen`);
  const { margin, part } = frames[frame];
  const x = Math.max(0, box.x - margin);
  const width = Math.min(part.width, (page.viewportSize()?.width ?? 0) - x);
  const height = (width * part.height) / part.width;
  return page.screenshot({ clip: { x, y: box.y - margin, width, height } });
}

async function keep(file: string, png: Buffer, frame: Frame): Promise<void> {
  const { fileWidth: width, part } = frames[frame];
  const height = Math.round((width * part.height) / part.width);
  const picture = await sharp(png).resize({ width, height }).webp({ quality: 82, effort: 6 }).toBuffer();
  await writeFile(folder + file, picture);
  process.stdout.write(`${file}  ${Math.round(picture.byteLength / 1000)} kB\n`);
}

await mkdir(folder, { recursive: true });
await withPostgres(async (databaseUrl) => {
  const server = await startServerProcess({ port: await freePort(), databaseUrl, args: [] });
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args });
  try {
    const teamId = await furnish(server.origin);
    if (process.argv[2] !== "readme")
      for (const scene of scenes) await take(browser, server.origin, teamId, scene);
    await takeReadmePictures(browser, server.origin, teamId);
  } finally {
    await browser.close();
    await server.stop();
  }
}, withoutDurability);
