import createPurifier, { type Config } from "dompurify";
import {
  allowedAttributes,
  allowedElements,
  droppedWithContent,
  isAllowedElement,
  picturePlaceholder,
  sanitiseAttributes,
} from "#contracts/html";
import { unwrap } from "./unwrap.ts";

const settings: Config = {
  ALLOWED_TAGS: ["#text", ...allowedElements],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...droppedWithContent],
};

/** HTML reduced to the allow-list of contracts/html.ts (spec/wire-contract.md §8); stored bodies pass unchanged. */
export function safeHtml(html: string): string {
  return purify(html, (src) => src);
}

/**
 * A body for display (spec/ui.md §18): sanitised again, with the placeholder replaced by the picture of the post, or
 * dropped without one; a picture without a placeholder is appended.
 */
export function displayBody(html: string, imageUrl: string | null): string {
  const source = imageUrl === null ? undefined : sanitiseAttributes("img", { src: imageUrl }, false)?.src;
  let placed = false;
  const body = purify(html, (src) => {
    placed = true;
    return src === picturePlaceholder ? source : src;
  });
  return source === undefined || placed ? body : `${body}<img src="${source}" alt="">`;
}

/** `pictureSource` maps a picture's `src`; undefined drops the picture. */
function purify(html: string, pictureSource: (src: string) => string | undefined): string {
  const purifier = createPurifier(window);
  purifier.addHook("beforeSanitizeAttributes", (element) => {
    // Skips text nodes, and forms whose inputs shadow their properties; neither has attributes to keep.
    if (!isAllowedElement(element.localName)) return;
    const allowed = allowedAttributesOf(element, pictureSource);
    if (allowed === undefined) {
      if (element.localName === "img") element.remove();
      else unwrap(element);
      return;
    }
    for (const { name } of [...element.attributes]) {
      if (!Object.hasOwn(allowed, name)) element.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(allowed)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
  });
  return purifier.sanitize(html, settings);
}

function allowedAttributesOf(
  element: Element,
  pictureSource: (src: string) => string | undefined,
): Record<string, string> | undefined {
  // Browsers serialise `is` even after the attribute has been removed.
  if (element.hasAttribute("is")) return undefined;
  const given = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const allowed = sanitiseAttributes(element.localName, given, element.closest("pre") !== null);
  if (allowed?.src === undefined) return allowed;
  const src = pictureSource(allowed.src);
  return src === undefined ? undefined : { ...allowed, src };
}
