import type { Page } from "@playwright/test";

/** At each frame, which is the default, the page would be painted for it sixty times a second. */
export const often = { polling: 30 };

/** Waits until nothing moves or fades; loading may continue. */
export const unmoving = (page: Page): Promise<void> => still(page, false);

/** Waits until the page is loaded and nothing moves or fades. */
export const settled = (page: Page): Promise<void> => still(page, true);

/** Runs in the page, so it may use nothing of this module. */
function isStill(isLoaded: boolean): boolean {
  const isReady =
    document.querySelector("main h1") !== null &&
    document.querySelector("[aria-busy=true], [class*=_skeleton_]") === null;
  return (
    (!isLoaded || isReady) &&
    document.fonts.status === "loaded" &&
    // Popups have these in the frames before and after their transition.
    document.querySelector("[data-starting-style], [data-ending-style]") === null &&
    document.getAnimations().every(({ playState }) => playState !== "running")
  );
}

/** Waits until the page has been laid out for what has just happened, such as another size of its window. */
export const laidOut = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function still(page: Page, isLoaded: boolean): Promise<void> {
  for (let isStillNow = false; !isStillNow; ) {
    // Its function must not be asynchronous: any promise would end the wait.
    await page.waitForFunction(isStill, isLoaded, often);
    // What has just been rendered begins to move in the next frame. The page may be left meanwhile.
    isStillNow = await laidOut(page)
      .then(() => page.evaluate(isStill, isLoaded))
      .catch(() => false);
  }
}
