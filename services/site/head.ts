/** The part of `index.html` that describes a page, between these marks. */
const place = /<!-- page -->[\s\S]*?<!-- \/page -->/;

export interface Head {
  /** Title of the browser's tab. */
  readonly title: string;
  /** Title of a preview card. */
  readonly name: string;
  readonly description: string;
  /** The canonical address of the page, without search and hash; null if it has none. */
  readonly canonical: string | null;
  /** Absolute. */
  readonly picture: { readonly url: string; readonly isWide: boolean };
}

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;

/** Title, description, canonical link and preview cards (Open Graph, Twitter), everything escaped. */
export function renderHead({ title, name, description, canonical, picture }: Head): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    named("description", description),
    canonical === null
      ? named("robots", "noindex")
      : `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    property("og:type", "website"),
    property("og:site_name", "알고모임"),
    property("og:locale", "ko_KR"),
    property("og:title", name),
    property("og:description", description),
    ...(canonical === null ? [] : [property("og:url", canonical)]),
    property("og:image", picture.url),
    named("twitter:card", picture.isWide ? "summary_large_image" : "summary"),
    named("twitter:title", name),
    named("twitter:description", description),
    named("twitter:image", picture.url),
  ].join("\n    ");
}

/** `index.html` with the page's head, and links (`<link …>`) to its resources at the end of the head. */
export const withHead = (index: string, head: string, links: readonly string[]): string =>
  index.replace(place, () => head).replace("</head>", () => `${links.join("\n    ")}\n  </head>`);

export interface ChatWidget {
  /** Address of the script; undefined loads nothing of a third party. */
  readonly url: URL | undefined;
  /** The script's site key; it reads it from the `data-key` of its own element. */
  readonly key: string | undefined;
}

/** The customer chat for the end of `index.html`'s head: one script, or nothing (spec/ui.md §1). */
export function chatScript({ url, key }: ChatWidget): string[] {
  if (!url) return [];
  // Other characters with a meaning in attributes are percent-encoded in an address, and not allowed in a key.
  const source = url.href.replaceAll("&", "&amp;");
  return [
    `<script async data-chat src="${source}"${key === undefined ? "" : ` data-key="${key}"`}></script>`,
  ];
}
