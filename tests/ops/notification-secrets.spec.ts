import { closeSync, openSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findEverywhere } from "#tests/api/database-search";
import { postSubject } from "#tests/api/inboxes";
import { join as joinTeam, type Person, teamFields } from "#tests/api/site";
import { vapidKeys } from "#tests/delivery/on-database";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { operateOn, opsKey } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { memberOf, request } from "#tests/support/request";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";

/** spec/notifications.md §8 and §11.9: contact data of a member are in no log, export, metric or dump. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const inFolder = ownFolder();
const address = "hidden-person@mail.example";
let service: PushService;
let relay: MailRelay;
let database: TestDatabase<unknown>;
let server: ServerProcess;
let settings: Record<string, string>;
let writer: Person;
let member: Person;
/**
 * Data of the member that must never be visible, and those that only the table of addresses contains until the
 * withdrawal.
 */
let never: string[];
let untilWithdrawn: string[];

async function person(name: string): Promise<Person> {
  const { accessToken: token } = await signIn(server.origin, name);
  const ask: Person["ask"] = (method, path, asked = {}) =>
    request(`${server.origin}/api${path}`, method, {
      ...asked,
      headers: { authorization: `Bearer ${token}`, ...asked.headers },
    });
  await ask("POST", "/v1/members", { form: { memberName: name, memberExplain: "매일 한 문제" } });
  return { uuid: memberOf(token), token, name, handle: name, ask };
}
const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await database.pool.query<T>(sql, values)).rows;
const operated = async (...words: string[]) => {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  await operateOn(database.url, words, { env: settings, out, err: out });
  return text;
};
/** A push of the member with this outcome. */
const ended = (state: string) =>
  vi.waitFor(async () => {
    const sql = "SELECT FROM delivery WHERE member_id = $1 AND concat_ws(' ', state, result) = $2";
    expect(await query(sql, [member.uuid, state])).not.toEqual([]);
  });
/** Posts a problem whose push is due immediately. */
async function pushed(teamId: number, day: number, state: string): Promise<void> {
  await member.ask("POST", "/v1/notifications/read-all", { json: { upTo: 1000 } });
  await postSubject(writer, teamId, `2025-12-${day}`);
  await vi.waitFor(async () => {
    const sql = "UPDATE delivery SET due_at = now() WHERE member_id = $1 AND state = 'due' RETURNING id";
    expect(await query(sql, [member.uuid])).not.toEqual([]);
  });
  await ended(state);
}

beforeAll(async () => {
  service = await startPushService();
  relay = await startMailRelay();
  database = await testDatabase();
  settings = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
    SMTP_URL: relay.url,
    MAIL_FROM: "mail@algomoim.example",
  };
  const output = openSync(inFolder("log"), "a");
  server = await startServerProcess({
    databaseUrl: database.url,
    fromSources: true,
    output,
    env: { ...settings, SECRET_KEY: opsKey, LOG_LEVEL: "trace" },
  });
  closeSync(output);
  writer = await person("글쓴이");
  member = await person("받는이");
  const quiet = { enabled: false, from: "23:00", until: "08:00" };
  await member.ask("PUT", "/v1/notifications/settings", { json: { quiet } });
  const created = await writer.ask("POST", "/v1/teams", { form: teamFields });
  const { teamId } = created.body.data;
  await joinTeam(member, teamId);

  relay.refuseBy({ at: "rcpt", code: 550 });
  const put = () => member.ask("PUT", "/v1/notifications/mail", { json: { address } });
  expect((await put()).status).toBe(200);
  await vi.waitFor(async () => expect(await readFile(inFolder("log"), "utf8")).toContain("was not sent"));
  relay.refuseBy(undefined);
  expect((await put()).status).toBe(200);
  const token = await vi.waitFor(() => {
    const found = /\/mail\/confirm\/([\w-]{43})/.exec(relay.to(address).at(-1)?.text ?? "")?.[1];
    expect(found).toBeDefined();
    return found as string;
  });
  const confirming = `${server.origin}/api/v1/mail/confirmations/${token}`;
  await fetch(confirming, { redirect: "manual" });
  expect((await fetch(confirming, { method: "POST" })).status).toBe(200);
  expect((await fetch(confirming, { method: "POST" })).status).toBe(400);

  const { id, ...subscription } = service.subscribe();
  const json = { ...subscription, label: "비밀 기기" };
  expect((await member.ask("POST", "/v1/push/subscriptions", { json })).status).toBe(201);
  await pushed(teamId, 11, "sent");
  service.answerBy(() => ({ status: 403 }));
  await pushed(teamId, 12, "failed http-403");
  service.answerBy(() => "cut");
  await pushed(teamId, 13, "unknown cut-off");
  service.answerBy(undefined);
  const [row] = await query<{ token: string }>("SELECT unsubscribe_token AS token FROM member_mail");
  const { endpoint, keys } = subscription;
  never = [address, "hidden-person", endpoint, id, keys.p256dh, keys.auth, "비밀 기기", token];
  untilWithdrawn = [row?.token as string];
});
afterAll(async () => {
  await server.stop();
  service.close();
  await relay.close();
  await database.close();
});

