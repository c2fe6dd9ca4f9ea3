import type { Page } from "@playwright/test";
import { axeFaultsInBothThemes } from "./axe-faults.ts";
import { laidOut, often, settled } from "./still.ts";

/** What axe finds in both themes, after animations have ended. */
export async function faultsInBothThemes(page: Page, still = settled): Promise<string[]> {
  await still(page);
  return axeFaultsInBothThemes(page, still);
}

/** All faults of a screen. Motion and sizes are checked only on a phone, the width also in the narrowest window. */
export async function screenFaults(page: Page, width: number, still = settled): Promise<string[]> {
  const inAnyWidth = [...(await faultsInBothThemes(page, still)), ...(await sidewaysFaults(page, width))];
  if (width !== 390) return inAnyWidth;
  return [
    ...inAnyWidth,
    ...(await narrowestFaults(page, width)),
    ...(await motionFaults(page)),
    ...(await smallTexts(page)),
    ...(await smallTargets(page)),
  ];
}

/** The windows between which a page is resized where no phone is emulated. */
export const windows = { 390: { width: 390, height: 844 }, 1440: { width: 1440, height: 900 } } as const;

/** Everything that can be wrong with what a screen shows at either width; the window ends narrow. */
export async function faultsInBothWidths(page: Page, still = settled): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1440, 390] as const) {
    await page.setViewportSize(windows[width]);
    faults.push(...(await screenFaults(page, width, still)).map((fault) => `${width} ${fault}`));
  }
  return faults;
}

/** Elements that would animate for a user who requests reduced motion. */
const motionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    for (const element of document.querySelectorAll("*"))
      for (const part of [undefined, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        const times = `${style.transitionDuration},${style.animationDuration}`
          .split(",")
          .map(Number.parseFloat);
        if (Math.max(...times) > 0.001)
          faults.add(
            `moves ${Math.max(...times)} s: ${element.tagName}.${element.getAttribute("class")}${part ?? ""}`,
          );
      }
    return [...faults];
  });

/** Visible texts below 12 px, and fields below 16 px, into which an iPhone zooms. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim()) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("svg")) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < 12) faults.push(`text of ${size} px: ${node.textContent.trim().slice(0, 40)}`);
    }
    if (!window.matchMedia("(pointer: coarse)").matches) return faults;
    const fields = "select, textarea, input:not([type=checkbox], [type=radio], [type=file])";
    for (const field of document.querySelectorAll(fields)) {
      const size = Number.parseFloat(getComputedStyle(field).fontSize);
      const name = field.getAttribute("aria-label") ?? field.id;
      if (size < 16 && field.checkVisibility()) faults.push(`field of ${size} px: ${name}`);
    }
    return faults;
  });

/**
 * Controls whose hit area is smaller than 44 by 44 px around their centre. Exceptions are links within a sentence, as
 * in WCAG 2.5.8, and the days of the calendar, for which spec/ui.md §3 defines 42 px.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wanted = 44;
    const faults: string[] = [];
    const controls =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role^=menuitem]";
    const isInSentence = (element: Element) =>
      element.matches("a") &&
      getComputedStyle(element).display === "inline" &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
    const popups = "[role=menu], [role=dialog], [role=alertdialog]";
    const isPopup = [...document.querySelectorAll(popups)].some((popup) => popup.checkVisibility());
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      // Controls covered by an open dialog or menu are checked without it.
      if (isPopup && !control.closest(popups)) continue;
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // Days and line numbers are as close as their rows.
      if (
        control.matches("[data-day], [data-number], :disabled, [hidden], [inert] *") ||
        isInSentence(control)
      )
        continue;
      const target = control.closest("label") ?? control;
      let box = target.getBoundingClientRect();
      if (box.width <= 1 || box.right < 0 || box.bottom + window.scrollY < 0) continue;
      if (box.width >= wanted - 0.5 && box.height >= wanted - 0.5) continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = target.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const reach = wanted / 2 - 1;
      const edges = [
        ...(box.width < wanted - 0.5
          ? [
              [x - reach, y],
              [x + reach, y],
            ]
          : []),
        ...(box.height < wanted - 0.5
          ? [
              [x, y - reach],
              [x, y + reach],
            ]
          : []),
      ] as [number, number][];
      const isHit = edges.every(([px, py]) => {
        const hit = document.elementFromPoint(px, py);
        return (
          hit !== null &&
          (target.contains(hit) || (hit.contains(target) === false && hit.closest("label") === target))
        );
      });
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? control.tagName;
      if (!isHit)
        faults.push(
          `target of ${Math.round(box.width)}×${Math.round(box.height)}: ${control.tagName} ${name.slice(0, 40)}`,
        );
    }
    window.scrollTo(0, 0);
    return faults;
  });

/** The narrowest supported window, on a small phone; the window is `width` wide again afterwards. */
const narrowest = { width: 320, height: 640 };
export async function narrowestFaults(page: Page, width: number): Promise<string[]> {
  const height = page.viewportSize()?.height ?? 844;
  await page.setViewportSize(narrowest);
  // A popover is placed again.
  await laidOut(page);
  const faults = [...(await sidewaysFaults(page, narrowest.width)), ...(await buriedButtons(page))];
  await page.setViewportSize({ width, height });
  return faults;
}

