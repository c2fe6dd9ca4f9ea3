import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, it, vi } from "vitest";
import { readConfig } from "#services/platform/config";
import { ownFolder } from "#tests/support/own-folder";
import { freePort, serverProgram } from "#tests/support/server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));
const inFolder = ownFolder();

/** Starts the server with only these settings; resolves when it has ended. */
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

const provider = { OIDC_ISSUER: "http://localhost:1", OIDC_CLIENT_ID: "id" };
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
    { PORT: "0", DATABASE_URL: `postgres://absent@127.0.0.1:${await freePort()}/none` },
    [expect.stringMatching(unreachable)],
  ],
  [
    "a development login that others could reach",
    { PORT: "0", HOST: "0.0.0.0" },
    [
      expect.stringMatching(
        /^The development login lets in everyone who reaches it: HOST and PUBLIC_URL are/,
      ),
    ],
  ],
  [
    "an address that is not this machine's",
    {
      ...provider,
      PORT: "0",
      HOST: "192.0.2.1",
      DATABASE_URL: inject("postgres").url,
      SECRET_KEY: "x".repeat(40),
    },
    ["HOST=192.0.2.1 is not available (EADDRNOTAVAIL): set it to an address of this machine."],
  ],
  [
    "a folder for the database that cannot be made",
    { PORT: "0", DATA_DIR: "/proc/nope" },
    [expect.stringMatching(/^The embedded PostgreSQL cannot start in \/proc\/nope\/postgres \(.*ENOENT.*\)/)],
  ],
  [
    "a folder for the key that cannot be made",
    { PORT: "0", DATA_DIR: "/proc/nope", DATABASE_URL: inject("postgres").url },
    ["DATA_DIR cannot be used (/proc/nope: ENOENT): set it to a folder of this user."],
  ],
])("a start that cannot succeed names %s and ends with 1", async (_, env, said) => {
  const ended = await startAndEnd(env);
  expect([ended.code, ended.said.split("\n")]).toEqual([1, said]);
});

it("refuses a PUBLIC_URL with a path, which the client would omit", () => {
  const read = (PUBLIC_URL: string) => () => readConfig({ ...provider, PUBLIC_URL });
  for (const path of ["/moim", "/?a=1", "/#a"])
    expect(read(`https://algomoim.example${path}`)).toThrow("PUBLIC_URL has no path");
  for (const end of ["", "/", ":8443/"]) expect(read(`https://algomoim.example${end}`)).not.toThrow();
});

it("refuses a PUBLIC_URL on which browsers would keep no login", () => {
  const read = (PUBLIC_URL: string) => () => readConfig({ ...provider, PUBLIC_URL });
  for (const url of ["http://192.168.0.7:3000", "http://moim.example", "http://localhost.moim.example"])
    expect(read(url), url).toThrow("PUBLIC_URL is https or a loopback address");
  for (const url of ["https://moim.example", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:80"])
    expect(read(url), url).not.toThrow();
});

it("permits the development login only if HOST and PUBLIC_URL are loopback addresses", () => {
  const read = (HOST: string, PUBLIC_URL: string) => () => readConfig({ HOST, PUBLIC_URL });
  for (const host of ["", "127.0.0.1", "127.8.8.8", "localhost", "::1"])
    for (const url of [
      "",
      "http://localhost:3000",
      "http://[::1]:80",
      "https://moim.localhost",
      "http://127.1",
    ])
      expect(read(host, url), `${host} ${url}`).not.toThrow();
  for (const host of ["0.0.0.0", "::", "192.168.0.7", "moim.example", "127.0.0.1.moim.example"])
    expect(read(host, ""), host).toThrow("The development login");
  for (const url of ["https://moim.example", "http://192.168.0.7", "http://localhost.moim.example"])
    expect(read("", url), url).toThrow("The development login");
});

it("reads settings from files, reports unreadable ones, and refuses duplicates", async () => {
  const file = inFolder("secret");
  await writeFile(file, `${"키".repeat(32)}\n`);
  expect(readConfig({ SECRET_KEY: "", SECRET_KEY_FILE: file }).secretKey).toBe("키".repeat(32));
  expect(() => readConfig({ SECRET_KEY_FILE: "/none" })).toThrow(
    "SECRET_KEY_FILE cannot be read (/none: ENOENT).",
  );
  expect(() => readConfig({ SECRET_KEY: "x".repeat(32), SECRET_KEY_FILE: file })).toThrow("both given");
});

it("adds a separate password to the URL of the database", async () => {
  const file = inFolder("password");
  await writeFile(file, "a/b%c@d");
  const given = { DATABASE_URL: "postgres://algomoim@postgres:5432/algomoim", DATABASE_PASSWORD_FILE: file };
  expect(new pg.Client(readConfig(given).databaseUrl)).toMatchObject({
    user: "algomoim",
    password: "a/b%c@d",
    host: "postgres",
    port: 5432,
    database: "algomoim",
  });
});

it("logs an uncaught error in one line with its cause, and ends with 1", async () => {
  const planted =
    'process.once("SIGUSR2", () => Promise.reject(new Error("planted", { cause: new Error("its cause") })))';
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(planted)}`, ...serverProgram(true), "--no-demo"],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? "",
        PORT: "0",
        LOG_LEVEL: "fatal",
        DATABASE_URL: inject("postgres").url,
        SECRET_KEY: "x".repeat(40),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (text) => (said[name] += text));
  await vi.waitFor(() => expect(said.stderr).toContain("알고모임이 열렸어요"));
  child.kill("SIGUSR2");
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(
    said.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ level: 60, err: { message: "planted", cause: { message: "its cause" } } }]);
});

it("a start at a port in use names it and ends with 1", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const env = { PORT: String(port), DATABASE_URL: inject("postgres").url, SECRET_KEY: "x".repeat(40) };
  const { code, said } = await startAndEnd(env);
  taken.close();
  expect([code, said]).toEqual([1, `Port ${port} is in use: set PORT to another one (0 for any free one).`]);
});
