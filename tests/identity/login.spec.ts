import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "#services/event-store/event-store";
import { devPeople } from "#services/identity/dev-people";
import type { TestDatabase } from "../support/database.ts";
import { signIn } from "../support/sign-in.ts";
import { type CookieJar, cookieJar } from "./cookie-jar.ts";
import { type IdentitySite, identityDatabase, identitySite } from "./site.ts";

let database: TestDatabase<unknown>;
let site: IdentitySite;
beforeAll(async () => {
  database = await identityDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  site = await identitySite(database);
});
afterEach(() => site.close());

const loginPath = "/oauth2/authorization/kakao";
const callback = "/login/oauth2/code/kakao";
const newHandle = () => `person ${crypto.randomUUID().slice(0, 8)}`;
const whoIs = async (token: string) => {
  const caller = await site.identity.authenticate(`Bearer ${token}`);
  if (caller.kind !== "member") throw new Error("a visitor");
  return caller.uuid;
};

/** Follows the login up to the page with the development members. */
async function openPage(jar: CookieJar, path = loginPath) {
  const { response, visited } = await jar.follow(new URL(path, site.url));
  return { page: visited.at(-1) as URL, html: await response.text(), response };
}

async function press(jar: CookieJar, page: URL, fields: Record<string, string>) {
  const { response, visited } = await jar.follow(page, { method: "POST", body: new URLSearchParams(fields) });
  await response.body?.cancel();
  const end = visited.at(-1) as URL;
  return { landed: end.pathname + end.search, visited };
}

/** Signs in up to the provider's response, which is returned instead of delivered. */
async function undelivered(jar: CookieJar, handle = newHandle()): Promise<URL> {
  let next = new URL(`${loginPath}?login_hint=${encodeURIComponent(handle)}`, site.url);
  while (next.pathname !== callback) {
    const response = await jar.fetch(next);
    next = new URL(response.headers.get("location") as string, next);
  }
  return next;
}

/** Excludes cookies of the development provider. */
const ofTheSite = (jar: CookieJar) =>
  jar
    .names()
    .filter((name) => !name.startsWith("_"))
    .sort();

const isSignedIn = (jar: CookieJar) =>
  jar.get("access_token") !== undefined || jar.get("refresh_token") !== undefined;

