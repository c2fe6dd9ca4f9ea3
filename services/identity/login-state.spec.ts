import { describe, expect, it } from "vitest";
import { newLoginState, openLoginState, sealLoginState, stateCookieName } from "./login-state.ts";
import { returnPath } from "./return-path.ts";

const key = new Uint8Array(32).fill(3);
const now = new Date("2025-09-03T12:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("the sealed state of a login", () => {
  it("opens for its own login within ten minutes and not later", async () => {
    const login = newLoginState("/team-list");
    const sealed = await sealLoginState(login, key, now);
    expect(await openLoginState(sealed, login.state, key, later(599))).toEqual(login);
    expect(await openLoginState(sealed, login.state, key, later(600))).toBeUndefined();
  });

  it("does not open for another login, with another key, or when there is none", async () => {
    const login = newLoginState(undefined);
    const sealed = await sealLoginState(login, key, now);
    expect(await openLoginState(sealed, newLoginState(undefined).state, key, now)).toBeUndefined();
    expect(await openLoginState(sealed, login.state, new Uint8Array(32), now)).toBeUndefined();
    expect(await openLoginState(undefined, login.state, key, now)).toBeUndefined();
  });

  it("shows nothing of what it holds, and its cookie's name nothing of the state", async () => {
    const login = newLoginState("/team-list");
    const [header = "", ...rest] = (await sealLoginState(login, key, now)).split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "dir", enc: "A256GCM" });
    const bytes = rest.map((part) => Buffer.from(part, "base64url").toString("latin1")).join();
    for (const secret of [login.state, login.nonce, login.verifier, "team-list"])
      expect(bytes).not.toContain(secret);
    expect(stateCookieName(login.state)).toMatch(/^login_[\w-]{12}$/);
    expect(login.state).not.toContain(stateCookieName(login.state).slice(6));
  });

  it.each(["가".repeat(333), '"'.repeat(999)])(
    "fits into a cookie with the longest way back",
    async (rest) => {
      const longest = returnPath(`/${rest}`);
      expect(longest).toBeDefined();
      expect(returnPath(`/${rest}aa`)).toBeUndefined();
      expect((await sealLoginState(newLoginState(longest), key, now)).length).toBeLessThan(4000);
    },
  );
});
