import { afterAll, beforeAll, expect, it } from "vitest";
import { type System, start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { secretsOn } from "#services/platform/privacy/key-mark";
import { unwrap } from "#services/platform/privacy/member-keys";
import { secrets } from "#services/platform/privacy/secrets";
import { teamFields } from "#tests/api/site";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { emptyDatabase, operateOn, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { memberOf, request } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";

const inFolder = ownFolder();
const before = "b".repeat(40);
const after = "a".repeat(40);
const old = { SECRET_KEY: before };
const both = { SECRET_KEY: after, SECRET_KEY_PREVIOUS: before };
const present = { SECRET_KEY: after };
let database: TestDatabase<unknown>;
let system: System | undefined;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await system?.close();
  await database.close();
});

async function startWith(keys: Record<string, string>): Promise<void> {
  await system?.close();
  system = undefined;
  const env = { ...settingsOf(database.url), ...keys, PORT: "0" };
  system = await start(readConfig(env, ["--no-demo"]), { log: createLogger("silent") });
}
const ask = async (token: string, method: string, path: string, asked: object = {}) =>
  request(`${system?.url.origin}/api/v1/${path}`, method, {
    headers: { authorization: `Bearer ${token}` },
    ...asked,
  });
const enter = async (handle: string) => {
  const login = await signIn(system?.url as URL, handle);
  return { ...login, uuid: memberOf(login.accessToken) };
};
const signUp = async (handle: string) => {
  const login = await enter(handle);
  const form = { memberName: handle, memberExplain: "매일 한 문제" };
  expect((await ask(login.accessToken, "POST", "members", { form })).status).toBe(201);
  return login;
};
const operate = (words: readonly string[], { url } = database) => {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  return operateOn(url, [...words, "--json"], { env: both, out }).then(() => text);
};
const wrappedWith = async (key: string) => {
  const { rows } = await database.pool.query<{ member: string; wrapped: Buffer }>(
    "SELECT * FROM member_keys",
  );
  const opens = rows.map(({ member, wrapped }) => {
    try {
      return unwrap(secrets(key).subs("member keys"), wrapped, member).length > 0;
    } catch {
      return false;
    }
  });
  return opens.filter(Boolean).length;
};

it("replaces SECRET_KEY while the system serves; sign-ins, names, articles and entry passwords stay valid", async () => {
  await startWith(old);
  const manager = await signUp("방장");
  const quiet = await signUp("조용한");
  const { body } = await ask(manager.accessToken, "POST", "teams", { form: teamFields });
  const { teamId } = body.data;
  await operate(["backup", inFolder("before")]);
  await expect(startWith(present)).rejects.toThrow("another SECRET_KEY");

  await startWith(both);
  expect((await ask(manager.accessToken, "GET", "members/info")).body.code).toBe(101);
  const renewed = await manager.cookies.fetch(`${system?.url.origin}/api/v1/reissue`, { method: "POST" });
  expect(renewed.status).toBe(200);
  expect((await enter("방장")).uuid).toBe(manager.uuid);
  const fresh = await signUp("새로온");
  expect([await wrappedWith(before), await wrappedWith(after)]).toEqual([2, 1]);
  expect(JSON.parse(await operate(["keys", "rotate"]))).toEqual({ rewrapped: 2 });
  expect(JSON.parse(await operate(["keys", "rotate"]))).toEqual({ rewrapped: 0 });
  expect([await wrappedWith(before), await wrappedWith(after)]).toEqual([0, 3]);
  expect(
    (await ask(fresh.accessToken, "POST", `teams/${teamId}/join`, { json: { password: "4821" } })).status,
  ).toBe(200);

  await startWith(present);
  const again = [await enter("방장"), await enter("조용한")];
  expect(again.map(({ uuid }) => uuid)).toEqual([manager.uuid, quiet.uuid]);
  const [own, other] = again.map(({ accessToken }) => accessToken) as [string, string];
  expect((await ask(own, "GET", "members/info")).body.data.memberName).toBe("방장");
  expect((await ask(own, "GET", `teams/${teamId}`)).body.data).toMatchObject({ password: "4821" });
  expect((await ask(other, "POST", `teams/${teamId}/join`, { json: { password: "4821" } })).status).toBe(200);
  await expect(startWith(old)).rejects.toThrow("another SECRET_KEY");

  // A copy of the log can be read with only the current key.
  const file = inFolder("events.ndjson.gz");
  const keyFile = inFolder("keys.ndjson.gz");
  const { url, pool } = await emptyDatabase();
  for (const [words, of] of [
    ["export", database.url],
    ["import", url],
  ] as const)
    expect(await operateOn(of, ["events", words, file, "--keys", keyFile], { env: present })).toBe(0);
  const { rows: created } = await pool.query<{ sealed: string }>(
    "SELECT data->>'entryPassword' AS sealed FROM events WHERE type = 'TeamCreated'",
  );
  expect((await secretsOn(pool, [after])).open(created[0]?.sealed as string)).toBe("4821");

  // A backup from before needs both keys again, and another rotation.
  const target = await emptyDatabase();
  await operate(["restore", inFolder("before"), "--no-erasures"], target);
  expect(JSON.parse(await operate(["keys", "rotate"], target))).toEqual({ rewrapped: 2 });
  expect(await operateOn(target.url, ["status"], { env: present })).toBe(0);
});

it("requires both keys, and accepts no third one", async () => {
  const rotate = (env: Record<string, string>) => operateOn(database.url, ["keys", "rotate"], { env });
  await expect(rotate(present)).rejects.toThrow("Give the new key as SECRET_KEY");
  await expect(rotate({ SECRET_KEY: "c".repeat(40), SECRET_KEY_PREVIOUS: before })).rejects.toThrow(
    "another SECRET_KEY",
  );
});
