/** Whether a text is an address that a link may have: absolute http, https or mailto (spec/ui.md §17.3). */
export function isLinkAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (!/^(https?:\/\/|mailto:.)/i.test(text)) return false;
  return URL.canParse(text);
}

/** Prefilled address of a new link. */
export const emptyAddress = "https://";

/** Removes the prefilled beginning if the pasted address has its own. */
export const withOwnBeginning = (typed: string): string =>
  typed.replace(/^https:\/\/\s*(?=(https?:\/\/|mailto:))/i, "");

/** Attributes of a link that opens a new tab. */
export const newTab = { target: "_blank", rel: "noopener noreferrer" } as const;
