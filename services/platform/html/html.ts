import { Parser } from "htmlparser2";
import {
  droppedWithContent,
  isAllowedElement,
  isMisplaced,
  isTablePart,
  isVisuallyEmpty,
  picturePlaceholder,
  sanitiseAttribute,
  sanitiseAttributes,
} from "#contracts/html";
import { normalise } from "#contracts/limits";

export interface SanitisedBody {
  readonly html: string;
  /** Whether it contains a placeholder for a picture. */
  readonly hasImage: boolean;
  /** Whether it has neither a visible character nor a picture. */
  readonly isEmpty: boolean;
}

export interface SanitiseOptions {
  /** Whether the request contains a picture: the first `<img>` then becomes its placeholder. */
  readonly uploaded: boolean;
  /** Origin of the site; absolute picture addresses on it are shortened to their path. */
  readonly origin: string;
}

/**
 * Turns a body into its stored form (spec/wire-contract.md §7, §8): only what contracts/html.ts allows, at most one
 * picture, serialised as browsers do. Idempotent, and linear in the size of the input.
 */
export function sanitiseBody(html: string, options: SanitiseOptions): SanitisedBody {
  let clean: string;
  try {
    clean = tidy(filter(html, options));
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    clean = tidy(filter(withoutTags(html), options));
  }
  const isEmpty = !startsVisibly.test(clean) && isVisuallyEmpty(clean);
  return { html: clean, hasImage: clean.includes("<img "), isEmpty };
}

/** Sanitises a body as the client sent it. */
export const sanitiseSent = (html: string, options: SanitiseOptions): SanitisedBody =>
  sanitiseBody(normalise(html), options);

/** Matches at the first visible character of sanitised HTML, because parsing a long text is the most expensive step. */
const startsVisibly =
  /(?:^|>)[^<&]*?(?:&(?:lt|gt|amp);|[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800<&])/u;

/** Far more than any editor nests; bounds the parser's search for matching tags. */
const openElements = 500;

/** More than a megabyte of highlighted code contains. The number of tags determines how long sanitising takes. */
const maxTags = 50_000;

class TooMuchMarkup extends Error {}

interface Filtered {
  /** HTML with only the tags and attributes of the allow-list, nested as the parser nests it. */
  readonly html: string;
  /** For each opening tag, whether it is allowed in its position. */
  readonly stays: readonly boolean[];
}

function filter(html: string, options: SanitiseOptions): Filtered {
  const pictureSource = onePicture(options);
  const stays: boolean[] = [];
  let written = "";
  let tags = 0;
  /** Elements that the parser has open, each with whether it stays, and those of them that stay. */
  const parsed: { readonly tag: string; isStaying: boolean }[] = [];
  const open: string[] = [];
  /** Number of open elements from one on that is dropped with its content. */
  let dropped = 0;
  const parser = new Parser({
    onopentag(tag, given) {
      tags += 1;
      const element = { tag, isStaying: false };
      if (parsed.push(element) > openElements || tags > maxTags) throw new TooMuchMarkup();
      if (dropped > 0 || droppedWithContent.includes(tag)) {
        dropped += 1;
        return;
      }
      if (!isAllowedElement(tag)) return;
      const attributes = tag === "img" ? { ...given, src: pictureSource(given.src) } : given;
      const allowed = sanitiseAttributes(tag, attributes, open.includes("pre"));
      const isStaying = allowed !== undefined && !isMisplaced(tag, open);
      stays.push(isStaying);
      const texts = Object.entries(allowed ?? {}).map(([name, value]) => ` ${name}="${quoted(value)}"`);
      written += `<${tag}${texts.join("")}${isVoid(tag) ? " />" : ">"}`;
      if (!isStaying) return;
      element.isStaying = true;
      open.push(tag);
    },
    ontext(text) {
      if (dropped === 0) written += escaped(text);
    },
    onclosetag(tag) {
      // At the end of the input the parser also closes a tag that it has not opened.
      if (parsed.at(-1)?.tag !== tag) return;
      if (parsed.pop()?.isStaying) open.pop();
      if (dropped > 0) dropped -= 1;
      else if (isAllowedElement(tag) && !isVoid(tag)) written += `</${tag}>`;
    },
  });
  parser.end(html);
  return { html: written, stays };
}