const among = (text: string, needles = [...never, ...untilWithdrawn]) =>
  needles.filter((needle) => text.includes(needle));
const asHex = (needles: readonly string[]) =>
  needles.flatMap((needle) => [needle, Buffer.from(needle).toString("hex")]);
async function exported(name: string): Promise<string> {
  await operated("events", "export", inFolder(name), "--keys", inFolder(`${name}.keys`));
  const files = await Promise.all([name, `${name}.keys`].map((file) => readFile(inFolder(file))));
  return files.map((bytes) => gunzipSync(bytes).toString()).join("\n");
}
async function dumped(name: string): Promise<string> {
  await operated("backup", inFolder(name));
  const texts = [];
  for (const file of await readdir(inFolder(name))) {
    const bytes = await readFile(join(inFolder(name), file));
    texts.push((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString());
  }
  return texts.join("\n");
}

it("are in no table, export, dump or metric while the member exists", async () => {
  expect(await findEverywhere({ query, storedEvents: async () => [] }, never)).toEqual([]);
  const text = await exported("before");
  expect(text).toContain(member.uuid);
  expect(among(text)).toEqual([]);
  const dump = await dumped("dump-before");
  expect(among(dump, asHex(never))).toEqual([]);
  // Otherwise these tables are missing from it.
  expect(among(dump, untilWithdrawn)).toHaveLength(1);
  expect(among(await (await fetch(`${server.origin}/metrics`)).text())).toEqual([]);
});

it("are printed by no command", async () => {
  const said = [
    await operated("notifications", "status"),
    await operated("notifications", "deliveries"),
    await operated("notifications", "test", "--member", member.uuid, "--channel", "push"),
    await operated("notifications", "test", "--member", member.uuid, "--channel", "mail"),
  ];
  expect(said[1]).toContain(new URL(service.origin).host);
  for (const text of said) {
    expect(text).not.toBe("");
    expect(among(text)).toEqual([]);
  }
});

it("are deleted with the member, in every table and in a dump, and were never in the process's log", async () => {
  expect((await member.ask("DELETE", "/v1/members")).status).toBe(200);
  const all = [...never, ...untilWithdrawn];
  expect(await findEverywhere({ query, storedEvents: async () => [] }, all)).toEqual([]);
  for (const table of ["push_subscription", "member_mail", "delivery", "mail_digest"])
    expect(await query(`SELECT FROM ${table} WHERE member_id = $1`, [member.uuid])).toEqual([]);
  expect(among(await exported("after"))).toEqual([]);
  expect(among(await dumped("dump-after"), asHex(all))).toEqual([]);
  const log = await vi.waitFor(async () => {
    const text = await readFile(inFolder("log"), "utf8");
    expect(text).toContain('"method":"DELETE"');
    return text;
  });
  expect(log).toContain("/api/v1/mail/confirmations/{token}");
  expect(log).toContain("a push service refused a push");
  expect(among(log, [...all, vapidKeys.privateKey, "12월 11일"])).toEqual([]);
});
