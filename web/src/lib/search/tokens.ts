/** Words of texts and of queries (spec/daily-use.md rule 28). Pure. */

const firstSyllable = 0xac00;
const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
/** Two consonants that a keyboard combines where each is meant. */
const joined: Readonly<Record<string, string>> = {
  ㄳ: "ㄱㅅ",
  ㄵ: "ㄴㅈ",
  ㄶ: "ㄴㅎ",
  ㄺ: "ㄹㄱ",
  ㄻ: "ㄹㅁ",
  ㄼ: "ㄹㅂ",
  ㄽ: "ㄹㅅ",
  ㄾ: "ㄹㅌ",
  ㄿ: "ㄹㅍ",
  ㅀ: "ㄹㅎ",
  ㅄ: "ㅂㅅ",
};
/** Final consonants in Unicode's order. */
const finals = ["", ..."ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"];

const runs = /[가-힣]+|(?:(?![가-힣ㄱ-ㅣ])[\p{L}\p{N}])+/gu;
/** Korean words with spaces between them. */
const phrases = /[가-힣ㄱ-ㅎ]+(?:\s+[가-힣ㄱ-ㅎ]+)*/g;
const queryRuns = /[가-힣ㄱ-ㅎ]+|(?:(?![가-힣ㄱ-ㅣ])[\p{L}\p{N}])+/gu;
const wordParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

const isSyllable = (text: string) => text >= "가" && text <= "힣";

/** A run of syllables as overlapping pairs; a single syllable as itself. */
function bigrams(run: string): string[] {
  if (run.length === 1) return [run];
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}

/** Tokens of a text: pairs of syllables, words, and parts of camel-case words. */
export function tokensOf(text: string): string[] {
  return (text.normalize("NFC").match(runs) ?? []).flatMap((run) => {
    if (isSyllable(run)) return bigrams(run);
    const parts = run.match(wordParts) ?? [];
    return (parts.length > 1 ? [run, ...parts] : [run]).map((word) => word.toLowerCase());
  });
}

/** The first consonants of a run (초성): `그래프` → `ㄱㄹㅍ`; consonants stay. */
export const initialsOf = (run: string): string =>
  [...run]
    .map((letter) =>
      isSyllable(letter)
        ? initials[Math.floor((letter.charCodeAt(0) - firstSyllable) / 588)]
        : (joined[letter] ?? letter),
    )
    .join("");

/** Titles contain no longer words. */
const longestRun = 20;

const spaceInside = /(?<=[가-힣ㄱ-ㅎ])\s+(?=[가-힣ㄱ-ㅎ])/g;
/** Without spaces between Korean words, which are written with and without. */
const unspaced = (text: string): string => text.replace(spaceInside, "");

/** The pairs of syllables that span a space: `누적 합` is found by `누적합`, too. */
export const spanningTokensOf = (text: string): string[] =>
  Array.from(
    text.normalize("NFC").matchAll(/([가-힣])\s+(?=([가-힣]))/g),
    ([, before, after]) => `${before}${after}`,
  );

/**
 * The first consonants of each word from each of its syllables on, so that a prefix matches inside a word, and of each
 * word together with the next ones.
 */
export const initialTokensOf = (text: string): string[] =>
  (text.normalize("NFC").match(phrases) ?? []).flatMap((phrase) => {
    const runs = phrase.split(/\s+/);
    return runs.flatMap((run, at) => {
      const letters = initialsOf(run.slice(0, longestRun));
      const further = at < runs.length - 1 ? [initialsOf(runs.slice(at).join("").slice(0, longestRun))] : [];
      return [...Array.from(letters, (_, from) => letters.slice(from)), ...further];
    });
  });

/** A word of a query; all words must match. */
interface QueryTerm {
  readonly term: string;
  /** Whether it matches as a prefix. */
  readonly isPrefix: boolean;
}

/** The terms of a query. `그래ㅍ` matches by syllables and by the first consonants of the whole word. */
export function termsOf(query: string): QueryTerm[] {
  return (query.normalize("NFC").match(queryRuns) ?? []).flatMap((run) => {
    if (!/[가-힣ㄱ-ㅎ]/.test(run)) return { term: run.toLowerCase(), isPrefix: true };
    const whole = /[ㄱ-ㅎ]/.test(run) ? [{ term: initialsOf(run), isPrefix: true }] : [];
    const syllables = (run.match(/[가-힣]+/g) ?? []).flatMap((part) =>
      bigrams(part).map((term) => ({ term, isPrefix: term.length === 1 })),
    );
    return [...syllables, ...whole];
  });
}

/** A query as it is written, and without the spaces between its Korean words. */
function spellingsOf(query: string): readonly string[] {
  const written = query.normalize("NFC");
  const together = unspaced(written);
  return together === written ? [written] : [written, together];
}

/** The ways of matching a query by terms. */
export const alternativesOf = (query: string): (readonly QueryTerm[])[] =>
  spellingsOf(query)
    .map(termsOf)
    .filter(({ length }) => length > 0);

/** Korean words of a query, which match with any spaces inside, and its other words. */
interface SpacedQuery {
  readonly words: readonly RegExp[];
  readonly rest: string;
}

const isKoreanWord = (run: string) => /^[가-힣]{2,}$/.test(run);

/** The ways of matching a query by reading texts. */
export const spacedQueriesOf = (query: string): readonly SpacedQuery[] =>
  spellingsOf(query)
    .map((spelling) => spelling.match(queryRuns) ?? [])
    .map((runs) => ({
      words: runs.filter(isKoreanWord).map((word) => new RegExp([...word].join("\\s*"))),
      rest: runs.filter((run) => !isKoreanWord(run)).join(" "),
    }))
    .filter(({ words }) => words.length > 0);

/**
 * While typing, the next consonant is at first part of the syllable before it: `그랲` → `그래ㅍ`. Undefined for other
 * queries.
 */
export function withOpenEnd(query: string): string | undefined {
  const text = query.normalize("NFC").trimEnd();
  const last = text.at(-1) ?? "";
  const final = isSyllable(last) ? finals[(last.charCodeAt(0) - firstSyllable) % 28] : "";
  if (!final) return undefined;
  const [remaining = "", moved = ""] = final in joined ? (joined[final] as string) : ["", final];
  const open = last.charCodeAt(0) - finals.indexOf(final) + finals.indexOf(remaining);
  return text.slice(0, -1) + String.fromCharCode(open) + moved;
}

/** Three letters for each syllable, by its place in Unicode. */
const letters: string[] = [];

function lettersOf(syllable: string): string {
  const code = syllable.charCodeAt(0) - firstSyllable;
  letters[code] ??= String.fromCharCode(
    0x1100 + Math.floor(code / 588),
    0x1161 + (Math.floor(code / 28) % 21),
    0x11a7 + (code % 28),
  );
  return letters[code];
}

/**
 * A term as the index stores it: three letters for a syllable. MiniSearch scans all first letters of its terms, which
 * takes most of the time with whole syllables.
 */
export function encoded(term: string): string {
  let text = "";
  for (const letter of term) text += isSyllable(letter) ? lettersOf(letter) : letter;
  return text;
}
