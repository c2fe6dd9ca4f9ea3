import { initialsOf, withOpenEnd } from "./tokens.ts";

/** A part of a text, and whether it matches the query. */
interface Segment {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Start and end offset. */
type Range = readonly [number, number];

const wordsOf = (query: string) =>
  query
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Replaces each character by its first consonant, so that offsets stay the same. */
const consonants = (text: string) => [...text].map((letter) => initialsOf(letter).charAt(0)).join("");

/** A combined consonant matches two characters of the text. */
function rangesOf(text: string, word: string): Range[] {
  const whole = /[ㄱ-ㅎ]/.test(word);
  const [within, part] = whole ? [consonants(text), initialsOf(word)] : [text.toLowerCase(), word];
  // In a few languages lower case is longer than upper case, which would shift offsets.
  if (within.length !== text.length || part === "") return [];
  // Korean words are written with and without spaces.
  const isKorean = /[ㄱ-ㅎ가-힣]/.test(word);
  const places = Array.from(text, (_, at) => at).filter((at) => !isKorean || !/\s/.test(text.charAt(at)));
  const letters = places.map((at) => within.charAt(at)).join("");
  const ranges: Range[] = [];
  for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + part.length)) {
    const place = (n: number) => places[at + n] ?? 0;
    const syllables = [...word].every(
      (letter, n) => letter < "가" || letter > "힣" || text[place(n)] === letter,
    );
    if (!whole || syllables) ranges.push([place(0), place(part.length - 1) + 1]);
  }
  return ranges;
}

function allRanges(text: string, query: string): Range[] {
  const found = (one: string) => wordsOf(one).flatMap((word) => rangesOf(text, word));
  const ranges = found(query);
  const open = ranges.length === 0 ? withOpenEnd(query) : undefined;
  return (open === undefined ? ranges : found(open)).sort(([one], [other]) => one - other);
}

/** Splits a text into parts and marks those that match the words of a query. */
export function highlighted(text: string, query: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const [from, to] of allRanges(text, query)) {
    if (from < end) continue;
    if (from > end) segments.push({ text: text.slice(end, from), isMatch: false });
    segments.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  return end < text.length ? [...segments, { text: text.slice(end), isMatch: false }] : segments;
}

const before = 16;
const longest = 80;

/** An excerpt of a body around the first match; undefined without one. */
export function contextOf(text: string, query: string): string | undefined {
  const [first] = allRanges(text, query);
  if (!first) return undefined;
  const from = Math.max(0, first[0] - before);
  const part = text.slice(from, from + longest).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}${from + longest < text.length ? "…" : ""}`;
}
