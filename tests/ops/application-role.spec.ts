import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { start } from "#services/app/main";
import { operate } from "#services/ops/operate";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { ownFolder } from "../support/own-folder.ts";
import { request } from "../support/request.ts";
import { signIn } from "../support/sign-in.ts";
import { asSuperuser } from "../support/superuser.ts";

vi.setConfig({ testTimeout: 240_000 });
const inFolder = ownFolder();
const env = { NODE_ENV: "test", PORT: "0", DATA_DIR: "", SECRET_KEY: "r".repeat(40) };

async function run(...words: string[]) {
  let said = "";
  const out = { write: (text: string) => (said += text) };
  const code = await operate(words, { env, out, err: out, signal: new AbortController().signal });
  return { code, said };
}
const begin = () => start(readConfig(env, ["--no-demo"]), { log: createLogger("silent") });
const server = () => join(env.DATA_DIR, "postgres");
const signUp = async (url: URL, handle: string, memberName: string) => {
  const { accessToken } = await signIn(url, handle);
  const headers = { authorization: `Bearer ${accessToken}` };
  const form = { memberName, memberExplain: "소개" };
  expect((await request(`${url.origin}/api/v1/members`, "POST", { headers, form })).status).toBe(201);
};
/** Role of each session of the system, by name. */
const roles = () =>
  asSuperuser(
    server(),
    `SELECT DISTINCT rolname, rolsuper FROM pg_stat_activity JOIN pg_roles ON rolname = usename
     WHERE application_name = 'algomoim'`,
  );
const ours = [{ rolname: "algomoim_app", rolsuper: false }];

it("no process of ours is a superuser of the embedded server, and every command works", async () => {
  env.DATA_DIR = inFolder("data");
  const system = await begin();
  await signUp(system.url, "first", "첫사람");
  expect(await roles()).toEqual(ours);
  const commands = [
    ["status"],
    ["projections", "verify"],
    ["projections", "rebuild", "--all"],
    ["replay", "--until", new Date().toISOString()],
    ["backups", "keep", inFolder("kept"), "--days", "14"],
    ["backup", inFolder("backup")],
    ["erasures", "run"],
  ];
  for (const words of commands) expect(await run(...words), words.join(" ")).toMatchObject({ code: 0 });
  expect(await roles()).toEqual(ours);
  await system.close();
  const restored = await run("restore", inFolder("backup"), "--no-erasures", "--force");
  expect(restored.said).toContain("restored as of");
});

it("a data directory of an earlier release is handed over at the start, with all its objects", async () => {
  env.DATA_DIR = inFolder("older");
  const older = await begin();
  await signUp(older.url, "old", "오래된이");
  // The former state: the superuser owned everything, and there was no other role.
  await asSuperuser(
    server(),
    `DO $$ DECLARE statement text; BEGIN
       FOR statement IN
         SELECT format('ALTER %s %s OWNER TO algomoim', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass)
         FROM pg_class WHERE relowner = 'algomoim_app'::regrole AND relkind IN ('r', 'S') AND relnamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i'))
         UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO algomoim', oid::regprocedure)
         FROM pg_proc WHERE proowner = 'algomoim_app'::regrole
       LOOP EXECUTE statement; END LOOP; END $$`,
  );
  await older.close();
  await rm(join(server(), "application-password"));
  const system = await begin();
  const notOurs = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> 'algomoim_app'::regrole
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner <> 'algomoim_app'::regrole`;
  expect(await asSuperuser(server(), notOurs)).toEqual([]);
  expect(await roles()).toEqual(ours);
  await signUp(system.url, "new", "새사람");
  const members = "SELECT name FROM member_card ORDER BY name";
  await expect.poll(() => asSuperuser(server(), members)).toEqual([{ name: "새사람" }, { name: "오래된이" }]);
  expect((await run("projections", "rebuild", "--all")).code).toBe(0);
  await system.close();
});