const isVoid = (tag: string) => tag === "br" || tag === "img";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quoted = (value: string) => escaped(value).replaceAll('"', "&quot;");

/**
 * Returns a function that maps each picture's source in turn (spec/wire-contract.md §7); the empty text removes the
 * picture.
 */
function onePicture({ uploaded, origin }: SanitiseOptions): (src: string | undefined) => string {
  let found = false;
  return (src = "") => {
    if (found) return "";
    const path = src.trim().startsWith(`${origin}/`) ? src.trim().slice(origin.length) : src;
    const allowed = uploaded ? picturePlaceholder : sanitiseAttribute("img", "src", path, false);
    found = allowed !== undefined;
    return allowed ?? "";
  };
}

const tokens = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g;

const tableTags = /^(?:table|tbody|tr|th|td)$/;
const isBlank = (text: string) => /^[ \t\n\f\r]*$/.test(text);

/** Like `stays`, without the tags of tables that have text outside of cells, because browsers would move that text. */
function withoutInvalidTables({ html, stays }: Filtered): readonly boolean[] {
  if (!html.includes("<table")) return stays;
  const result = [...stays];
  const open: string[] = [];
  let opened = 0;
  let parts: number[] = [];
  let isInvalid = false;
  for (const [token, slash, tag] of html.matchAll(tokens)) {
    if (tag === undefined) {
      isInvalid ||= isTablePart(open.at(-1)) && !isBlank(token);
    } else if (!slash) {
      if (stays[opened] && tableTags.test(tag)) parts.push(opened);
      if (!token.endsWith(" />")) open.push(stays[opened] ? tag : (open.at(-1) ?? ""));
      opened += 1;
    } else if (open.pop() === "table" && !open.includes("table")) {
      if (isInvalid) for (const part of parts) result[part] = false;
      parts = [];
      isInvalid = false;
    }
  }
  return result;
}

/** Removes the tags that must not stay and serialises the rest as browsers do. */
function tidy(filtered: Filtered): string {
  const { html } = filtered;
  const stays = withoutInvalidTables(filtered);
  const written: string[] = [];
  const open: boolean[] = [];
  const inside: string[] = [];
  let opened = 0;
  let text = "";
  const write = (tag: string) => {
    if (isTablePart(inside.at(-1))) text = "";
    if (text !== "") written.push(tidyText(text, written.at(-1) ?? ""));
    text = "";
    written.push(tag);
  };
  for (const [token, slash, tag] of html.matchAll(tokens)) {
    if (tag === undefined) {
      text += token;
    } else if (slash) {
      if (!open.pop()) continue;
      write(token);
      inside.pop();
    } else {
      const isStaying = stays[opened++] === true;
      const isVoid = token.endsWith(" />");
      if (isStaying) write(isVoid ? `${token.slice(0, -3)}>` : token);
      if (isVoid) continue;
      open.push(isStaying);
      if (isStaying) inside.push(tag);
    }
  }
  write("");
  return written.join("").replaceAll("\u00a0", "&nbsp;");
}

function tidyText(text: string, before: string): string {
  // U+0338 would combine with the preceding `>` when the whole body is normalised to NFC.
  const normalised = normalise(text).replace(/^(?:\n|\u0338)+/, (run) => run.replaceAll("\u0338", ""));
  // Every HTML parser drops the first line break of a code block.
  return before.startsWith("<pre")
    ? normalised.replace(/^\n+/, (run) => "<br>".repeat(run.length - 1))
    : normalised;
}

const tagsAndText = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)[^>]*>?|[^<]+|</gi;

/** The plain text of HTML that has too many tags or nests too deep to be parsed. */
function withoutTags(html: string): string {
  let text = "";
  let leaving: string | undefined;
  for (const [token, slash, name] of html.matchAll(tagsAndText)) {
    const tag = name?.toLowerCase();
    if (leaving !== undefined) {
      if (slash && tag === leaving) leaving = undefined;
    } else if (tag !== undefined) {
      if (!slash && tag !== "embed" && droppedWithContent.includes(tag)) leaving = tag;
    } else if (!token.startsWith("<!--")) {
      text += token === "<" ? "&lt;" : token;
    }
  }
  return text;
}
