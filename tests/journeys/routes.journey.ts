import type { Page } from "@playwright/test";
import { type DemoSite, everybody, expect, people, test, type Who } from "./demo-site.ts";
import { firstStops, type Stop, stops, titleAt } from "./route-table.ts";
import { frameFaults, screenFaults, sidewaysFaults, titled } from "./screen-faults.ts";
import { go } from "./site.ts";
import { settled } from "./still.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const screens = { 390: phone, 1440: desktop } as const;
type Width = keyof typeof screens;

const tours: readonly (Who | "newcomer")[] = [...everybody, "newcomer"];
const widths: readonly Width[] = [390, 1440];

/** One window goes from route to route; what is wrong anywhere is told together. */
async function tour(demo: DemoSite, who: Who | "newcomer", width: Width): Promise<string[]> {
  const handle = who === "newcomer" ? "new-face" : people[who];
  const page = await demo.open(handle, { ...screens[width], reducedMotion: "reduce" });
  const faults: string[] = [];
  let said: string[] = [];
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  const route = who === "newcomer" ? firstStops : stops[who];
  let before: Stop | undefined;
  // Where an address leads depends on no width.
  for (const stop of route.filter(({ to }) => to === undefined || width === 390)) {
    said = [];
    const found = await visit(page, stop, width, before).catch((error: Error) => [error.message]);
    const isExpected = (text: string) => stop.isRefused === true && /status of 40[0134]/.test(text);
    const errors = said.filter((text) => !isExpected(text)).map((text) => `console: ${text}`);
    faults.push(...[...found, ...errors].map((fault) => `${who} ${width} ${stop.path}: ${fault}`));
    before = stop;
  }
  await page.context().close();
  return faults;
}

/**
 * A phone loads each address, a desk goes on from the one before, except from the landing page, which has no router, and to
 * a page with the same title, by which it is known to be there.
 */
async function enter(page: Page, stop: Stop, width: Width, before: Stop | undefined): Promise<void> {
  const isRouted = before !== undefined && before.path !== "/";
  if (width === 1440 && isRouted && titleAt(before).source !== titleAt(stop).source)
    await go(page, stop.path);
  else await page.goto(stop.path);
  await titled(page, titleAt(stop));
}

async function visit(page: Page, stop: Stop, width: Width, before: Stop | undefined): Promise<string[]> {
  await enter(page, stop, width, before);
  if (stop.to !== undefined) await page.waitForURL((url) => url.pathname === stop.to);
  await settled(page);
  // Where it leads is looked at as a stop of its own.
  if (stop.to !== undefined) return frameFaults(page, titleAt(stop));
  const faults = await frameFaults(page, titleAt(stop));
  for (const narrow of width === 390 ? [360] : [820]) {
    await page.setViewportSize({ ...screens[width].viewport, width: narrow });
    faults.push(...(await sidewaysFaults(page, narrow)));
  }
  await page.setViewportSize(screens[width].viewport);
  faults.push(...(await screenFaults(page, width)));
  for (const [name, open] of Object.entries(stop.opens ?? {})) {
    await open(page);
    await settled(page);
    const inside = await screenFaults(page, width);
    faults.push(...inside.filter((fault) => !faults.includes(fault)).map((fault) => `${name}: ${fault}`));
    await page.keyboard.press("Escape");
  }
  return faults;
}

for (const who of tours)
  for (const width of widths)
    test(`every route keeps its promises to a ${who} at ${width} px`, async ({ demo }) => {
      test.setTimeout(600_000);
      expect(await tour(demo, who, width)).toEqual([]);
    });
