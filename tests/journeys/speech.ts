import { expect, type Page } from "@playwright/test";

/** What a screen reader would speak on a page, oldest first. */
export interface Speech {
  /** Waits until a text is spoken, by a live region or for a focused element, after the one heard last. */
  hears(text: string | RegExp): Promise<void>;
  /** Everything spoken after the text heard last, which is then forgotten. */
  rest(): string[];
}

/** Records what live regions and focus say on the pages that `page` opens from now on. */
export async function recordSpeech(page: Page): Promise<Speech> {
  const spoken: string[] = [];
  let heard = 0;
  await page.exposeFunction("speak", (text: string) => void spoken.push(text));
  await page.addInitScript(listen);
  return {
    async hears(text) {
      const matches = (one: string) => (typeof text === "string" ? one.includes(text) : text.test(one));
      const found = () => spoken.slice(heard).findIndex(matches);
      // On failure the message lists what was spoken instead.
      await expect
        .poll(() => (found() >= 0 ? "" : `only: ${spoken.slice(heard).join("; ")}`), {
          message: `hears ${text}`,
        })
        .toBe("");
      heard += found() + 1;
    },
    rest: () => spoken.splice(heard),
  };
}

/**
 * Runs in the page. A live region speaks the texts that are added to it, or all of it where it is atomic; one that
 * appears together with its text says nothing, unless it is an alert. What is hidden says nothing.
 */
function listen(): void {
  const { speak } = globalThis as unknown as { speak: (text: string) => void };
  const regions = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]";
  const known = new WeakSet<Element>();
  const textOf = (node: Node | null | undefined) => node?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const isMute = (element: Element) => {
    const modal = document.querySelector("dialog:modal");
    return element.closest("[aria-hidden=true], [inert]") !== null || (modal && !modal.contains(element));
  };

  const hear = (changes: readonly MutationRecord[]) => {
    const added = new Map<Element, Set<string>>();
    for (const { target, addedNodes, type } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
      if (!region || !known.has(region)) continue;
      const isAtomic = region.getAttribute("aria-atomic") !== "false" && region.matches("[role]");
      const nodes = type === "characterData" ? [target] : [...addedNodes];
      if (nodes.length === 0) continue;
      const texts = (isAtomic ? [region] : nodes).map(textOf).filter(Boolean);
      added.set(region, new Set([...(added.get(region) ?? []), ...texts]));
    }
    for (const region of document.querySelectorAll(regions)) {
      if (known.has(region)) continue;
      known.add(region);
      if (region.matches("[role=alert]") && textOf(region)) added.set(region, new Set([textOf(region)]));
    }
    for (const [region, texts] of added) if (!isMute(region)) for (const text of texts) speak(text);
  };
  new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });

  const byIds = (ids: string | null) =>
    (ids ?? "")
      .split(" ")
      .map((id) => textOf(document.getElementById(id)))
      .filter(Boolean)
      .join(" ");
  document.addEventListener("focusin", ({ target }) => {
    const element = target as HTMLElement;
    const { labels } = element as HTMLInputElement;
    const name =
      byIds(element.getAttribute("aria-labelledby")) ||
      element.getAttribute("aria-label") ||
      [...(labels ?? [])].map(textOf).join(" ") ||
      (element.matches("main, input, textarea, [contenteditable]") ? "" : textOf(element));
    const state = (attribute: string, word: string) =>
      element.getAttribute(attribute) === "true" ? word : "";
    speak(
      [
        `[${element.getAttribute("role") ?? element.tagName.toLowerCase()}] ${name}`,
        state("aria-required", "required"),
        state("aria-invalid", "invalid"),
        state("aria-disabled", "unavailable"),
        byIds(element.getAttribute("aria-describedby")),
      ]
        .filter(Boolean)
        .join(", "),
    );
  });
}
