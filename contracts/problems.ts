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
  /** Its hosts, without `www.` and `m.`: an address at any other is not of this provider. Absent for custom problems. */
  readonly hosts?: readonly string[];
  /** The address that is determined by the number alone. */
  readonly address?: (number: string) => string;
}

export const providerFacts: Readonly<Record<Provider, ProviderFacts>> = {
  // The site is an archive, so numbers have no address any more.
  boj: {
    label: "백준",
    number: /^\d{1,6}$/,
    hosts: ["acmicpc.net", "boj.kr", "icpc.me", "noj.am"],
  },
  programmers: {
    label: "프로그래머스",
    number: /^\d{1,7}$/,
    hosts: [
      "school.programmers.co.kr",
      "programmers.co.kr",
      "career.programmers.co.kr",
      "certi.programmers.co.kr",
    ],
    address: (number) => `https://school.programmers.co.kr/learn/courses/30/lessons/${number}`,
  },
  leetcode: {
    label: "LeetCode",
    number: /^[a-z0-9-]{1,80}$/,
    hosts: ["leetcode.com", "leetcode.cn"],
    address: (number) => `https://leetcode.com/problems/${number}/`,
  },
  codeforces: {
    label: "Codeforces",
    number: /^\d{1,6}[A-Z]\d?$/,
    hosts: [
      "codeforces.com",
      "codeforc.es",
      "mirror.codeforces.com",
      "m1.codeforces.com",
      "m2.codeforces.com",
      "m3.codeforces.com",
    ],
    // Contests of six digits are in the gym.
    address: (number) =>
      /^\d{6}/.test(number)
        ? `https://codeforces.com/gym/${number.replace(/(?=[A-Z])/, "/problem/")}`
        : `https://codeforces.com/problemset/problem/${number.replace(/(?=[A-Z])/, "/")}`,
  },
  swea: {
    label: "SWEA",
    number: /^\d{1,6}$/,
    hosts: ["swexpertacademy.com"],
  },
  own: { label: "직접 출제", number: /^$/ },
};

const maxUrl = 300;

/** `프로그래머스 42576`, `직접 출제`. */
export const problemLabel = ({ provider, number }: ProblemKey): string =>
  `${providerFacts[provider].label} ${number}`.trim();

export const isProblemNumber = (provider: Provider, number: string): boolean =>
  providerFacts[provider].number.test(number);

/** The parsed address, without user info, which could show another host than the real one. */
export function parsedAddress(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.username === "" && url.password === "" ? url : undefined;
}

/** Whether an address is at a host of the provider, by its default port; custom problems may be anywhere. */
export function isAtSite(provider: Provider, { host }: URL): boolean {
  const { hosts } = providerFacts[provider];
  return hosts?.includes(host.replace(/^(?:www|m)\./, "")) ?? true;
}

/** An address in its stored form: https, at most 300 characters, without user info; undefined for all others. */
export function problemUrl(text: string): string | undefined {
  const address = text.trim();
  const url = address.length > maxUrl ? undefined : parsedAddress(address);
  const isAllowed = url?.protocol === "https:" && url.href.length <= maxUrl;
  return isAllowed ? url.href : undefined;
}

/** The target of a problem's chip; null without one. */
export function addressOf({ provider, number, url }: ProblemReference): string | null {
  const { address } = providerFacts[provider];
  if (address) return address(number);
  const target = provider === "boj" || url === null ? undefined : problemUrl(url);
  // A chip leads only to the site that it names.
  return target !== undefined && isAtSite(provider, new URL(target)) ? target : null;
}

export const isSameProblem = (one: ProblemKey, other: ProblemKey): boolean =>
  one.provider === other.provider && one.number === other.number;
