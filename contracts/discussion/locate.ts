import { textOfHtml } from "../html.ts";
import { limits } from "../limits.ts";
import { isBlank } from "../texts.ts";
import type { Anchor } from "./api.ts";

/**
 * The lines of each code block of a sanitised body, in the order of the blocks; together the first `limits.codeLines`. The opening
 * tag is left out, because the numbers of the lines stand in it, one below the other.
 */
export function codeBlocksOf(html: string): string[][] {
  let left: number = limits.codeLines;
  return [...html.matchAll(/<pre(?:\s[^>]*)?>([\s\S]*?)<\/pre>/g)].map(([, code = ""]) => {
    const lines = code.split(/<br\s*\/?>|\n/, left).map(textOfHtml);
    left -= lines.length;
    return lines;
  });
}

/** The lines to which an anchor refers; undefined if they do not exist or are no possible quote. */
export function quoteAt(
  { codeBlock, fromLine, toLine }: Pick<Anchor, "codeBlock" | "fromLine" | "toLine">,
  codeBlocks: readonly (readonly string[])[],
): string[] | undefined {
  const lines = codeBlocks[codeBlock];
  const exists = lines !== undefined && fromLine >= 1 && fromLine <= toLine && toLine <= lines.length;
  if (!exists || toLine - fromLine >= limits.anchorLines) return undefined;
  const quote = lines.slice(fromLine - 1, toLine);
  return quote.every(isBlank) || quote.join("\n").length > limits.quoteUnits ? undefined : quote;
}

/** Lines of a code block: `codeBlock` from 0, lines from 1. */
export type Place = Pick<Anchor, "codeBlock" | "fromLine" | "toLine">;

/** Where `quote` begins in the lines of a block, from 1, nearest to `line`, the earlier of two; undefined without it. */
function nearestRun(quote: readonly string[], lines: readonly string[], line: number): number | undefined {
  let nearest: number | undefined;
  for (let from = 1; from + quote.length - 1 <= lines.length; from += 1) {
    const isEqual = quote.every((text, index) => text === lines[from - 1 + index]);
    if (isEqual && (nearest === undefined || Math.abs(from - line) < Math.abs(nearest - line)))
      nearest = from;
  }
  return nearest;
}

/**
 * Where the lines of a comment stand in the code of another revision (spec/discussion.md rule 9); undefined if nowhere.
 * Lines are compared without their outer white space: first at the same place, then the nearest in that block, then in
 * the other blocks, nearest block first.
 */
export function locate(
  quote: readonly string[],
  { codeBlock, fromLine }: Pick<Anchor, "codeBlock" | "fromLine">,
  codeBlocks: readonly (readonly string[])[],
): Place | undefined {
  if (quote.length === 0) return undefined;
  const wanted = quote.map((text) => text.trim());
  const there = codeBlocks[codeBlock]?.slice(fromLine - 1, fromLine - 1 + quote.length);
  if (there?.length === quote.length && wanted.every((text, index) => text === there[index]?.trim()))
    return { codeBlock, fromLine, toLine: fromLine + quote.length - 1 };
  const byDistance = codeBlocks
    .map((lines, index) => ({ lines, index }))
    .sort((a, b) => Math.abs(a.index - codeBlock) - Math.abs(b.index - codeBlock));
  for (const { lines, index } of byDistance) {
    const from = nearestRun(
      wanted,
      lines.map((text) => text.trim()),
      fromLine,
    );
    if (from !== undefined) return { codeBlock: index, fromLine: from, toLine: from + quote.length - 1 };
  }
  return undefined;
}
