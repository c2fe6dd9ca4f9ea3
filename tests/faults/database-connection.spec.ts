import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signIn } from "#tests/support/sign-in";
import { until } from "#tests/support/until";
import { figure, isLong, rounds } from "./rounds.ts";
import { ownServer } from "./starters.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { expectArticles, expectOutages, type Writer, watchArticles, writerAt, writeWhile } from "./writer.ts";

let proxy: TcpProxy;
let writer: Writer;
const own = ownServer({}, async (databaseUrl) => {
  proxy = await tcpProxy(databaseUrl);
  return proxy.url;
});

beforeAll(async () => {
  writer = await writerAt(() => own.server.origin);
});
afterAll(() => proxy.close());

const health = async (path: string) => (await fetch(`${own.server.origin}/health/${path}`)).status;
const written: string[] = [];

const expectWhole = () => expectArticles(own.database.pool, written);

const outages = ["refused", "silent", ...(isLong ? ["deaf" as const] : [])] as const;
for (const kind of outages) {
  it(`T9 responds 503 while the connection to the database is ${kind}, and recovers by itself afterwards`, async () => {
    const { teamId } = writer;
    const { expectNamed } = await watchArticles(own.server.origin, teamId);
    proxy.set(kind);
    const title = `글 ${kind}`;
    const key = randomUUID();
    const [command, query, login] = await Promise.all([
      writer.post(title, key),
      writer.ask("GET", `articles/${teamId}/by-date?date=2026-11-21`),
      signIn(own.server.origin, "dotori").catch(String),
    ]);
    expect(login).toContain("ended at /login?error=unavailable");
    for (const { status, retryAfter } of [command, query]) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect(await health("live")).toBe(200);
    expect(await health("ready")).toBe(503);

    proxy.set("through");
    await until(async () => expect((await writer.post(title, key)).status).toBe(201));
    written.push(title);
    await expectWhole();
    await until(async () => expect(await health("ready")).toBe(200));
    await expectNamed();
  }, 240_000);
}

it("T9 loses no request over a connection on which every byte is delayed", async () => {
  proxy.set("late");
  for (let n = 0; n < rounds(1, 10); n += 1) {
    const title = `느린 글 ${n}`;
    await writer.postUntilTaken(title);
    written.push(title);
  }
  await expectWhole();
  proxy.set("through");
}, 240_000);

it("T9 loses and duplicates nothing while its connections are reset during requests", async () => {
  const times = rounds(5, 200);
  written.push(...(await writeWhile(writer, { count: times * 10, times, name: "잘린 글" }, proxy.cut)));
  await expectWhole();
  expectOutages(writer);
  figure("T9", `${times} cut lines, ${written.length} articles, ${writer.refusals.length} answers of 503`);
}, 600_000);
