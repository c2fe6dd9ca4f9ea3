import { isAtSite, type Problem, type Provider, parsedAddress, problemUrl, providers } from "./problems.ts";

/** Patterns of the number in an address of a provider's site, `/path?query`. */
const numbers: Readonly<Record<Exclude<Provider, "own">, readonly RegExp[]>> = {
  boj: [
    /^\/(?:problem\/(?:[a-z]+\/)?|submit\/|short\/status\/)?(\d{1,6})(?!\d)/,
    /^\/status\?(?:.*&)?problem_id=(\d{1,6})(?!\d)/,
  ],
  programmers: [/^\/(?:[a-z]+\/)*courses\/\d+\/lessons\/(\d{1,7})(?!\d)/],
  leetcode: [/^\/(?:contest\/[\w-]+\/)?problems\/([a-z0-9-]{1,80})(?![a-z0-9-])/i],
  codeforces: [
    /^\/problemset\/(?:problem|status)\/(\d{1,6})\/(?:problem\/)?([A-Z]\d?)(?!\w)/i,
    /^\/(?:group\/\w+\/)?(?:contests?|gym)\/(\d{1,6})\/(?:problem|submit|status)\/([A-Z]\d?)(?!\w)/i,
  ],
  // Its addresses contain no number.
  swea: [],
};
const sites = providers.filter((provider) => provider !== "own");

/** The number in an address of the provider's site; undefined if it names no problem. */
const numberIn = (provider: Exclude<Provider, "own">, path: string): string | undefined =>
  numbers[provider]
    .map((pattern) => pattern.exec(path)?.slice(1).join(""))
    .find((found) => found !== undefined);

/** Normalises a typed number to its stored form. */
export function typedNumber(provider: Provider, text: string): string {
  const number = text.trim();
  if (provider === "codeforces") return number.toUpperCase().replace("/", "");
  return provider === "leetcode" ? number.toLowerCase() : number;
}

/**
 * The problem of a pasted address; the number is empty if the address of a site has none, so that it must be typed;
 * undefined if the text is not an address.
 */
export function recognisedProblem(text: string): Problem | undefined {
  const address = text.trim();
  const url = parsedAddress(`https://${address.replace(/^https?:\/\//i, "")}`);
  const provider = url && sites.find((site) => isAtSite(site, url));
  if (provider) {
    const number = numberIn(provider, url.pathname + url.search) ?? "";
    const isKept = provider === "swea" && url.searchParams.has("contestProbId");
    const kept = isKept ? (problemUrl(url.href) ?? null) : null;
    return { provider, number: typedNumber(provider, number), title: "", url: kept };
  }
  const own = problemUrl(address);
  return own === undefined ? undefined : { provider: "own", number: "", title: "", url: own };
}
