import { PrismTokenizer } from "@lexical/code-prism";

const keywords = (
  "null #include function class def import const let var public private return => not and or self lambda pass None " +
  "True False static while for if else && || print console.log ; * >> <<"
).split(" ");

/** Whether pasted plain text is code (spec/ui.md §17.4): several lines, indented ones and keywords, a quarter each. */
export function looksLikeCode(text: string): boolean {
  const lines = text.replace(/\n+$/, "").split("\n");
  if (lines.length < 2) return false;
  const indented = lines.filter((line) => /^\s{2,}/.test(line) || line.includes("\t")).length;
  const hits = lines.reduce((sum, line) => sum + keywords.filter((word) => line.includes(word)).length, 0);
  return indented >= lines.length / 4 && hits > 0 && hits >= lines.length / 4;
}

/**
 * The preferred languages (spec/specification.md §5), in the order that decides ties (spec/ui.md §17.4). The other
 * selectable grammars are left out, because they win only by chance: a depth-first search in Python would become Swift
 * and one in C++ Go, by one or two tokens in sixty.
 */
const candidates = ["python", "javascript", "java", "cpp", "c"] as const;

/** The language whose grammar finds the most tokens. */
export function guessLanguage(code: string): string {
  let best: string = candidates[0];
  let most = -1;
  for (const language of candidates) {
    const tokens = PrismTokenizer.tokenize(code, language).filter(
      (token) => typeof token !== "string",
    ).length;
    if (tokens > most) {
      best = language;
      most = tokens;
    }
  }
  return best;
}
