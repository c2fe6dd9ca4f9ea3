import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPage } from "#tests/live/page";
import { articleTitles } from "#tests/support/article-titles";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import {
  freePort,
  type ServerProcess,
  startServerProcess,
  usualSecretKey,
} from "#tests/support/server-process";
import { beside } from "./beside.ts";
import { type FrontProxy, frontProxy } from "./front-proxy.ts";
import { rounds } from "./rounds.ts";
import { until, writerAt } from "./writer.ts";

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
    env: { DRAIN_SECONDS: "3", PUBLIC_URL: publicUrl },
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
  for (const server of servers) await server.stop();
  await database.close();
});

it("answers every request while one process after the other is replaced, and tells every change", async () => {
  // The login leads to the public address; everything after it goes through the proxy.
  let address = publicUrl;
  const writer = await writerAt(() => address);
  address = proxy.origin;
  const page = openPage(`${publicUrl.replace("http", "ws")}/live`);
  page.watch(`team-articles/${writer.teamId}`);
  await until(() => expect(page.state()).toBe("open"));

  const titles: string[] = [];
  const refused: string[] = [];
  let isOver = false;
  const workers = Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      for (let turn = 0; !isOver; turn += 1) {
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
        // As an operator does: the next one goes only when requests reach the new one.
        await until(() => expect(proxy.isReady(ports[index] as number)).toBe(true));
      }
  });
  isOver = true;
  await workers;
  expect(refused).toEqual([]);
  await until(async () => {
    const kept = await articleTitles(database.pool, usualSecretKey);
    expect(kept.sort()).toEqual([...titles].sort());
  });
  const before = page.heard.length;
  await writer.post("그 뒤의 글", randomUUID());
  await until(() => expect(page.heard.slice(before)).toContain(`team-articles/${writer.teamId}`));
}, 600_000);