/** The buttons at the foot of a dialog that are reached by scrolling it. */
const buriedButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[role$=dialog] > [class*=_buttons_] > *")]
      .filter((button) => button.getBoundingClientRect().bottom > innerHeight)
      .map((button) => `below a screen of ${innerHeight} px: ${button.textContent}`),
  );

/** What leaves the screen of a phone, or the narrowest window. The window is a phone's before and afterwards. */
export const phoneFaults = async (page: Page): Promise<string[]> => [
  ...(await sidewaysFaults(page, windows[390].width)),
  ...(await narrowestFaults(page, windows[390].width)),
];

/** How far the page scrolls horizontally at this screen width, and what it cuts off or shows outside of the screen. */
export async function sidewaysFaults(page: Page, width: number): Promise<string[]> {
  // A phone shrinks a page that is too wide, so its inner width is not meaningful.
  const wide = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
  const outside = await page.evaluate(outsideOf, width);
  return [
    ...(wide > width ? [`${wide} px wide on a screen of ${width}`] : []),
    ...outside.map((name) => `outside of a screen of ${width}: ${name}`),
  ];
}

/**
 * Runs in the page: visible texts and controls that reach over an edge of the screen. Those inside an element that
 * scrolls, slides or ends its text with an ellipsis within the screen are reachable; links of the header have to fit.
 */
function outsideOf(width: number): string[] {
  const faults = new Set<string>();
  const isContained = (element: Element): boolean => {
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (one.matches("[role=dialog], [role=alertdialog], [role=menu], dialog, header")) return false;
      const { overflowX } = getComputedStyle(one);
      const { left, right } = one.getBoundingClientRect();
      const isInside = left > -1 && right < width + 1;
      if (isInside && /auto|scroll|hidden/.test(overflowX)) return true;
    }
    return false;
  };
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText && !element.matches("button, a, input, select, textarea")) continue;
    const { left, right, width: wide } = element.getBoundingClientRect();
    if (wide <= 1 || (left > -1 && right < width + 1)) continue;
    const isElsewhere = "[aria-hidden=true], [inert], [aria-roledescription]";
    if (element.closest(isElsewhere) || isContained(element)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    faults.add(
      `${element.tagName} ${(element.textContent ?? "").trim().slice(0, 40)} ends at ${Math.round(right)}`,
    );
  }
  for (const nav of document.querySelectorAll("header nav"))
    if (nav.scrollWidth > nav.clientWidth)
      faults.add(`${nav.scrollWidth} px of links in ${nav.clientWidth} px of the header`);
  return [...faults];
}

/** Waits for a title: a name in it comes with its own answer. */
export async function titled(page: Page, title: RegExp): Promise<void> {
  await page
    .waitForFunction((wanted) => new RegExp(wanted).test(document.title), title.source, often)
    .catch(() => undefined);
}

/** Landmarks, headings, title and language. */
export async function frameFaults(page: Page, title: RegExp): Promise<string[]> {
  await titled(page, title);
  const found = await page.evaluate(() => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    return {
      title: document.title,
      lang: document.documentElement.lang,
      main: count("main"),
      header: count("body header"),
      h1: count("h1"),
    };
  });
  const faults: string[] = [];
  if (!title.test(found.title)) faults.push(`title ${found.title} instead of ${title.source}`);
  if (found.lang !== "ko") faults.push(`lang ${found.lang}`);
  if (found.main !== 1) faults.push(`${found.main} main landmarks`);
  if (found.header < 1) faults.push("no header");
  if (found.h1 !== 1) faults.push(`${found.h1} headings of the first level`);
  return faults;
}
