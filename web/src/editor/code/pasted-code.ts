import { firstLanguage } from "../../ui/code-language.ts";

const keywords = (
  "null #include function class def import const let var public private return => not and or self lambda pass None " +
  "True False static while for if else && || print console.log ; * >> <<"
).split(" ");

const fence = /^\s*(?:```|~~~)/m;
const listMark = /^\s*(?:[-*+]|\d+[.)])\s/;
const blockComments = /\/\*[\s\S]*?\*\//g;
/** Parts of code that contain prose. */
const quoted = /"[^"]*"|'[^']*'|\/\/.*|#.*|--\s.*/g;
const hangul = /\p{Script=Hangul}/u;

/** Whether a text is Markdown with code blocks. */
export const isFenced = (text: string): boolean => fence.test(text);

/**
 * Whether pasted plain text is code (spec/ui.md §17.4): several lines, indented ones and keywords, a quarter each, and
 * fewer of prose or lists.
 */
export function looksLikeCode(text: string): boolean {
  const lines = text.replace(/\n+$/, "").split("\n");
  if (lines.length < 2 || isFenced(text)) return false;
  const quarter = lines.length / 4;
  if (isMostlyProse(text, quarter)) return false;
  const indented = lines.filter((line) => /^\s{2,}/.test(line) || line.includes("\t")).length;
  const hits = lines.reduce((sum, line) => sum + keywords.filter((word) => line.includes(word)).length, 0);
  return indented >= quarter && hits > 0 && hits >= quarter;
}

const isProse = (line: string) => listMark.test(line) || hangul.test(line.replace(quoted, ""));
const isMostlyProse = (text: string, bound: number) =>
  text.replace(blockComments, "").split("\n").filter(isProse).length >= bound;

/** Whether pasted text in a monospaced font is code: several lines, half of them with signs of code, few of prose. */
export function showsCodeSigns(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || isMostlyProse(text, lines.length / 4)) return false;
  const hasSign = (line: string) => /[=(){}[\];]/.test(line) || marks.some(([, mark]) => mark.test(line));
  return lines.filter(hasSign).length >= lines.length / 2;
}

/** What a line of a language has and the others have not, by their stored names. */
const marks: readonly (readonly [language: string, mark: RegExp])[] = [
  [
    "python",
    /^\s*(?:(?:async )?def|class|if|elif|else|for|while|try|except|with)\b[^{;]*:\s*(?:#.*)?$|^\s*(?:from [\w.]+ )?import [\w., *]+$|\bself\b|\bNone\b|\bin range\(|^\s*print\(.*\)$/,
  ],
  [
    "javascript",
    /\b(?:const|let|var) [\w{[][^:]*= |=== |!== |=>|\bconsole\.log|\bfunction\b.*\(.*\{|\brequire\(/,
  ],
  [
    "java",
    /\bSystem\.(?:in|out)|^\s*import java|\b(?:public|private) (?:static |final )*[\w<>[\]]+ \w+\(.*\{|\bString\[\] args|\bpublic class\b|\bnew (?:ArrayList|HashMap|Scanner|int\[)|\bthrows \w+/,
  ],
  [
    "cpp",
    /#include ?<(?:bits|[a-z_]+>)|\bstd::|\b(?:cin ?>>|cout ?<<|endl)|\busing namespace\b|^\s*(?:public|private):|\b(?:vector|map|set|queue|pair|unordered_map) ?</,
  ],
  ["c", /#include ?<\w+\.h>|\b(?:printf|scanf|malloc|free|sizeof) ?\(|^\s*(?:typedef )?struct \w* ?\{/],
  [
    "kotlin",
    /\bfun [\w<>. ]+\(|\bval \w+( ?:|\s*=)|\bvar \w+ ?: |\breadLine\(\)|\breadln\(|^\s*import (?:kotlin|java)[\w.]*$|\bwhen ?[({]| in 0 until /,
  ],
  [
    "csharp",
    /\bConsole\.(?:Read|Write)|^\s*using [A-Z][\w.]*;|\bnamespace [A-Z]|\bstring\[\] args|\bforeach ?\(/,
  ],
  ["go", /^package \w+|\bfunc (?:\(\w+ \*?\w+\) )?\w*\(|:= |\bfmt\.|\bmake\(\[\]/],
  [
    "rust",
    /\bfn \w+|\blet mut \b|\b(?:println|vec|format)!|\bimpl\b|^\s*use std::|\busize\b|\.unwrap\(\)|\) -> [\w<>&]+ \{$/,
  ],
  [
    "sql",
    /^\s*(?:SELECT|FROM|WHERE|GROUP BY|ORDER BY|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|(?:LEFT |INNER )?JOIN|HAVING)\b/i,
  ],
];

/** The language that most lines show; `last`, the writer's last one, if none is ahead. */
export function guessLanguage(code: string, last: string = firstLanguage): string {
  const lines = code.split("\n");
  const counts = marks.map(
    ([language, mark]) => [language, lines.filter((line) => mark.test(line)).length] as const,
  );
  const most = Math.max(...counts.map(([, count]) => count));
  const ahead = counts.filter(([, count]) => count === most).map(([language]) => language);
  const [only, another] = ahead;
  return most > 0 && only !== undefined && another === undefined ? only : last;
}
