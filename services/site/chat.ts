export interface ChatWidget {
  /** Address of the script; undefined loads nothing of a third party. */
  readonly url: URL | undefined;
  /** What the script calls its site key; it reads it from the `data-key` of its own element. */
  readonly key: string | undefined;
}

export const noChat: ChatWidget = { url: undefined, key: undefined };

/** The customer chat as what `index.html` needs at the end of its head: one script, or nothing (spec/ui.md §1). */
export function chatScript({ url, key }: ChatWidget): string[] {
  if (!url) return [];
  // What else has a meaning in attributes is percent-encoded in an address, and not allowed in a key.
  const source = url.href.replaceAll("&", "&amp;");
  return [`<script async src="${source}"${key === undefined ? "" : ` data-key="${key}"`}></script>`];
}
