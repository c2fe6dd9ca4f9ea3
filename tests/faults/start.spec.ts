import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { ownFolder } from "#tests/support/own-folder";
import { freePort, serverProgram } from "#tests/support/server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));
const inFolder = ownFolder();

/** Starts the server with these settings alone; resolves when it has ended. */
async function startAndEnd(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...serverProgram(true), "--no-demo"], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: inFolder("data"), LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said: said.trim() };
}

const unreachable =
  /^The database at DATABASE_URL cannot be reached \(.+\): start it or correct DATABASE_URL\.$/;

it.each<[what: string, env: Record<string, string>, said: unknown]>([
  [
    "every wrong setting",
    { PORT: "drei", PUBLIC_URL: "algomoim", DATABASE_URL: "mysql://x", ROLE: "king" },
    [
      "PORT is a number from 0 to 65535.",
      "PUBLIC_URL is the address people use, such as https://algomoim.example.",
      "DATABASE_URL begins with postgres://.",
      "ROLE is all, api or projector.",
    ],
  ],
  [
    "what production needs",
    { NODE_ENV: "production", PORT: "0" },
    expect.arrayContaining(
      ["PUBLIC_URL ", "SECRET_KEY ", "OIDC_ISSUER "].map((name) => expect.stringContaining(name)),
    ),
  ],
  [
    "a database that cannot be reached",
    { PORT: "0", DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` },
    [expect.stringMatching(unreachable)],
  ],
])("a start that cannot succeed names %s and ends with 1", async (_, env, said) => {
  const ended = await startAndEnd(env);
  expect([ended.code, ended.said.split("\n")]).toEqual([1, said]);
});

it("a start at a port that is taken names it and ends with 1", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const env = { PORT: String(port), DATABASE_URL: inject("postgres").url, SECRET_KEY: "x".repeat(40) };
  const { code, said } = await startAndEnd(env);
  taken.close();
  expect([code, said]).toEqual([1, `Port ${port} is taken: set PORT to another one (0 for any free one).`]);
});
