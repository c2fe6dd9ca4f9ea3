import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPage } from "#tests/live/page";
import { articleTitles } from "#tests/support/article-titles";
import { usualSecretKey } from "#tests/support/server-process";
import { ownServer } from "./own-server.ts";
import { figure, isLong, rounds } from "./rounds.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { expectOutages, until, type Writer, writerAt, writeWhile } from "./writer.ts";

let line: TcpProxy;
let writer: Writer;
const own = ownServer({}, async (databaseUrl) => {
  line = await tcpProxy(databaseUrl);
  return line.url;
});

beforeAll(async () => {
  writer = await writerAt(() => own.server.origin);
});
afterAll(() => line.close());

const health = async (path: string) => (await fetch(`${own.server.origin}/health/${path}`)).status;
const written: string[] = [];

async function expectWhole(): Promise<void> {
  await until(async () => {
    const kept = await articleTitles(own.database.pool, usualSecretKey);
    expect(kept.sort()).toEqual([...written].sort());
  });
}

const outages = ["refused", "silent", ...(isLong ? ["deaf" as const] : [])] as const;
for (const kind of outages) {
  it(`T9 answers 503 while the line to the database is ${kind}, and goes on by itself afterwards`, async () => {
    const { teamId } = writer;
    const page = openPage(`${own.server.origin.replace("http", "ws")}/live`);
    page.watch(`team-articles/${teamId}`);
    await until(() => expect(page.state()).toBe("open"));
    line.set(kind);
    const title = `글 ${kind}`;
    const key = randomUUID();
    const [command, query] = await Promise.all([
      writer.post(title, key),
      writer.ask("GET", `articles/${teamId}/by-date?date=2026-11-21`),
    ]);
    for (const { status, retryAfter } of [command, query]) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect(await health("live")).toBe(200);
    expect(await health("ready")).toBe(503);

    line.set("through");
    await until(async () => expect((await writer.post(title, key)).status).toBe(201));
    written.push(title);
    await expectWhole();
    await until(async () => expect(await health("ready")).toBe(200));
    await until(() => expect(page.heard).toContain(`team-articles/${teamId}`));
  }, 240_000);
}

it("T9 takes everything over a line on which every byte is late", async () => {
  line.set("late");
  for (let n = 0; n < rounds(1, 10); n += 1) {
    const title = `느린 글 ${n}`;
    await writer.postUntilTaken(title);
    written.push(title);
  }
  await expectWhole();
  line.set("through");
}, 240_000);

it("T9 loses and doubles nothing while its connections are reset in the middle of what they do", async () => {
  const times = rounds(10, 200, 5);
  written.push(...(await writeWhile(writer, { count: times * 10, times, name: "잘린 글" }, line.cut)));
  await expectWhole();
  expectOutages(writer);
  figure("T9", `${times} cut lines, ${written.length} articles, ${writer.refusals.length} answers of 503`);
}, 600_000);
