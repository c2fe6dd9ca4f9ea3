import { textOfHtml } from "../html.ts";
import { limits } from "../limits.ts";
import { isBlank } from "../texts.ts";
import type { Anchor } from "./api.ts";

/** Lines of a code block: `codeBlock` from 0, lines from 1. */
export type Place = Pick<Anchor, "codeBlock" | "fromLine" | "toLine">;

/**
 * The lines of the code blocks of a sanitised body as HTML, in the order of the blocks; together the first
 * `limits.codeLines`. The opening tag is left out, because the numbers of the lines stand in it, one below the other.
 */
function htmlLinesOf(html: string): string[][] {
  const blocks: string[][] = [];
  let left: number = limits.codeLines;
  for (const [, code = ""] of html.matchAll(/<pre(?:\s[^>]*)?>([\s\S]*?)<\/pre>/g)) {
    if (left === 0) break;
    const lines = code.split(/<br\s*\/?>|\n/, left);
    left -= lines.length;
    blocks.push(lines);
  }
  return blocks;
}

/** The lines of each code block of a sanitised body. */
export const codeBlocksOf = (html: string): string[][] =>
  htmlLinesOf(html).map((lines) => lines.map(textOfHtml));

/** The lines to which an anchor refers; undefined if they do not exist or are too many. */
function linesAt(
  { codeBlock, fromLine, toLine }: Place,
  codeBlocks: readonly (readonly string[])[],
): readonly string[] | undefined {
  const lines = codeBlocks[codeBlock];
  const exists = lines !== undefined && fromLine >= 1 && fromLine <= toLine && toLine <= lines.length;
  return exists && toLine - fromLine < limits.anchorLines ? lines.slice(fromLine - 1, toLine) : undefined;
}

/** The lines to which an anchor refers; undefined if they do not exist or are no possible quote. */
export function quoteAt(
  place: Place,
  codeBlocks: readonly (readonly string[])[],
): readonly string[] | undefined {
  const quote = linesAt(place, codeBlocks);
  const isPossible = quote?.some((text) => !isBlank(text)) && quote.join("\n").length <= limits.quoteUnits;
  return isPossible ? quote : undefined;
}

/** Characters of an entity that stands for one or two: `&#1114111;`. */
const longestEntity = 10;

/** The same from a sanitised body, without the text of any other line: that of a megabyte takes longer than a command. */
export function quoteIn(html: string, place: Place): readonly string[] | undefined {
  const lines = linesAt(place, htmlLinesOf(html))?.map((line) => line.replace(/<[^>]*>/g, ""));
  if (!lines || lines.join("\n").length > limits.quoteUnits * longestEntity) return undefined;
  const quote = lines.map(textOfHtml);
  return quoteAt({ codeBlock: 0, fromLine: 1, toLine: quote.length }, [quote]);
}

/** For each beginning of a run: the length of the longest shorter beginning with which it ends. */
function bordersOf(run: readonly number[]): number[] {
  const borders = [0];
  for (let index = 1, length = 0; index < run.length; index += 1) {
    while (length > 0 && run[index] !== run[length]) length = borders[length - 1] as number;
    if (run[index] === run[length]) length += 1;
    borders.push(length);
  }
  return borders;
}

/**
 * Where a run begins in the lines of a block, from 1, nearest to `line`, the earlier of two; undefined without it. Reads
 * each line once (Knuth, Morris and Pratt).
 */
function nearestRun(
  run: readonly number[],
  borders: readonly number[],
  lines: readonly number[],
  line: number,
): number | undefined {
  let nearest: number | undefined;
  let length = 0;
  for (const [index, each] of lines.entries()) {
    while (length > 0 && each !== run[length]) length = borders[length - 1] as number;
    if (each === run[length]) length += 1;
    if (length < run.length) continue;
    const from = index + 2 - length;
    if (nearest === undefined || Math.abs(from - line) < Math.abs(nearest - line)) nearest = from;
    length = borders[length - 1] as number;
  }
  return nearest;
}

/**
 * Finds where the lines of comments stand in the code of another revision (spec/discussion.md rule 9). Lines are compared
 * without their outer white space: first at the same place, then the nearest in that block, then in the other blocks,
 * nearest block first. The code is read once, because a discussion may have 200 threads.
 */
export function locator(codeBlocks: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  /** The lines as numbers: equal ones have the same. */
  const code = codeBlocks.map((lines) => lines.map((text) => numberOf(text.trim())));

  /** Undefined if they stand nowhere. */
  return (
    quote: readonly string[],
    { codeBlock, fromLine }: Pick<Anchor, "codeBlock" | "fromLine">,
  ): Place | undefined => {
    const run = quote.flatMap((text) => numbers.get(text.trim()) ?? []);
    if (run.length === 0 || run.length < quote.length) return undefined;
    const borders = bordersOf(run);
    let place: Place | undefined;
    for (const [block, lines] of code.entries()) {
      if (place && Math.abs(block - codeBlock) >= Math.abs(place.codeBlock - codeBlock)) continue;
      const from = nearestRun(run, borders, lines, fromLine);
      if (from !== undefined) place = { codeBlock: block, fromLine: from, toLine: from + quote.length - 1 };
    }
    return place;
  };
}

/** Where the lines of one comment stand (see `locator`). */
export const locate = (
  quote: readonly string[],
  anchor: Pick<Anchor, "codeBlock" | "fromLine">,
  codeBlocks: readonly (readonly string[])[],
): Place | undefined => locator(codeBlocks)(quote, anchor);
