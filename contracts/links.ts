/** Links in plain text: contacts of recruitments and comments. Pure. */

export interface TextPart {
  /** A piece of the text as it was written. */
  readonly text: string;
  /** Address to open, only of http and https. */
  readonly href?: string;
}

/** Addresses of invitations and forms, which are often written without a scheme. */
const withoutScheme = /open\.kakao\.com\/o\/|discord\.gg\/|forms\.gle\//;
/** Sites whose addresses are ASCII alone: Korean directly behind one is another word. */
const asciiSites =
  /^https?:\/\/(?:(?:open|pf)\.kakao\.com|discord\.gg|(?:www\.)?discord\.com|forms\.gle|t\.me)\/[!-~]*/i;

const inAddress = "[^\\s<>\"'`“”‘’「」『』【】《》〈〉（）…。，、]";
const candidate = new RegExp(`(?:https?://|(?<![\\w./@-])(?=${withoutScheme.source}))${inAddress}+`, "giu");

/** Another script behind the last label of a host, of which it cannot be a part: `example.com에서`. */
const hostEnd = /^https?:\/\/[^/?#]*\.[a-z]{2,}(?=[^\0-\x7f][^./?#]*(?:[/?#]|$))/i;
const particles =
  "(?:으?로|에서?|까지|부터|을|를|은|는|이|가|의|도|만|와|과|이?랑|하고|이?나|에게|한테|이?라고|이?고|입니다|이에요|예요|이고요|인데)";
/** Korean particles behind an address; a word of Korean in a path stays: `/wiki/그래프`. */
const particle = new RegExp(`(?<=[\\w=-]|^https?://[^/]+/)${particles}(?:는|도|만|요)?$`, "i");
const punctuation = /[.,!?;:~·]+$/;
const brackets: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Ends before the first closing bracket that is not opened within: `(https://…)` and `…/그래프_(수학)`. */
function withinBrackets(address: string): string {
  const open: string[] = [];
  for (const [index, char] of [...address.matchAll(/[()[\]{}]/g)].map(
    (one) => [one.index, one[0]] as const,
  )) {
    const opening = brackets[char];
    if (opening === undefined) open.push(char);
    else if (open.pop() !== opening) return address.slice(0, index);
  }
  return address;
}

/** The part of a candidate that is the address. */
function trimmed(given: string): string {
  const address = asciiSites.exec(given)?.[0] ?? hostEnd.exec(given)?.[0] ?? given;
  const whole = withinBrackets(address).replace(punctuation, "");
  return whole.replace(particle, "").replace(punctuation, "");
}

/** The parsed address; undefined with user info, which could show another host than the real one. */
function parsed(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.username || url?.password ? undefined : url;
}

/** Splits a plain text into text and links; together the parts are the text. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const finder = new RegExp(candidate);
  let end = 0;
  for (let match = finder.exec(text); match; match = finder.exec(text)) {
    const scheme = /^https?:\/\//i.test(match[0]) ? "" : "https://";
    const address = trimmed(scheme + match[0]);
    const shown = address.slice(scheme.length);
    const url = parsed(address);
    finder.lastIndex = match.index + Math.max(shown.length, 1);
    if (!url) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: shown, href: url.href });
    end = finder.lastIndex;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
