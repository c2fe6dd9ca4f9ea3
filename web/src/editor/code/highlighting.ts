import { $isCodeNode, type CodeNode } from "@lexical/code";
import { PrismTokenizer } from "@lexical/code-prism";
import type { LexicalNode } from "lexical";
import { codeSum, isLongCode } from "../../ui/code-colours.ts";
import { firstLanguage } from "../../ui/code-language.ts";

/** Colours code up to a bound for all blocks, beyond which lines stay plain text. */
export const codeTokenizer: typeof PrismTokenizer = {
  ...PrismTokenizer,
  defaultLanguage: firstLanguage,
  $tokenize: (code, language) =>
    PrismTokenizer.$tokenize(code, $isColoured(code) ? (language ?? firstLanguage) : "plain"),
};

/** Sums up from the block upwards, which ends with the bound. */
function $isColoured(code: CodeNode): boolean {
  if (isLongCode(code.getTextContent())) return false;
  const mayColour = codeSum();
  for (let block: LexicalNode | null = code; block; block = block.getPreviousSibling())
    if ($isCodeNode(block) && !mayColour(block.getTextContent())) return false;
  return true;
}
