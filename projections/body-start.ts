import { isTablePart, textOfHtml } from "#contracts/html";
import { characterEnds, cutTo } from "#contracts/limits";

/** Maximum of UTF-8 bytes of a body in a list. */
const maxBytes = 8192;
/** User-perceived characters of a body in a link preview. */
const previewLength = 120;
const ellipsis = "…";

/** What lists and previews show of a sanitised body. */
interface BodyStart {
  /** The shortened body if it is too long for a list (spec/wire-contract.md §6.1); null if it is shown completely. */
  readonly body_short: string | null;
  /** One line of plain text; null without a body. */
  readonly preview: string | null;
}

export function startOfBody(body: string | null): BodyStart {
  if (body === null) return { body_short: null, preview: null };
  const short = Buffer.byteLength(body) > maxBytes ? cutHtml(body) : null;
  return { body_short: short, preview: cutTo(plainText(short ?? body), previewLength).trim() };
}

/** The visible text of sanitised HTML in one line. */
export function plainText(html: string): string {
  const spaced = html.replace(/<\/(?:p|h[1-6]|li|blockquote|pre|td|th)>|<br>/g, "$& ");
  return textOfHtml(spaced).replace(/\s+/g, " ").trim();
}

const tokens = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g;

/** The beginning of sanitised HTML with its open elements closed. The rest is not parsed. */
function cutHtml(html: string): string {
  let left = maxBytes - Buffer.byteLength(ellipsis);
  const written: string[] = [];
  const ends: string[] = [];
  for (const [token, slash, tag] of html.matchAll(tokens)) {
    if (slash) {
      written.push(token);
      ends.pop();
      continue;
    }
    const end = tag === undefined || tag === "br" || tag === "img" ? "" : `</${tag}>`;
    const kept = tag === undefined ? cutText(token, left) : token;
    const bytes = Buffer.byteLength(kept) + end.length;
    if (bytes > left) break;
    written.push(kept);
    left -= bytes;
    if (end !== "") ends.push(end);
    if (kept.length < token.length) break;
  }
  const closing = ends.reverse();
  // Text is not allowed between table cells.
  const isBetweenCells = isTablePart(closing[0]?.slice(2, -1));
  const after = isBetweenCells ? [...closing, ellipsis] : [ellipsis, ...closing];
  return [...written, ...after].join("");
}

/** The longest beginning within this many bytes that splits neither a user-perceived character nor an entity. */
function cutText(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = 0;
  let left = bytes;
  for (const end of characterEnds(text)) {
    left -= Buffer.byteLength(text.slice(kept, end));
    if (left < 0) break;
    kept = end;
  }
  return text.slice(0, kept).replace(/&[a-z]*$/, "");
}
