/**
 * Replaces the packages that markdown-it imports, 8 kB gzip besides the table of entities, in the browser (vite.config.ts).
 * The rules of comments use none of them (comment-text.tsx): entities are decoded only in addresses and behind the fence of
 * a code block, addresses are normalised by the browser, and links in texts are found by `linkParts`.
 */
const same = (text: string): string => text;

/** entities */
export const decodeHTMLStrict = same;

/** mdurl */
export { same as decode, same as encode, same as format, same as parse };

/** punycode.js */
// biome-ignore lint/style/noDefaultExport: as that package has
export default { toASCII: same, toUnicode: same };

/** linkify-it */
export class LinkifyIt {}

/** uc.micro */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
