import { cutTo } from "#contracts/limits";

/** More than two lines of a card hold. */
const length = 200;

const blockEdge = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre)(?=[\s>])/g;
/** Unicode's sign for the end of a paragraph. */
const mark = "\u2029";

/** A sentence that is over needs no dot before the next block, nor does a line that ends with a comma or an emoji. */
const hasEnded = /(?:[.!?…:;,~。！？：；，、〜\p{ExtPict}\p{EMod}\p{RI}]\uFE0F?|\u20E3)["'”’)\]」』）]*$/u;

/** The beginning of a body as plain text in one line, with a dot between a heading or an item and what follows. */
export function excerptOf(html: string): string {
  const marked = html.replace(blockEdge, `${mark}$&`).replaceAll("<br>", "<br> ");
  const { textContent } = new DOMParser().parseFromString(marked, "text/html").body;
  const blocks = (textContent ?? "").split(mark).map((block) => block.replace(/\s+/g, " ").trim());
  return cutTo(blocks.filter(Boolean).reduce(join, ""), length);
}

const join = (line: string, block: string) =>
  line === "" ? block : `${line}${hasEnded.test(line) ? " " : " · "}${block}`;
