import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { seoulDate } from "#contracts/dates";
import { eraseLater, isErasureDue } from "#services/app/erasure";
import { start } from "#services/app/main";
import { operate } from "#services/ops/operate";
import { readConfig } from "#services/platform/config";
import { startEmbeddedPostgres } from "#services/platform/embedded-postgres/embedded-postgres";
import { createLogger } from "#services/platform/logging";
import { vapidKeys } from "../delivery/on-database.ts";
import { testDatabase } from "../support/database.ts";
import { ops } from "../support/ops.ts";
import { ownFolder } from "../support/own-folder.ts";
import { type Asked, memberOf, request } from "../support/request.ts";
import { signIn } from "../support/sign-in.ts";

vi.setConfig({ testTimeout: 180_000 });
const inFolder = ownFolder();

/** A time in Seoul, some days after today. */
const inSeoul = (time: string, days = 0) =>
  new Date(Date.parse(`${seoulDate(new Date())}T${time}+09:00`) + days * 86_400_000);

it("is due within one hour of Seoul's night, and at any time 20 hours after the withdrawal", async () => {
  const { pool, close } = await testDatabase();
  const times = [inSeoul("03:59:59"), inSeoul("04:00:00"), inSeoul("04:59:59"), inSeoul("05:00:00")];
  const due = () => Promise.all([...times, inSeoul("12:00:00", 2)].map((now) => isErasureDue(pool, now)));
  expect(await due()).toEqual([false, false, false, false, false]);
  await eraseLater(pool, randomUUID(), "0.0.0");
  expect(await due()).toEqual([false, true, true, false, true]);
  await close();
});

it("runs immediately as a command", async () => {
  const { pool, url, close } = await testDatabase();
  await eraseLater(pool, randomUUID(), "0.0.0");
  const fileOf = async () => (await pool.query("SELECT pg_relation_filenode('member_keys') AS file")).rows;
  const before = await fileOf();
  expect(await ops(url, "erasures", "run")).toMatchObject({ code: 0, lines: [{ due: 0, tooLarge: [] }] });
  expect((await pool.query("SELECT FROM erasures_due")).rowCount).toBe(0);
  expect(await fileOf()).not.toEqual(before);
  await close();
});

it("leaves neither key nor name nor text of a withdrawn member in any file of the embedded server", async () => {
  const dataDir = inFolder("data");
  const env = { NODE_ENV: "test", PORT: "0", DATA_DIR: dataDir, SECRET_KEY: "e".repeat(40) };
  const begin = (now = () => new Date()) =>
    start(readConfig(env, ["--no-demo"]), { log: createLogger("silent"), now });
  /** Queries the database of the running system. */
  const ask = async <T extends object>(text: string, values: unknown[] = []) => {
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres") });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<T>(text, values);
    await client.end();
    await server.stop();
    return rows;
  };
  const texts = ["지워질이름", "지워질소개글", "지워질모집제목", "지워질모집본문"] as const;
  const [name, explain, title, body] = texts;

  const system = await begin();
  const send = async (token: string, method: string, path: string, asked: Asked = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await request(`${system.url.origin}/api${path}`, method, { ...asked, headers })).status;
  };
  const call = (token: string, method: string, path: string, form?: Record<string, string>) =>
    send(token, method, path, form && { form });
  const [leaving, staying] = [
    (await signIn(system.url, "leaving")).accessToken,
    (await signIn(system.url, "staying")).accessToken,
  ];
  expect(await call(leaving, "POST", "/v1/members", { memberName: name, memberExplain: explain })).toBe(201);
  expect(await call(staying, "POST", "/v1/members", { memberName: "남은이", memberExplain: "남아요" })).toBe(
    201,
  );
  const recruitment = { teamRecruitTitle: title, teamRecruitBody: `<p>${body}</p>`, chatUrl: "010-0000" };
  expect(await call(leaving, "POST", "/v1/recruitments", recruitment)).toBe(201);
  const place = { address: "erased-address@mail.example" };
  expect(await send(leaving, "PUT", "/v1/notifications/mail", { json: place })).toBe(200);
  const keys = { p256dh: vapidKeys.publicKey, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
  const device = {
    endpoint: "https://fcm.googleapis.com/fcm/send/erased-endpoint",
    keys,
    label: "지워질기기",
  };
  expect(await send(leaving, "POST", "/v1/push/subscriptions", { json: device })).toBe(201);
  // The planner's statistics contain frequent names.
  await ask("ANALYZE");
  const [key] = await ask<{ wrapped: Buffer }>("SELECT wrapped FROM member_keys WHERE member = $1", [
    memberOf(leaving),
  ]);
  expect(await call(leaving, "DELETE", "/v1/members")).toBe(200);
  await expect.poll(() => ask("SELECT member FROM erasures_due")).toEqual([{ member: memberOf(leaving) }]);

  // Contact data of a member are in no file in plain text at any time.
  const sealed = [place.address, device.endpoint, keys.p256dh, keys.auth, device.label];
  const needles = [key?.wrapped as Buffer, ...[...texts, ...sealed].map((text) => Buffer.from(text))];
  /** The indexes of those that occur in any file. */
  const found = async () => {
    const hits = new Set<number>();
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      for (const [index, needle] of needles.entries()) if (bytes.includes(needle)) hits.add(index);
    }
    return [...hits].sort();
  };
  const run = async (words: readonly string[], keys: Record<string, string> = {}) => {
    let said = "";
    const out = { write: (text: string) => (said += text) };
    const around = { env: { ...env, ...keys }, out, err: out, signal: new AbortController().signal };
    const code = await operate([...words, "--json"], around);
    const lines = said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return { code, first: lines[0], last: lines.at(-1) };
  };
  const verify = (keys = {}) => run(["erasures", "verify"], keys);
  // One may be split by the page header of the WAL.
  const hits = await found();
  expect(hits.length).toBeGreaterThan(2);
  expect(hits.filter((place) => place > texts.length)).toEqual([]);
  const before = await verify();
  expect(before).toMatchObject({ code: 1, first: { withdrawn: 1, keysInTable: 0, due: 1 } });
  expect(before.last.keysInFiles).toBeGreaterThan(0);
  await system.close();

  const again = await begin(() => inSeoul("04:30:00"));
  await expect.poll(() => ask("SELECT FROM erasures_due")).toEqual([]);
  expect(await found()).toEqual([]);
  expect(await verify()).toMatchObject({
    code: 0,
    first: { withdrawn: 1, keysInTable: 0, due: 0 },
    last: { keysInFiles: 0 },
  });
  expect(await ask("SELECT name FROM member_card WHERE state = 'complete'")).toEqual([{ name: "남은이" }]);
  await again.close();

  // A key from before a rotation is found with only the current SECRET_KEY.
  const present = { SECRET_KEY: "f".repeat(40) };
  await run(["keys", "rotate"], { ...present, SECRET_KEY_PREVIOUS: env.SECRET_KEY });
  const wrapped = key?.wrapped as Buffer;
  const row = [Buffer.from(memberOf(leaving).replaceAll("-", ""), "hex"), Buffer.from([123]), wrapped];
  await writeFile(join(dataDir, "postgres/cluster/base/leftover"), Buffer.concat(row));
  expect(await verify(present)).toMatchObject({ code: 1, last: { keysInFiles: 1 } });
});
