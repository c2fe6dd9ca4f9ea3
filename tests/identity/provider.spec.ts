import { generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestDatabase } from "../support/database.ts";
import { freePort } from "../support/server-process.ts";
import { cookieJar } from "./cookie-jar.ts";
import { type RogueProvider, rogueProvider } from "./rogue-provider.ts";
import { type IdentitySite, identityDatabase, identitySite } from "./site.ts";

let database: TestDatabase<unknown>;
let rogue: RogueProvider;
let site: IdentitySite;
beforeAll(async () => {
  database = await identityDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  rogue = await rogueProvider();
  const provider = { issuer: rogue.issuer, clientId: rogue.clientId, clientSecret: "client-secret" };
  site = await identitySite(database, { provider, providerTimeoutMs: 60_000 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  site.close();
  rogue.close();
});

/** A login from start to redirect; the provider accepts every login. */
async function logIn(query = "") {
  const jar = cookieJar();
  const start = await jar.fetch(new URL(`/oauth2/authorization/kakao${query}`, site.url));
  const asked = new URL(start.headers.get("location") as string, site.url);
  if (asked.origin !== rogue.issuer.origin) return { jar, asked, landed: asked.pathname + asked.search };
  rogue.expect(asked.searchParams.get("nonce") as string);
  const answer = new URL(asked.searchParams.get("redirect_uri") as string);
  answer.searchParams.set("code", "a-code");
  answer.searchParams.set("state", asked.searchParams.get("state") as string);
  const { visited } = await jar.follow(answer);
  const end = visited.at(-1) as URL;
  return { jar, asked, landed: end.pathname + end.search };
}

describe("a configured provider", () => {
  it("is accepted when everything is valid, and gets no login hint", async () => {
    const { asked, landed, jar } = await logIn("?login_hint=dotori");
    expect(asked.searchParams.has("login_hint")).toBe(false);
    expect(landed).toBe("/enroll");
    expect(jar.get("refresh_token")).toBeDefined();
  });

  it("replaces the development provider: its pages and members do not exist", async () => {
    const response = await fetch(new URL("/dev-provider/.well-known/openid-configuration", site.url));
    expect(await response.text()).toBe("the page");
    await expect(site.identity.developmentMember("dotori")).rejects.toThrow("no development login provider");
  });

  it("is queried for its metadata before the first login: an unresponsive or wrong one is reported with the cause", async () => {
    expect(await site.identity.providerError()).toBeUndefined();
    const errorOf = (issuer: URL) =>
      site.another({ provider: { issuer, clientId: rogue.clientId } }).providerError();
    const wrong = new URL("/elsewhere", rogue.issuer);
    expect(await errorOf(wrong)).toEqual({ issuer: wrong.href, cause: expect.stringContaining("OAUTH_") });
    const silent = new URL(`http://127.0.0.1:${await freePort()}/`);
    const cause = expect.stringContaining("ECONNREFUSED");
    expect(await errorOf(silent)).toEqual({ issuer: silent.href, cause });
  });

  const signed =
    (change: object): RogueProvider["answer"] =>
    async (claims, sign) => ({ idToken: await sign({ ...claims, ...change }) });

  it.each<[string, RogueProvider["answer"]]>([
    ["another nonce", signed({ nonce: "x".repeat(43) })],
    ["no nonce", signed({ nonce: undefined })],
    ["another audience", signed({ aud: "elsewhere" })],
    ["another issuer", signed({ iss: "https://x.example" })],
    ["an expired token", signed({ exp: 1_600_000_000 })],
    ["no subject", signed({ sub: undefined })],
    ["no id token", () => ({ idToken: undefined })],
    ["garbage for an id token", () => ({ idToken: "a.b.c" })],
    [
      "a token changed after signing",
      async (claims, sign) => {
        const [header, , signature] = (await sign(claims)).split(".");
        const body = Buffer.from(JSON.stringify({ ...claims, sub: "666" })).toString("base64url");
        return { idToken: `${header}.${body}.${signature}` };
      },
    ],
    [
      "a token of another key",
      async (claims) => {
        const { privateKey } = await generateKeyPair("RS256");
        const token = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "1" });
        return { idToken: await token.sign(privateKey) };
      },
    ],
    [
      "a token signed with the client secret",
      async (claims) => {
        const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256" });
        return { idToken: await token.sign(new TextEncoder().encode("client-secret")) };
      },
    ],
    [
      "an unsigned token",
      (claims) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
        return { idToken: `${part({ alg: "none" })}.${part(claims)}.` };
      },
    ],
    ["a refusal", () => ({ status: 400, idToken: undefined })],
    ["a fault", () => ({ status: 500, idToken: undefined })],
  ])("ends the login as failed when it answers with %s", async (_, answer) => {
    rogue.answer = answer;
    await expectFailure();
  });

  it("fails the login when it does not respond", async () => {
    site.close();
    const provider = { issuer: rogue.issuer, clientId: rogue.clientId, clientSecret: "client-secret" };
    site = await identitySite(database, { provider, providerTimeoutMs: 3000 });
    rogue.answer = () => ({ idToken: undefined, silence: true });
    await expectFailure();
  });

  async function expectFailure() {
    const { landed, jar } = await logIn();
    expect(landed).toBe("/login?error=failed");
    expect(jar.names()).toEqual([]);
    for (const secret of ["at-secret", "client-secret", "a-code", "12345"])
      expect(site.logged()).not.toContain(secret);
    expect(site.logged()).toContain("login failed");
  }

  it("fails the login while it is down, and works once it is back", async () => {
    rogue.isDown = true;
    expect((await logIn()).landed).toBe("/login?error=failed");
    rogue.isDown = false;
    expect((await logIn()).landed).toBe("/enroll");
  });

  it("keeps subjects of two providers apart", async () => {
    const other = await rogueProvider();
    const { rows } = await database.pool.query("SELECT count(*)::int AS count FROM identity_account");
    await logIn();
    const first = rogue;
    rogue = other;
    site.close();
    site = await identitySite(database, { provider: { issuer: other.issuer, clientId: other.clientId } });
    await logIn();
    const after = await database.pool.query("SELECT count(*)::int AS count FROM identity_account");
    expect(after.rows[0].count - rows[0].count).toBe(2);
    first.close();
  });
});

