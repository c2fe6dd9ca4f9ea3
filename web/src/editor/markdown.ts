import {
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  CHECK_LIST,
  CODE,
  HEADING,
  INLINE_CODE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  LINK,
  type MultilineElementTransformer,
  ORDERED_LIST,
  QUOTE,
  STRIKETHROUGH,
  type Transformer,
  UNORDERED_LIST,
} from "@lexical/markdown";
import { languageName } from "../ui/code-language.ts";

/** The match of a fence, with the stored name of its language. */
function withStoredName<T extends string[]>(match: T): T {
  if (match[2]) match[2] = languageName(match[2]);
  return match;
}

/** Names of languages may contain signs, which Lexical leaves out: `c++` would be C. */
const backtickCode: MultilineElementTransformer = {
  ...CODE,
  regExpStart: /^([ \t]*`{3,})([\w+#-]+)?[ \t]?/,
  handleImportAfterStartMatch: (found) => {
    withStoredName(found.startMatch);
    return CODE.handleImportAfterStartMatch?.(found);
  },
  replace: (node, children, start, end, lines, isImport) =>
    CODE.replace(node, children, withStoredName(start), end, lines, isImport),
};

/** Only closed ones: a line that begins with tildes may be prose. */
const tildeCode: MultilineElementTransformer = {
  type: CODE.type,
  dependencies: CODE.dependencies,
  regExpStart: /^([ \t]*~{3,})[ \t]*([\w+#-]+)?[ \t]*$/,
  regExpEnd: /^[ \t]*~{3,}[ \t]*$/,
  replace: backtickCode.replace,
};

/** Markdown while typing (spec/ui.md §17.2) and in pasted texts. CHECK_LIST precedes UNORDERED_LIST, because `- [ ] ` matches both. */
export const markdown: Transformer[] = [
  HEADING,
  QUOTE,
  CHECK_LIST,
  UNORDERED_LIST,
  ORDERED_LIST,
  backtickCode,
  tildeCode,
  INLINE_CODE,
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  STRIKETHROUGH,
  LINK,
];
