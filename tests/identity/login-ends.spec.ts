import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Identity } from "#services/identity/identity";
import { until } from "#tests/support/until";
import type { TestDatabase } from "../support/database.ts";
import { type SignedIn, signIn } from "../support/sign-in.ts";
import { type IdentitySite, identityDatabase, identitySite } from "./site.ts";

let database: TestDatabase<unknown>;
let site: IdentitySite;
beforeAll(async () => {
  database = await identityDatabase();
  site = await identitySite(database);
});
afterAll(async () => {
  site.close();
  await site.identity.close();
  await database.close();
});

const loginOf = async (identity: Identity, { accessToken }: SignedIn) => {
  const caller = await identity.authenticate(`Bearer ${accessToken}`);
  return (caller.kind === "member" && caller.login) || "";
};

async function watched(identity: Identity, signedIn: SignedIn) {
  const onEnd = vi.fn();
  onTestFinished(identity.whenLoginEnds(await loginOf(identity, signedIn), onEnd));
  return onEnd;
}

function anotherProcess(): Identity {
  const identity = site.another();
  onTestFinished(() => identity.close());
  return identity;
}

it("a logout notifies the watchers of that session in every process, not those of another session of the member", async () => {
  const other = anotherProcess();
  const desk = await signIn(site.url, "dotori");
  const phone = await signIn(site.url, "dotori");
  const ended = [await watched(site.identity, desk), await watched(other, desk)];
  const others = [await watched(site.identity, phone), await watched(other, phone)];
  await site.identity.logout(desk.refreshToken);
  await until(() => {
    for (const onEnd of ended) expect(onEnd).toHaveBeenCalledTimes(1);
  });
  await other.logout(phone.refreshToken);
  await until(() => {
    for (const onEnd of others) expect(onEnd).toHaveBeenCalledTimes(1);
  });
});

it("a watcher of an ended session is called back immediately; a renewal does not end the session", async () => {
  const over = await signIn(site.url, "bamtol");
  const ending = await watched(site.identity, over);
  const id = await loginOf(site.identity, over);
  await site.identity.logout(over.refreshToken);
  await until(() => expect(ending).toHaveBeenCalledTimes(1));
  const late = vi.fn();
  onTestFinished(site.identity.whenLoginEnds(id, late));
  await until(() => expect(late).toHaveBeenCalledTimes(1));
  const login = await signIn(site.url, "bamtol");
  const { accessToken } = await site.identity.renew(login.refreshToken);
  const renewed = { ...login, accessToken };
  expect(await loginOf(site.identity, renewed)).toBe(await loginOf(site.identity, login));
});

it("access tokens of an ended session are refused in every process, also by one that starts later, and no others", async () => {
  const other = anotherProcess();
  const desk = await signIn(site.url, "dotori");
  const phone = await signIn(site.url, "dotori");
  const accepted = (identity: Identity, { accessToken }: SignedIn) =>
    identity.authenticate(`Bearer ${accessToken}`).then(
      () => true,
      ({ code }) => code,
    );
  expect([await accepted(site.identity, desk), await accepted(other, desk)]).toEqual([true, true]);
  await site.identity.logout(desk.refreshToken);
  for (const identity of [site.identity, other, anotherProcess()])
    await until(async () => expect(await accepted(identity, desk)).toBe("bad-token"));
  expect([await accepted(site.identity, phone), await accepted(other, phone)]).toEqual([true, true]);
});

it("the reuse of a refresh token notifies the watchers", async () => {
  const login = await signIn(site.url, "sandol");
  const onEnd = await watched(site.identity, login);
  await site.identity.renew(login.refreshToken);
  await site.later(60_000);
  await site.identity.renew(login.refreshToken).catch(() => {});
  await until(() => expect(onEnd).toHaveBeenCalledTimes(1));
});

it("a session that ended while no connection listened is found when the database is back", async () => {
  const other = anotherProcess();
  const login = await signIn(site.url, "dotori");
  const onEnd = await watched(other, login);
  const id = await loginOf(other, login);
  const listening = `SELECT pid FROM pg_stat_activity WHERE query ~ '^(LISTEN|NOTIFY)' AND datname = current_database()`;
  const pids = async () => (await database.pool.query<{ pid: number }>(listening)).rows.map(({ pid }) => pid);
  await vi.waitFor(async () => expect(await pids()).not.toEqual([]));
  // Without the notification, as if it had been sent while the connection was down.
  await database.pool.query("UPDATE refresh_family SET revoked_at = now() WHERE id = $1", [id]);
  for (const pid of await pids()) await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await until(() => expect(onEnd).toHaveBeenCalledTimes(1));
});