describe("the address of the site", () => {
  it("marks every cookie Secure unless the site runs on http://localhost", async () => {
    for (const [address, secure] of [
      ["https://algomoim.example", true],
      ["https://localhost", true],
      ["http://localhost.example", true],
      ["http://127.0.0.1:3000", true],
      ["http://localhost", false],
      ["http://localhost:3000", false],
    ] as const)
      for (const cookie of site.another({ publicUrl: new URL(address) }).clearedCookies())
        expect(cookie.split("; ").includes("Secure"), `${address} ${cookie}`).toBe(secure);
  });

  it("refuses plain http to a provider on another machine", async () => {
    site.close();
    const provider = { issuer: new URL("http://provider.invalid"), clientId: "site" };
    site = await identitySite(database, { provider, providerTimeoutMs: 3000 });
    expect((await logIn()).landed).toBe("/login?error=failed");
    expect(site.logged()).toContain("OAUTH_HTTP_REQUEST_FORBIDDEN");
  });

  it("does not start with the development provider in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => site.another({ provider: "development" })).toThrow("must not run in production");
    expect(() => site.another()).not.toThrow();
  });

  it("supports a proxy with another address, which the server itself need not reach", async () => {
    const outside = new URL("https://algomoim.invalid");
    const behind = await identitySite(database, { publicUrl: outside });
    const jar = cookieJar();
    let next = new URL("/oauth2/authorization/kakao?login_hint=dotori", outside);
    const set: string[] = [];
    while (next.pathname !== "/enroll") {
      expect(next.origin).toBe(outside.origin);
      const response = await jar.fetch(new URL(next.pathname + next.search, behind.url));
      expect(response.status, next.pathname).toBeGreaterThanOrEqual(302);
      set.push(...response.headers.getSetCookie());
      next = new URL(response.headers.get("location") as string, next);
    }
    expect(set.length).toBeGreaterThan(3);
    for (const cookie of set) expect(cookie.toLowerCase()).toContain("; secure");
    behind.close();
  });
});
