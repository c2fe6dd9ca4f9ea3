/**
 * References to problems of other sites (spec/daily-use.md rule 35): one table of providers for server and browser.
 * Nothing is ever fetched. Pure, without schemas.
 */
export const providers = ["boj", "programmers", "leetcode", "codeforces", "swea", "own"] as const;
export type Provider = (typeof providers)[number];

export const isProvider = (text: unknown): text is Provider =>
  (providers as readonly unknown[]).includes(text);

/** Identifies a problem; all that an article stores of it. */
export interface ProblemKey {
  readonly provider: Provider;
  readonly number: string;
}

export interface Problem extends ProblemKey {
  readonly title: string;
  readonly url: string | null;
}

/** A reference in a response; title and url are null in articles. */
export interface ProblemReference extends ProblemKey {
  readonly title: string | null;
  readonly url: string | null;
}

interface ProviderFacts {
  readonly label: string;
  readonly number: RegExp;
  /**
   * The number in a pasted address, `host/path?query` without `www.`; undefined if the address is not of this provider.
   */
  readonly inAddress: (address: string) => string | undefined;
  /** The address that is determined by the number alone. */
  readonly address?: (number: string) => string;
}

const firstOf =
  (...patterns: RegExp[]) =>
  (address: string) =>
    patterns.map((pattern) => pattern.exec(address)?.slice(1).join("")).find((found) => found !== undefined);

export const providerFacts: Readonly<Record<Provider, ProviderFacts>> = {
  // The site is an archive, so numbers have no address any more.
  boj: {
    label: "백준",
    number: /^\d{1,6}$/,
    inAddress: firstOf(/^acmicpc\.net\/problem\/(\d{1,6})(?!\d)/, /^boj\.kr\/(\d{1,6})(?!\d)/),
  },
  programmers: {
    label: "프로그래머스",
    number: /^\d{1,7}$/,
    inAddress: firstOf(/^(?:school\.)?programmers\.co\.kr\/learn\/courses\/\d+\/lessons\/(\d{1,7})(?!\d)/),
    address: (number) => `https://school.programmers.co.kr/learn/courses/30/lessons/${number}`,
  },
  leetcode: {
    label: "LeetCode",
    number: /^[a-z0-9-]{1,80}$/,
    inAddress: firstOf(/^leetcode\.com\/problems\/([a-z0-9-]{1,80})(?![a-z0-9-])/),
    address: (number) => `https://leetcode.com/problems/${number}/`,
  },
  codeforces: {
    label: "Codeforces",
    number: /^\d{1,5}[A-Z]\d?$/,
    inAddress: firstOf(
      /^codeforces\.com\/problemset\/problem\/(\d{1,5})\/([A-Z]\d?)(?!\w)/i,
      /^codeforces\.com\/contest\/(\d{1,5})\/problem\/([A-Z]\d?)(?!\w)/i,
    ),
    address: (number) => `https://codeforces.com/problemset/problem/${number.replace(/(?=[A-Z])/, "/")}`,
  },
  swea: {
    label: "SWEA",
    number: /^\d{1,6}$/,
    // The address does not contain the number, which must be typed.
    inAddress: firstOf(/^swexpertacademy\.com\/.*[?&]contestProbId=[\w-]+()/),
  },
  own: { label: "직접 출제", number: /^$/, inAddress: () => undefined },
};

const maxUrl = 300;

export const isProblemNumber = (provider: Provider, number: string): boolean =>
  providerFacts[provider].number.test(number);

/** Normalises a typed number to its stored form. */
export function typedNumber(provider: Provider, text: string): string {
  const number = text.trim();
  if (provider === "codeforces") return number.toUpperCase().replace("/", "");
  return provider === "leetcode" ? number.toLowerCase() : number;
}

/** An address in its stored form: https, at most 300 characters, without user info; undefined for all others. */
export function problemUrl(text: string): string | undefined {
  const address = text.trim();
  if (address.length > maxUrl || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isAllowed = protocol === "https:" && username === "" && password === "" && href.length <= maxUrl;
  return isAllowed ? href : undefined;
}

/**
 * The problem of a pasted address; the number is empty if it must be typed; undefined if the text is not an address.
 */
export function recognisedProblem(text: string): Problem | undefined {
  const address = text.trim();
  const withoutScheme = address.replace(/^https?:\/\//i, "").replace(/^www\./i, "");
  const slash = withoutScheme.indexOf("/");
  const located =
    withoutScheme.slice(0, Math.max(slash, 0)).toLowerCase() + withoutScheme.slice(Math.max(slash, 0));
  for (const provider of providers) {
    const number = providerFacts[provider].inAddress(located);
    if (number === undefined) continue;
    const url = provider === "swea" ? (problemUrl(`https://${withoutScheme}`) ?? null) : null;
    return { provider, number: typedNumber(provider, number), title: "", url };
  }
  const url = problemUrl(address);
  return url === undefined ? undefined : { provider: "own", number: "", title: "", url };
}

/** The target of a problem's chip; null without one. */
export function addressOf({ provider, number, url }: ProblemReference): string | null {
  const { address } = providerFacts[provider];
  if (address) return address(number);
  return provider === "boj" ? null : url;
}

export const isSameProblem = (one: ProblemKey, other: ProblemKey): boolean =>
  one.provider === other.provider && one.number === other.number;