describe("a login", () => {
  it("shows the predefined members, signs the chosen one in and redirects to the profile form", async () => {
    const jar = cookieJar();
    const { page, html, response } = await openPage(jar);
    expect(response.status).toBe(200);
    for (const { nickname, introduction } of devPeople) {
      expect(html).toContain(nickname);
      expect(html).toContain(introduction);
    }
    const { landed, visited } = await press(jar, page, { handle: "dotori" });
    expect(landed).toBe("/enroll");
    expect(new Set(visited.map((url) => url.origin))).toEqual(new Set([site.url.origin]));
    const uuid = await whoIs(jar.get("access_token") as string);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(await site.stateOf(uuid)).toBe("signed-up");
    expect(ofTheSite(jar)).toEqual(["access_token", "refresh_token"]);
  });

  it("waits up to a minute for the development provider, which is as slow as the machine", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await openPage(cookieJar());
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(60_000);
    timers.mockRestore();
  });

  it("shows members without script or inline style, as the site's content policy requires", async () => {
    const { html } = await openPage(cookieJar());
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    const style = await fetch(new URL("/dev-provider/people.css", site.url));
    expect(style.headers.get("content-type")).toContain("text/css");
  });

  it("signs a new member in by a handle typed on the page, and requires one", async () => {
    const jar = cookieJar();
    const { page } = await openPage(jar);
    const handle = newHandle();
    expect((await press(jar, page, { handle: "  " })).landed).toBe(page.pathname);
    expect((await press(jar, page, { handle })).landed).toBe("/enroll");
    const hinted = await signIn(site.url, handle);
    expect(await whoIs(jar.get("access_token") as string)).toBe(await whoIs(hinted.accessToken));
  });

  it("redirects to the home page or the return path once the profile is complete", async () => {
    const handle = newHandle();
    const first = await signIn(site.url, handle, { redirect: "/team-list" });
    expect(first.landed).toBe("/enroll");
    await site.record(await whoIs(first.accessToken), "ProfileCompleted");
    expect((await signIn(site.url, handle)).landed).toBe("/");
    expect((await signIn(site.url, handle, { redirect: "/team-dashboard/12?day=3" })).landed).toBe(
      "/team-dashboard/12?day=3",
    );
  });

  it("returns the same member for the same handle, after a restart too, and another for another", async () => {
    const handle = newHandle();
    const before = await whoIs((await signIn(site.url, handle)).accessToken);
    const { store } = site;
    site.close();
    site = await identitySite(database, { store });
    expect(await whoIs((await signIn(site.url, handle)).accessToken)).toBe(before);
    expect(await whoIs((await signIn(site.url, newHandle())).accessToken)).not.toBe(before);
  });

  it("lets two members sign in one after the other in one browser", async () => {
    const jar = cookieJar();
    const one = await signIn(site.url, newHandle(), { cookies: jar });
    const other = await signIn(site.url, newHandle(), { cookies: jar });
    expect(await whoIs(other.accessToken)).not.toBe(await whoIs(one.accessToken));
  });

  it("works in two tabs concurrently, each with its own return path", async () => {
    const jar = cookieJar();
    const handle = newHandle();
    await site.record(await whoIs((await signIn(site.url, handle)).accessToken), "ProfileCompleted");
    const left = await openPage(jar, `${loginPath}?redirect=/left`);
    const right = await openPage(jar, `${loginPath}?redirect=/right`);
    expect((await press(jar, left.page, { handle })).landed).toBe("/left");
    expect((await press(jar, right.page, { handle })).landed).toBe("/right");
  });

  it("creates one member for two concurrent first logins", async () => {
    const handle = newHandle();
    const appended = vi.spyOn(site.store, "append");
    const logins = await Promise.all([
      signIn(site.url, handle),
      signIn(site.url, handle),
      signIn(site.url, handle),
    ]);
    const uuids = new Set(await Promise.all(logins.map((login) => whoIs(login.accessToken))));
    expect(uuids.size).toBe(1);
    const [uuid] = uuids;
    expect((await site.store.read(`member-${uuid}`)).events.map((event) => event.type)).toEqual([
      "MemberSignedUp",
    ]);
    expect(new Set(appended.mock.calls.map(([stream]) => stream)).size).toBe(1);
  });

  it("completes a first login that was interrupted between account and member", async () => {
    const handle = newHandle();
    const append = vi.spyOn(site.store, "append").mockRejectedValueOnce(new Error("gone"));
    await expect(signIn(site.url, handle)).rejects.toThrow("/login?error=failed");
    const meant = append.mock.calls[0]?.[0];
    const { accessToken } = await signIn(site.url, handle);
    expect(`member-${await whoIs(accessToken)}`).toBe(meant);
  });

  it("reports an outage of the event store as such, and works once that is back", async () => {
    const handle = newHandle();
    vi.spyOn(site.store, "append").mockRejectedValueOnce(new StoreUnavailable(undefined));
    const jar = cookieJar();
    await expect(signIn(site.url, handle, { cookies: jar })).rejects.toThrow("/login?error=unavailable");
    expect(ofTheSite(jar)).toEqual([]);
    expect((await signIn(site.url, handle, { cookies: jar })).landed).toBe("/enroll");
  });

  it("creates a new member for the same account after a withdrawal, also after an interrupted one", async () => {
    const handle = newHandle();
    const uuids: string[] = [];
    for (const forgets of [true, false, true]) {
      const uuid = await whoIs((await signIn(site.url, handle)).accessToken);
      uuids.push(uuid);
      await site.record(uuid, "MemberWithdrawn");
      if (forgets) await site.identity.forgetAccount(uuid);
    }
    expect(new Set(uuids).size).toBe(3);
  });
});

