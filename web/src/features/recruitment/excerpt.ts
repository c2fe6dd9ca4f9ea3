import { cutTo } from "#contracts/limits";

/** Longer than two lines of a card. */
const length = 200;

const blockEdge = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre)(?=[\s>])/g;
/** Unicode's paragraph separator. */
const mark = "\u2029";

/** A line that ends with punctuation or an emoji needs no dot before the next block. */
const hasEnded = /(?:[.!?…:;,~。！？：；，、〜\p{ExtPict}\p{EMod}\p{RI}]\uFE0F?|\u20E3)["'”’)\]」』）]*$/u;

/** The beginning of a body as plain text in one line, with a dot after headings and list items. */
export function excerptOf(html: string): string {
  const marked = html.replace(blockEdge, `${mark}$&`).replaceAll("<br>", "<br> ");
  const { textContent } = new DOMParser().parseFromString(marked, "text/html").body;
  const blocks = (textContent ?? "").split(mark).map((block) => block.replace(/\s+/g, " ").trim());
  return cutTo(blocks.filter(Boolean).reduce(join, ""), length);
}

const join = (line: string, block: string) =>
  line === "" ? block : `${line}${hasEnded.test(line) ? " " : " · "}${block}`;
