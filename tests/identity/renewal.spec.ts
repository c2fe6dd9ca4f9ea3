import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../support/database.ts";
import { type SignedIn, signIn } from "../support/sign-in.ts";
import { type IdentitySite, identityDatabase, identitySite } from "./site.ts";

let database: TestDatabase<unknown>;
let site: IdentitySite;
let login: SignedIn;
let uuid: string;
beforeAll(async () => {
  database = await identityDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  site = await identitySite(database);
  const handle = crypto.randomUUID();
  login = await signIn(site.url, handle);
  uuid = await site.identity.developmentMember(handle);
});
afterEach(() => site.close());

const hour = 60 * 60_000;

/** The refresh token of a renewal. */
async function renew(token: string | undefined, identity = site.identity): Promise<string> {
  const { setCookies } = await identity.renew(token);
  return /^refresh_token=([^;]+);/.exec(setCookies[1] ?? "")?.[1] ?? "";
}

const cleared = [
  "access_token=; Path=/; Max-Age=0; SameSite=Lax",
  "refresh_token=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly",
];

const expectRefused = (renewal: Promise<unknown>) =>
  expect(renewal).rejects.toMatchObject({
    code: "bad-token",
    detail: { headers: { "Set-Cookie": cleared } },
  });

describe("a renewal", () => {
  it("issues a valid access token and both cookies again", async () => {
    const { accessToken, setCookies } = await site.identity.renew(login.refreshToken);
    expect(setCookies).toEqual([
      `access_token=${accessToken}; Path=/; Max-Age=1500; SameSite=Lax`,
      expect.stringMatching(/^refresh_token=[\w-]{43}; Path=\/; Max-Age=86400; SameSite=Lax; HttpOnly$/),
    ]);
    expect(setCookies[1]).not.toContain(login.refreshToken);
    expect(await site.identity.authenticate(`Bearer ${accessToken}`)).toMatchObject({ kind: "member", uuid });
  });

  it("returns the same successor again within ten seconds, in any process, whatever its clock", async () => {
    const successor = await renew(login.refreshToken);
    await site.later(1000);
    expect(await renew(login.refreshToken)).toBe(successor);
    for (const offMs of [-hour, 0, hour]) {
      const now = () => new Date(Date.now() + offMs);
      expect(await renew(login.refreshToken, site.another({ now }))).toBe(successor);
    }
    expect(await renew(successor)).not.toBe(successor);
  });

  it("returns one successor to many tabs that renew concurrently, over two processes", async () => {
    const other = site.another();
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, at) => renew(login.refreshToken, at % 2 ? other : site.identity)),
    );
    expect(new Set(tokens).size).toBe(1);
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS count FROM refresh_token t JOIN refresh_family f ON f.id = t.family_id WHERE f.member_id = $1`,
      [uuid],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it("ends all descendants of the session when a token is reused later, but no other session", async () => {
    const elsewhere = await site.identity.renew(login.refreshToken);
    const successor = await renew(login.refreshToken);
    const second = await renew(successor);
    const otherDevice = (await signIn(site.url, "another device")).refreshToken;
    await site.later(10_001);
    await expectRefused(site.identity.renew(login.refreshToken));
    await expectRefused(site.identity.renew(second));
    await expectRefused(site.identity.renew(successor));
    await renew(otherDevice);
    expect(elsewhere.setCookies[1]).toContain(successor);
  });

  it("extends its session, which is pruned a day after the last of several renewals and not of the first", async () => {
    let newest = login.refreshToken;
    for (let round = 0; round < 3; round += 1) {
      await site.later(23 * hour);
      newest = await renew(newest);
      await site.later(2 * hour);
      await site.identity.prune();
      newest = await renew(newest);
    }
    await site.later(25 * hour);
    expect(await site.identity.prune()).toBeGreaterThan(0);
    await expectRefused(site.identity.renew(newest));
  });

  it("detects reuse of a token after its own expiry", async () => {
    const successor = await renew(login.refreshToken);
    await site.later(23 * hour);
    const newest = await renew(successor);
    await site.later(2 * hour);
    await site.identity.prune();
    await expectRefused(site.identity.renew(login.refreshToken));
    await expectRefused(site.identity.renew(newest));
  });

  it.each([undefined, "", "garbage", "x".repeat(43), "x".repeat(10_000), "'; DROP TABLE refresh_token; --"])(
    "refuses the cookie %j, also at logout without effect, and clears both",
    async (cookie) => {
      await expectRefused(site.identity.renew(cookie));
      expect(await site.identity.logout(cookie)).toEqual(cleared);
    },
  );

  it("refuses a withdrawn member, and an access token", async () => {
    await expectRefused(site.identity.renew(login.accessToken));
    await site.record(uuid, "MemberWithdrawn");
    await expectRefused(site.identity.renew(login.refreshToken));
  });

  it("does not consume the token when the member's state cannot be read", async () => {
    const broken = site.another({ memberState: () => Promise.reject(new Error("unreachable")) });
    await expect(broken.renew(login.refreshToken)).rejects.toThrow("unreachable");
    await site.later(hour);
    await renew(login.refreshToken);
  });
});

describe("ending", () => {
  it("ends the session at logout, with its newest token or an older one, and clears the cookies", async () => {
    for (const age of ["newest", "older"]) {
      const { refreshToken } = await signIn(site.url, "another device");
      const successor = await renew(refreshToken);
      expect(await site.identity.logout(age === "newest" ? successor : refreshToken)).toEqual(
        site.identity.clearedCookies(),
      );
      await expectRefused(site.identity.renew(successor));
      await expectRefused(site.identity.renew(refreshToken));
    }
    await renew(login.refreshToken);
  });

  it("ends all sessions of a member, and none of another member", async () => {
    const other = await signIn(site.url, "another person");
    await site.identity.revokeAll(uuid);
    await expectRefused(site.identity.renew(login.refreshToken));
    await renew(other.refreshToken);
  });

  it("prunes expired sessions and keeps the others", async () => {
    const fresh = await identitySite(database);
    await fresh.later(25 * hour);
    expect(await fresh.identity.prune()).toBeGreaterThan(0);
    const { refreshToken } = await signIn(fresh.url, "late");
    expect(await fresh.identity.prune()).toBe(0);
    await renew(refreshToken, fresh.identity);
    fresh.close();
  });
});
