import { PrismTokenizer } from "@lexical/code-prism";
import { isLongCode } from "../../ui/code-colours.ts";
import { firstLanguage } from "../../ui/code-language.ts";

/** Colours code up to a bound, beyond which its lines stay plain text. */
export const codeTokenizer: typeof PrismTokenizer = {
  ...PrismTokenizer,
  defaultLanguage: firstLanguage,
  $tokenize: (code, language) =>
    PrismTokenizer.$tokenize(code, isLongCode(code.getTextContent()) ? "plain" : (language ?? firstLanguage)),
};
