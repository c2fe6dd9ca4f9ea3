import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { freePort, type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { type FrontProxy, frontProxy } from "./front-proxy.ts";
import { rounds } from "./rounds.ts";
import { beside, expectArticles, watchArticles, writerAt } from "./writer.ts";

let database: TestDatabase<unknown>;
let proxy: FrontProxy;
let publicUrl: string;
const ports: number[] = [];
const servers: ServerProcess[] = [];

const start = (index: number) =>
  startServerProcess({
    port: ports[index] as number,
    databaseUrl: database.url,
    fromSources: true,
    env: { DRAIN_SECONDS: "2", PUBLIC_URL: publicUrl },
  });

beforeAll(async () => {
  database = await testDatabase();
  ports.push(await freePort(), await freePort());
  publicUrl = `http://localhost:${ports[0]}`;
  servers.push(await start(0), await start(1));
  proxy = await frontProxy(ports);
});
afterAll(async () => {
  await proxy.close();
  for (const server of servers) await server.stop("SIGKILL");
  await database.close();
});

it("serves every request while one process after the other is replaced, and sends every change", async () => {
  // The login redirects to the public address; everything after it goes through the proxy.
  let address = publicUrl;
  const writer = await writerAt(() => address);
  address = proxy.origin;
  const { page, expectNamed } = await watchArticles(publicUrl, writer.teamId);

  const titles: string[] = [];
  const refused: string[] = [];
  let isOver = false;
  const workers = Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      for (let turn = 0; !isOver; turn += 1) {
        await pause(rounds(50, 0));
        const title = `글 ${worker}-${turn}`;
        const { status, data } = await writer.post(title, randomUUID());
        titles.push(title);
        if (status !== 201) refused.push(`${title}: ${status} ${data}`);
        const read = await writer.ask("GET", `articles/${writer.teamId}/by-date?date=2026-11-21`);
        if (read.status !== 200) refused.push(`page: ${read.status} ${read.data}`);
      }
    }),
  );
  await beside(workers, async () => {
    for (let round = 0; round < rounds(1, 5); round += 1)
      for (const index of [0, 1]) {
        await servers[index]?.stop();
        servers[index] = await start(index);
        // As an operator does: the next one is stopped only when requests reach the new one.
        await until(() => expect(proxy.isReady(ports[index] as number)).toBe(true));
      }
  });
  isOver = true;
  await workers;
  expect(refused).toEqual([]);
  await expectArticles(database.pool, titles);
  const before = page.received.length;
  await writer.post("그 뒤의 글", randomUUID());
  await expectNamed(before);
}, 600_000);
