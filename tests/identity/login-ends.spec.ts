import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Identity } from "#services/identity/identity";
import { eventually } from "../live/server.ts";
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

it("a logout is heard in every process by the lines of that sign-in, not by those of the same person elsewhere", async () => {
  const neighbour = anotherProcess();
  const [desk, phone] = [await signIn(site.url, "dotori"), await signIn(site.url, "dotori")];
  const ended = [await watched(site.identity, desk), await watched(neighbour, desk)];
  const others = [await watched(site.identity, phone), await watched(neighbour, phone)];
  await site.identity.logout(desk.refreshToken);
  await eventually(() => {
    for (const onEnd of ended) expect(onEnd).toHaveBeenCalledTimes(1);
  });
  await neighbour.logout(phone.refreshToken);
  await eventually(() => {
    for (const onEnd of others) expect(onEnd).toHaveBeenCalledTimes(1);
  });
});

it("whoever begins to watch a sign-in that is over hears of it at once; one that goes on is the same after a renewal", async () => {
  const over = await signIn(site.url, "bamtol");
  await site.identity.logout(over.refreshToken);
  const late = await watched(site.identity, over);
  await eventually(() => expect(late).toHaveBeenCalledTimes(1));
  const login = await signIn(site.url, "bamtol");
  const { accessToken } = await site.identity.renew(login.refreshToken);
  const renewed = { ...login, accessToken };
  expect(await loginOf(site.identity, renewed)).toBe(await loginOf(site.identity, login));
});

it("a refresh token that betrays a copy ends the lines, too", async () => {
  const login = await signIn(site.url, "sandol");
  const onEnd = await watched(site.identity, login);
  await site.identity.renew(login.refreshToken);
  await site.later(60_000);
  await site.identity.renew(login.refreshToken).catch(() => {});
  await eventually(() => expect(onEnd).toHaveBeenCalledTimes(1));
});

it("what ended while nobody could listen is found when the database is back", async () => {
  const neighbour = anotherProcess();
  const login = await signIn(site.url, "dotori");
  const onEnd = await watched(neighbour, login);
  const listening = `SELECT pid FROM pg_stat_activity WHERE query ~ '^(LISTEN|NOTIFY)' AND datname = current_database()`;
  const pids = async () => (await database.pool.query<{ pid: number }>(listening)).rows.map(({ pid }) => pid);
  await vi.waitFor(async () => expect(await pids()).not.toEqual([]), 30_000);
  // Without the notification, as if it had gone out while the line was down.
  await database.pool.query("UPDATE refresh_family SET revoked_at = now() WHERE id = $1", [
    await loginOf(neighbour, login),
  ]);
  for (const pid of await pids()) await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await eventually(() => expect(onEnd).toHaveBeenCalledTimes(1));
});