describe("a login that fails", () => {
  it("reports a cancelled login, without cookies", async () => {
    const jar = cookieJar();
    const { page } = await openPage(jar);
    expect((await press(jar, page, { cancel: "1" })).landed).toBe("/login?error=cancelled");
    expect(ofTheSite(jar)).toEqual([]);
  });

  it.each([
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["another state", (url: URL) => url.searchParams.set("state", "x".repeat(43))],
    ["two states", (url: URL) => url.searchParams.append("state", "x".repeat(43))],
    ["no code", (url: URL) => url.searchParams.delete("code")],
    ["another code", (url: URL) => url.searchParams.set("code", "x".repeat(43))],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://elsewhere.example")],
    ["an unexpected cancellation", (url: URL) => (url.search = "?error=access_denied")],
  ])("refuses an answer with %s", async (_, change) => {
    const jar = cookieJar();
    const answer = await undelivered(jar);
    change(answer);
    expect((await jar.follow(answer)).visited.at(-1)?.search).toBe("?error=failed");
    expect(isSignedIn(jar)).toBe(false);
  });

  it("refuses a response in a browser that did not start the login, and keeps that browser's own login", async () => {
    const mine = cookieJar();
    const other = cookieJar();
    const answer = await undelivered(mine);
    const own = await undelivered(other);
    expect((await other.follow(answer)).visited.at(-1)?.search).toBe("?error=failed");
    expect(isSignedIn(other)).toBe(false);
    expect((await other.follow(own)).visited.at(-1)?.pathname).toBe("/enroll");
  });

  it("accepts an unchanged response once", async () => {
    const jar = cookieJar();
    const answer = await undelivered(jar);
    expect((await jar.follow(answer)).visited.at(-1)?.pathname).toBe("/enroll");
    expect((await jar.follow(answer)).visited.at(-1)?.search).toBe("?error=failed");
  });

  it("redirects an expired page of members, or one opened in another browser, to the login page", async () => {
    const { page } = await openPage(cookieJar());
    expect((await openPage(cookieJar(), page.pathname)).page.search).toBe("?error=failed");
    expect((await press(cookieJar(), page, { handle: "dotori" })).landed).toBe("/login?error=failed");
  });
});

describe("the requests of a login", () => {
  it("use code flow, PKCE S256, state and nonce, and only the scope openid", async () => {
    const response = await cookieJar().fetch(new URL(loginPath, site.url));
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const url = new URL(response.headers.get("location") as string);
    expect(url.origin + url.pathname).toBe(`${site.url.origin}/dev-provider/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "algomoim",
      redirect_uri: `${site.url.origin}${callback}`,
      response_type: "code",
      scope: "openid",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("keep the state in a sealed cookie for ten minutes", async () => {
    const response = await cookieJar().fetch(new URL(`${loginPath}?redirect=/team-list`, site.url));
    const [cookie = "", ...more] = response.headers.getSetCookie();
    expect(more).toEqual([]);
    const [, ...attributes] = cookie.split("; ");
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=600", "Path=/login/oauth2", "SameSite=Lax"]);
  });

  it("set both cookies of a session exactly, and clear the state cookie", async () => {
    const jar = cookieJar();
    const answer = await undelivered(jar);
    const set = (await jar.fetch(answer)).headers.getSetCookie();
    const attributes = Object.fromEntries(
      set.map((cookie) => {
        const [pair = "", ...rest] = cookie.split("; ");
        return [pair.split("=")[0]?.replace(/^login_.*/, "state"), rest.sort()];
      }),
    );
    expect(attributes).toEqual({
      state: ["HttpOnly", "Max-Age=0", "Path=/login/oauth2", "SameSite=Lax"],
      access_token: ["Max-Age=1500", "Path=/", "SameSite=Lax"],
      refresh_token: ["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax"],
    });
    for (const name of ["access_token", "refresh_token"]) expect(jar.get(name)).not.toContain("=");
  });

  it.each(["//evil.example", "/team\r\nSet-Cookie: a=b"])("drop the return path %j", async (redirect) => {
    const handle = newHandle();
    await site.record(await whoIs((await signIn(site.url, handle)).accessToken), "ProfileCompleted");
    expect((await signIn(site.url, handle, { redirect })).landed).toBe("/");
  });

  it("contain no tokens, codes, states, handles or subjects in log and tables", async () => {
    const jar = cookieJar();
    const handle = newHandle();
    const answer = await undelivered(jar, handle);
    const tampered = new URL(answer);
    tampered.searchParams.set("iss", "https://elsewhere.example");
    const sealed = jar.names().map((name) => [name, jar.get(name)] as const);
    await jar.follow(tampered);
    for (const [name, value] of sealed) jar.set(answer, `${name}=${value}; Path=/login/oauth2`);
    await jar.follow(answer);
    const { rows } = await database.pool.query(
      "SELECT row_to_json(a)::text AS row FROM identity_account a UNION ALL SELECT row_to_json(t)::text FROM refresh_token t",
    );
    const written = site.logged() + JSON.stringify(rows);
    expect(site.logged()).toContain("login failed");
    const { code = "", state = "" } = Object.fromEntries(answer.searchParams);
    for (const secret of [code, state, handle, jar.get("access_token"), jar.get("refresh_token")])
      expect(written).not.toContain(secret);
  });
});
