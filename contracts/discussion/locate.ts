import { textOfHtml } from "../html.ts";
import { limits } from "../limits.ts";
import { isBlank } from "../texts.ts";
import type { Anchor } from "./api.ts";

/** The lines of each code block of a body, in the order of the blocks. */
export const codeBlocksOf = (html: string): string[][] =>
  [...html.matchAll(/<pre[\s>][\s\S]*?<\/pre>/g)].map(([block]) =>
    block.split(/<br\s*\/?>|\n/).map(textOfHtml),
  );

/** The lines to which an anchor refers; undefined if they do not exist or are no possible quote. */
export function quoteAt(
  { codeBlock, fromLine, toLine }: Pick<Anchor, "codeBlock" | "fromLine" | "toLine">,
  codeBlocks: readonly (readonly string[])[],
): string[] | undefined {
  const lines = codeBlocks[codeBlock];
  const exists = lines !== undefined && fromLine >= 1 && fromLine <= toLine && toLine <= lines.length;
  if (!exists || toLine - fromLine >= limits.anchorLines) return undefined;
  const quote = lines.slice(fromLine - 1, toLine);
  return quote.every(isBlank) ? undefined : quote;
}
