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
