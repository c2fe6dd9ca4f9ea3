import { cutTo } from "#contracts/limits";

/** More than two lines of a card hold. */
const length = 200;

const blockEnd = /<\/(?:p|h[1-6]|li|blockquote|pre)>|<br>/g;

/** The beginning of a body as plain text in one line. */
export function beginningOf(html: string): string {
  const spaced = html.replace(blockEnd, "$& ");
  const { textContent } = new DOMParser().parseFromString(spaced, "text/html").body;
  return cutTo((textContent ?? "").replace(/\s+/g, " ").trim(), length);
}
