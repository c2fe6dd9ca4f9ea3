import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { articleTitles } from "#tests/support/article-titles";
import { envelopeOf } from "#tests/support/envelope";
import { usualSecretKey } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";
import { ownServer } from "./own-server.ts";
import { rounds } from "./rounds.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { until, writerAt } from "./writer.ts";

let line: TcpProxy;
const own = ownServer({}, async (databaseUrl) => {
  line = await tcpProxy(databaseUrl);
  return line.url;
});
afterAll(() => line.close());

interface Command {
  readonly title: string;
  readonly key: string;
  status?: number;
}

it("T6 keeps every answered command and none twice when the server is killed in the middle of a burst", async () => {
  const { accessToken } = await signIn(own.server.origin, "dotori");
  const ask = async (
    method: string,
    path: string,
    fields: Record<string, string>,
    key: string = randomUUID(),
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": key };
    const response = await fetch(`${own.server.origin}/api/v1/${path}`, { method, headers, body });
    return {
      status: response.status,
      data: ((await envelopeOf(response)) as { data: { teamId: number } }).data,
    };
  };
  await ask("POST", "members", { memberName: "도토리", memberExplain: "소개" });
  const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };
  const { teamId } = (await ask("POST", "teams", team)).data;
  const post = async (command: Command) => {
    const fields = { teamId: String(teamId), articleTitle: command.title, articleBody: "<p>글</p>" };
    const answer = await ask("POST", "articles", fields, command.key).catch(() => undefined);
    if (answer) command.status = answer.status;
  };
  const commands: Command[] = Array.from({ length: rounds(400, 400, 200) }, (_, index) => ({
    title: `글 ${index}`,
    key: randomUUID(),
  }));
  const enough = 0.3 * commands.length;
  const answered = () => commands.filter(({ status }) => status !== undefined);

  // The kill falls on a moment with commands in every stage.
  const twentyAtATime = (work: (command: Command) => Promise<void>) => {
    const waiting = [...commands];
    const workers = Array.from({ length: 20 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next);
    });
    return Promise.all(workers);
  };
  let isKilled = false;
  await twentyAtATime(async (command) => {
    await post(command);
    // Two may have been answered in the same moment.
    if (isKilled || answered().length < enough) return;
    isKilled = true;
    await own.server.stop("SIGKILL");
  });
  const before = answered();
  expect(before.length).toBeGreaterThanOrEqual(enough);
  expect(before.length).toBeLessThan(commands.length);
  for (const { status } of before) expect(status).toBe(201);

  await own.startAgain();
  const titles = () => articleTitles(own.database.pool, usualSecretKey);
  const missing = async () => {
    const kept = new Set(await titles());
    return before.filter(({ title }) => !kept.has(title)).map(({ title }) => title);
  };
  await expect.poll(missing).toEqual([]);
  const kept = await titles();
  expect(kept.length).toBe(new Set(kept).size);

  // Repeating everything with the same keys completes what was cut off and repeats nothing.
  await twentyAtATime(post);
  await expect.poll(async () => (await titles()).sort()).toEqual(commands.map(({ title }) => title).sort());
  // The read model may not have come to a second one yet.
  const { rows } = await own.database.pool.query(
    "SELECT count(*)::int AS posted FROM events WHERE type = 'ArticlePosted'",
  );
  expect(rows).toEqual([{ posted: commands.length }]);
}, 300_000);

it("T6 answers a command again that was committed and not answered, as the first time, and leaves one event", async () => {
  const writer = await writerAt(() => own.server.origin, "bamtol");
  const [title, key] = ["대답 없는 글", randomUUID()];
  const articles = async () =>
    (
      await own.database.pool.query(
        "SELECT stream FROM events WHERE type = 'ArticlePosted' AND data->>'teamId' = $1",
        [String(writer.teamId)],
      )
    ).rows;
  await writer.post("그 전의 글", randomUUID());
  // From the moment it is stored the server hears nothing of it.
  await own.database.pool.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hold()`);
  const lock = await own.database.pool.connect();
  await lock.query("SELECT pg_advisory_lock(1)");
  const unanswered = writer.post(title, key).catch(() => undefined);
  await until(async () => {
    const { rowCount } = await own.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
    );
    expect(rowCount).toBe(1);
  });
  line.set("deaf");
  await lock.query("SELECT pg_advisory_unlock(1)");
  lock.release();
  await until(async () => expect(await articles()).toHaveLength(2));
  await own.server.stop("SIGKILL");
  expect(await unanswered).toBeUndefined();
  line.set("through");
  await own.database.pool.query("DROP TRIGGER hold ON events");
  await own.startAgain();
  const [first, second] = [await writer.post(title, key), await writer.post(title, key)];
  expect(first.status).toBe(201);
  expect(second).toEqual(first);
  expect(await articles()).toHaveLength(2);
}, 300_000);
