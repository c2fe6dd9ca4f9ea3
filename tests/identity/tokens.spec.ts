import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../support/database.ts";
import { type SignedIn, signIn } from "../support/sign-in.ts";
import { type IdentitySite, identityDatabase, identitySite, secretFor } from "./site.ts";

let database: TestDatabase<unknown>;
let site: IdentitySite;
let login: SignedIn;
let uuid: string;
beforeAll(async () => {
  database = await identityDatabase();
  site = await identitySite(database);
  login = await signIn(site.url, "dotori");
  uuid = await site.identity.developmentMember("dotori");
});
afterAll(async () => {
  site.close();
  await database.close();
});

const key = secretFor("identity access token");
const seconds = () => Math.floor(Date.now() / 1000);

/** Signed like the site's tokens, with other contents. */
const forge = (claims: object, signingKey: Uint8Array = key, alg = "HS256") =>
  new SignJWT({ category: "access_token", uuid, iat: seconds(), exp: seconds() + 60, ...claims })
    .setProtectedHeader({ alg })
    .sign(signingKey);

const expectRefused = (authorization: string) =>
  expect(site.identity.authenticate(authorization)).rejects.toMatchObject({ code: "bad-token" });

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an access token", () => {
  it("names the member, whether the profile is complete, and when it ends", async () => {
    const caller = await site.identity.authenticate(`Bearer ${login.accessToken}`);
    expect(caller).toEqual({
      kind: "member",
      uuid,
      hasProfile: false,
      login: expect.any(String),
      expiresAt: expect.any(Date),
    });
    const { expiresAt } = caller as { expiresAt: Date };
    const [, claims = ""] = login.accessToken.split(".");
    expect(expiresAt.getTime()).toBe(JSON.parse(Buffer.from(claims, "base64url").toString()).exp * 1000);
    const other = await signIn(site.url, "bamtol");
    await site.record(await site.identity.developmentMember("bamtol"), "ProfileCompleted");
    expect(await site.identity.authenticate(`Bearer ${other.accessToken}`)).toMatchObject({
      hasProfile: true,
    });
  });

  it("contains category, uuid, iat and exp, 25 minutes apart, and never an =", () => {
    expect(login.accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const claims = JSON.parse(Buffer.from(login.accessToken.split(".")[1] as string, "base64url").toString());
    expect(Object.keys(claims).sort()).toEqual(["category", "exp", "iat", "uuid"]);
    expect(claims).toMatchObject({ category: "access_token", uuid });
    expect(claims.exp - claims.iat).toBe(1500);
  });

  it("is optional: without one the caller is a visitor", async () => {
    expect(await site.identity.authenticate(undefined)).toEqual({ kind: "visitor" });
    expect(await site.identity.authenticate("Basic dXNlcjpwYXNz")).toEqual({ kind: "visitor" });
  });

  it("is accepted with any spelling of Bearer, as are the claims that the forgeries below change", async () => {
    for (const token of [login.accessToken, await forge({})])
      expect(await site.identity.authenticate(`bearer ${token}`)).toMatchObject({ uuid });
  });

  it.each<[string, () => Promise<string>]>([
    ["nothing", async () => ""],
    ["letters that are not ASCII", async () => "토큰.토큰.토큰"],
    ["very many letters", async () => "x".repeat(10_000)],
    ["another key", () => forge({}, new Uint8Array(32).fill(1))],
    ["the key of another purpose", () => forge({}, secretFor("identity refresh token"))],
    ["another algorithm", () => forge({}, new Uint8Array([...key, ...key]), "HS512")],
    ["a wrong category", () => forge({ category: "refresh_token" })],
    ["no category", () => forge({ category: undefined })],
    ["no uuid", () => forge({ uuid: undefined })],
    ["a uuid that is none", () => forge({ uuid: 7 })],
    ["no end", () => forge({ exp: undefined })],
    ["a person who does not exist", () => forge({ uuid: crypto.randomUUID() })],
    ["a wrong category, expired", () => forge({ category: "refresh_token", exp: seconds() - 60 })],
    ["another key, expired", () => forge({ exp: seconds() - 60 }, new Uint8Array(32).fill(1))],
  ])("is refused with %s", async (_, token) => expectRefused(`Bearer ${await token()}`));

  it("is refused without a signature (alg none)", async () => {
    const body = part({ category: "access_token", uuid, iat: seconds(), exp: seconds() + 60 });
    for (const alg of ["none", "None", "HS256"]) {
      await expectRefused(`Bearer ${part({ alg })}.${body}.`);
      await expectRefused(`Bearer ${part({ alg })}.${body}.${"A".repeat(43)}`);
    }
  });

  it("is refused with a payload or header changed under the same signature", async () => {
    const [header, , signature] = login.accessToken.split(".") as [string, string, string];
    const other = part({ category: "access_token", uuid: crypto.randomUUID(), iat: 1, exp: seconds() + 60 });
    await expectRefused(`Bearer ${header}.${other}.${signature}`);
    const critical = part({ alg: "HS256", crit: ["b64"], b64: false });
    const raw = `${critical}.${other}`;
    await expectRefused(`Bearer ${raw}.${createHmac("sha256", key).update(raw).digest("base64url")}`);
  });

  it("is refused with any one character of its signature changed, padded or cut", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const token = login.accessToken;
    for (const last of alphabet)
      if (!token.endsWith(last)) await expectRefused(`Bearer ${token.slice(0, -1)}${last}`);
    for (const changed of [
      `${token}=`,
      `${token}==`,
      ` ${token}x`,
      token.slice(0, -1),
      `${token}.`,
      `${token} x`,
    ])
      await expectRefused(`Bearer ${changed}`);
  });

  it("is refused with its own code once it has expired, to the second", async () => {
    const clock = await identitySite(database);
    const { accessToken } = await signIn(clock.url, "hodu");
    await clock.later(25 * 60_000 - 1000);
    expect(await clock.identity.authenticate(`Bearer ${accessToken}`)).toMatchObject({ kind: "member" });
    await clock.later(1000);
    const expired = clock.identity.authenticate(`Bearer ${accessToken}`);
    await expect(expired).rejects.toMatchObject({ code: "expired-token" });
    clock.close();
  });

  it("is refused as expired if a former key has signed it, so that its owner renews it", async () => {
    const renamed = (purpose: string) => secretFor(`${purpose} of another SECRET_KEY`);
    const subs = (purpose: string) => [renamed(purpose), secretFor(purpose)];
    const rotated = site.another({ secrets: { sub: renamed, subs } });
    const refusal = (token: string) =>
      rotated.authenticate(`Bearer ${token}`).catch(({ code }: { code: string }) => code);
    expect(await refusal(login.accessToken)).toBe("expired-token");
    expect(await refusal(await forge({}, new Uint8Array(32).fill(1)))).toBe("bad-token");
  });

  it("is refused once its member has withdrawn", async () => {
    const { accessToken } = await signIn(site.url, "leaving");
    await site.record(await site.identity.developmentMember("leaving"), "MemberWithdrawn");
    await expectRefused(`Bearer ${accessToken}`);
  });
});
