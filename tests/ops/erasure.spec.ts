import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { seoulDate } from "#contracts/dates";
import { eraseLater, isErasureDue } from "#services/app/erasure";
import { start } from "#services/app/main";
import { operate } from "#services/ops/operate";
import { readConfig } from "#services/platform/config";
import { startEmbeddedPostgres } from "#services/platform/embedded-postgres/embedded-postgres";
import { createLogger } from "#services/platform/logging";
import { changeRole, join, teamFields } from "../api/site.ts";
import { vapidKeys } from "../delivery/on-database.ts";
import { testDatabase } from "../support/database.ts";
import { ops } from "../support/ops.ts";
import { ownFolder } from "../support/own-folder.ts";
import { noisyJpeg } from "../support/pictures.ts";
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

it("leaves neither key nor name, text, picture or reason about a withdrawn member in any file of the embedded server or in a backup", async () => {
  const dataDir = inFolder("data");
  const env = { NODE_ENV: "test", PORT: "0", DATA_DIR: dataDir, SECRET_KEY: "e".repeat(40) };
  const begin = (now = () => new Date()) =>
    start(readConfig(env, ["--no-demo"]), { log: createLogger("silent"), now });
  /** Queries the database of the running system. */
  const ask = async <T extends object>(text: string, values: unknown[] = []) => {
    const server = await startEmbeddedPostgres({ dataDir: joinPath(dataDir, "postgres") });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<T>(text, values);
    await client.end();
    await server.stop();
    return rows;
  };
  const texts = ["지워질이름", "지워질소개글", "지워질모집제목", "지워질모집본문"] as const;
  const [name, explain, title, body] = texts;
  const reasons = ["지워질등록사유", "지워질퇴출사유"] as const;

  const system = await begin();
  const personOf = (token: string) => ({
    uuid: memberOf(token),
    ask: (method: string, path: string, asked: Asked = {}) =>
      request(`${system.url.origin}/api${path}`, method, {
        ...asked,
        headers: { authorization: `Bearer ${token}` },
      }),
  });
  const send = async (token: string, method: string, path: string, asked: Asked = {}) =>
    (await personOf(token).ask(method, path, asked)).status;
  const call = (token: string, method: string, path: string, form?: Asked["form"]) =>
    send(token, method, path, form && { form });
  const leaving = (await signIn(system.url, "leaving")).accessToken;
  const staying = (await signIn(system.url, "staying")).accessToken;
  const image = new Blob([new Uint8Array(await noisyJpeg())]);
  expect(
    await call(leaving, "POST", "/v1/members", { memberName: name, memberExplain: explain, image }),
  ).toBe(201);
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
  const former = personOf(leaving);
  const manager = personOf(staying);
  const { teamId } = (await manager.ask("POST", "/v1/teams", { form: teamFields })).body.data;
  await join(former, teamId);
  await changeRole("promote", manager, teamId, former, reasons[0]);
  await changeRole("kick", manager, teamId, former, reasons[1]);
  const { imageUrl } = (await former.ask("GET", "/v1/members/own-profile")).body.data;
  const partOf = async (url: string) =>
    Buffer.from(await (await fetch(system.url.origin + url)).arrayBuffer()).subarray(1000, 1064);
  const pictures = [await partOf(imageUrl), await partOf(`${imageUrl}?width=96`)];
  const draft = { title: "", category: null, contact: "", revision: null, postId: null, at: 1 };
  const json = { ...draft, html: `<p><img src="${imageUrl}"></p>` };
  expect(await send(staying, "PUT", `/v1/drafts/recruitment-new/${randomUUID()}`, { json })).toBe(200);
  // The planner's statistics contain frequent names.
  await ask("ANALYZE");
  await ask("CHECKPOINT");
  const [key] = await ask<{ wrapped: Buffer }>("SELECT wrapped FROM member_keys WHERE member = $1", [
    memberOf(leaving),
  ]);
  // Contact data of a member are in no file in plain text at any time.
  const sealed = [place.address, device.endpoint, keys.p256dh, keys.auth, device.label];
  const erased = [
    key?.wrapped as Buffer,
    ...pictures,
    ...[...texts, ...reasons].map((text) => Buffer.from(text)),
  ];
  const needles = [...erased, ...sealed.map((text) => Buffer.from(text))];
  const indexesIn = (bytes: Buffer, formOf = (needle: Buffer): Buffer | string => needle) =>
    [...needles.keys()].filter((index) => bytes.includes(formOf(needles[index] as Buffer)));
  /** The indexes of those that occur in any file. */
  const found = async () => {
    const hits = new Set<number>();
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      for (const index of indexesIn(await readFile(joinPath(entry.parentPath, entry.name)))) hits.add(index);
    }
    return [...hits].sort((a, b) => a - b);
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
  /** The indexes of those that occur in a new backup, which contains bytes as hexadecimal digits. */
  const backedUp = async (name: string) => {
    const folder = inFolder(name);
    expect(await run(["backup", folder])).toMatchObject({ code: 0 });
    const files = (await readdir(folder)).filter((file) => file.endsWith(".gz"));
    const texts = await Promise.all(
      files.map(async (file) => gunzipSync(await readFile(joinPath(folder, file)))),
    );
    const all = Buffer.concat(texts);
    return [...indexesIn(all), ...indexesIn(all, (needle) => needle.toString("hex"))];
  };
  const hits = await found();
  expect(hits).toEqual([...erased.keys()]);
  // Texts of events are encrypted, and read models are not part of a backup.
  expect(await backedUp("before")).toEqual([0, 1, 2]);

  expect(await call(leaving, "DELETE", "/v1/members")).toBe(200);
  await expect.poll(() => ask("SELECT member FROM erasures_due")).toEqual([{ member: memberOf(leaving) }]);
  expect(await backedUp("after")).toEqual([]);
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
  await writeFile(joinPath(dataDir, "postgres/cluster/base/leftover"), Buffer.concat(row));
  expect(await verify(present)).toMatchObject({ code: 1, last: { keysInFiles: 1 } });
});
