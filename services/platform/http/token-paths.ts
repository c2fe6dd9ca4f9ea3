/** A segment after one of these contains a token, of an invitation or of a mail. */
const beforeToken = new Set([
  "invite",
  "invitations",
  "confirm",
  "confirmations",
  "unsubscribe",
  "unsubscriptions",
]);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Contains what is like a token, and is no name in a path of the product, wherever a mistyped address contains it. */
const isLikeToken = (segment: string) =>
  !/\.[a-z\d]{2,5}$/i.test(segment) && (segment.match(/[\w-]{20,}/g) ?? []).some((word) => !uuid.test(word));

/** Paths that cannot contain a token are not taken apart. */
const isSuspicious = /%|\\|invit|confirm|unsubscri|[\w-]{20}/i;

/** More often than any router or browser decodes. */
const decodings = 3;

/** The path of a request target in one spelling: decoded, without scheme and host, empty segments and dots. */
function segmentsOf(target: string): string[] {
  let path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i, "");
  for (let n = 0; n < decodings; n += 1)
    path = path.replaceAll(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return path.split(/[/\\]/).filter((segment) => segment !== "" && segment !== ".");
}

/** The first word of a segment, as case and signs around it may differ. */
const wordOf = (segment: string) => /[a-z]+/i.exec(segment)?.[0].toLowerCase() ?? "";

/** Where the token is; the ids of a team's invitations are none. */
function placeOfToken(segments: readonly string[]): number {
  const before = segments.findIndex(
    (segment, at) => beforeToken.has(wordOf(segment)) && segments[at - 2] !== "teams",
  );
  if (before !== -1 && before + 1 < segments.length) return before + 1;
  return segments.findIndex(isLikeToken);
}

/**
 * The path of a request target as it may be logged: `{token}` instead of everything from a token on, in any spelling of
 * its address, also those that the product does not serve. The action on an invitation is kept.
 */
export function withoutTokens(target: string): string {
  const [path = ""] = target.split(/[?#]/);
  if (!isSuspicious.test(path)) return path;
  const segments = segmentsOf(path);
  const at = placeOfToken(segments);
  if (at === -1) return path;
  const kept = [...segments.slice(0, at), "{token}"];
  if (segments.length === at + 2 && segments[at + 1] === "join") kept.push("join");
  return `/${kept.join("/")}`;
}

/** Whether the address of a request is a secret. */
export const hasToken = (target: string): boolean => withoutTokens(target).includes("{token}");
