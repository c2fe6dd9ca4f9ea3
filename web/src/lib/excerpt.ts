import { cutTo } from "#contracts/limits";

/** Longer than two lines of a card. */
const length = 200;

/** Enough for the excerpt; parsing all of a long body would take longer than rendering its card. */
const read = 20_000;

const blockEdge = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre)(?=[\s>])/g;
/** Unicode's paragraph separator. */
const mark = "\u2029";

/** A line that ends with punctuation or an emoji needs no dot before the next block. */
const hasEnded = /(?:[.!?…:;,~。！？：；，、〜\p{ExtPict}\p{EMod}\p{RI}]\uFE0F?|\u20E3)["'”’)\]」』）]*$/u;

/**
 * The beginning of a body as plain text in one line, with a dot after list items. Headings and code are skipped unless
 * there is nothing else.
 */
export function excerptOf(html: string): string {
  const marked = html.slice(0, read).replace(blockEdge, `${mark}$&`).replaceAll("<br>", "<br> ");
  const { body } = new DOMParser().parseFromString(marked, "text/html");
  const whole = lineOf(body);
  for (const one of body.querySelectorAll("h1, h2, h3, h4, h5, h6, pre")) one.remove();
  // The template of an article has bold paragraphs as headings.
  for (const one of body.querySelectorAll("p > strong:only-child"))
    if (one.textContent === one.parentElement?.textContent?.replaceAll(mark, "")) one.remove();
  return cutTo(lineOf(body) || whole, length);
}

const lineOf = ({ textContent }: Element): string =>
  (textContent ?? "")
    .split(mark)
    .map((block) => block.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .reduce(join, "");

const join = (line: string, block: string) =>
  line === "" ? block : `${line}${hasEnded.test(line) ? " " : " · "}${block}`;
