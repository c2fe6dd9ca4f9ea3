import { cutTo, lengthOf, limits } from "../limits.ts";
import { recognisedProblem, typedNumber } from "../problem-addresses.ts";
import {
  isProblemNumber,
  type Problem,
  type ProblemReference,
  type Provider,
  parsedAddress,
  problemLabel,
} from "../problems.ts";

/** What a line of pasted text stands for; `line` counts from 1. */
export type PastedLine =
  | { readonly kind: "blank"; readonly line: number }
  /** Not an address. */
  | { readonly kind: "unknown"; readonly line: number }
  | {
      readonly kind: "problem";
      readonly line: number;
      readonly title: string;
      readonly problem: Problem;
      /** The address, if it names a site but no problem, so that the number is typed. */
      readonly asked: string | null;
    }
  /** The number is not typed yet, or, if it `isWrong`, none of the site. */
  | {
      readonly kind: "number";
      readonly line: number;
      readonly provider: Provider;
      readonly asked: string;
      readonly isWrong: boolean;
    };

/** `프로그래머스 67259`; of an address at another site its host. */
export function pastedTitle(problem: ProblemReference): string {
  const { provider, url } = problem;
  const host = provider === "own" && url !== null ? parsedAddress(url)?.host : undefined;
  const title = host ?? problemLabel(problem);
  return lengthOf(title) > limits.postTitle ? `${cutTo(title, limits.postTitle - 1)}…` : title;
}

function read(text: string, line: number, numbers: Readonly<Record<string, string>>): PastedLine {
  const address = text.trim();
  if (address === "") return { kind: "blank", line };
  const found = recognisedProblem(address);
  if (!found) return { kind: "unknown", line };
  const { provider } = found;
  const isAsked = found.number === "" && provider !== "own";
  const typed = Object.hasOwn(numbers, address) ? (numbers[address] ?? "") : "";
  const number = isAsked ? typedNumber(provider, typed) : found.number;
  if (!isProblemNumber(provider, number))
    return { kind: "number", line, provider, asked: address, isWrong: number !== "" };
  const problem = { ...found, number };
  return { kind: "problem", line, title: pastedTitle(problem), problem, asked: isAsked ? address : null };
}

/**
 * The problems of a text with an address on each line (spec/rhythm.md rule 9). `numbers` contains those typed for
 * addresses that have none, by address.
 */
export const pastedLines = (
  text: string,
  numbers: Readonly<Record<string, string>> = {},
): readonly PastedLine[] => text.split("\n").map((line, index) => read(line, index + 1, numbers));

/** The text without some of its lines. */
export const withoutLines = (text: string, lines: ReadonlySet<number>): string =>
  text
    .split("\n")
    .filter((_, index) => !lines.has(index + 1))
    .join("\n");
