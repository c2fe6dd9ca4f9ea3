import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { freePort, serverProgram } from "#tests/support/server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "algomoim-start-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Starts the server with these settings alone; resolves when it has ended. */
async function startAndEnd(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...serverProgram(true), "--no-demo"], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: scratch, LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said: said.trim() };
}

describe("a start that cannot succeed says why in one sentence and ends with 1", () => {
  it("names every wrong setting", async () => {
    const { code, said } = await startAndEnd({
      PORT: "drei",
      PUBLIC_URL: "algomoim",
      DATABASE_URL: "mysql://x",
      ROLE: "king",
    });
    expect(code).toBe(1);
    expect(said.split("\n")).toEqual([
      "PORT is a number from 0 to 65535.",
      "PUBLIC_URL is the address people use, such as https://algomoim.example.",
      "DATABASE_URL begins with postgres://.",
      "ROLE is all, api or projector.",
    ]);
  });

  it("demands in production what production needs, and no development provider", async () => {
    const { code, said } = await startAndEnd({ NODE_ENV: "production", PORT: "0" });
    expect(code).toBe(1);
    for (const setting of ["PUBLIC_URL", "SECRET_KEY", "OIDC_ISSUER"]) expect(said).toContain(`${setting} `);
  });

  it("names a database that cannot be reached", async () => {
    const port = await freePort();
    const { code, said } = await startAndEnd({
      PORT: "0",
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The database at DATABASE_URL cannot be reached \(.+\): start it or correct DATABASE_URL\.$/,
    );
  });

  it("names a port that is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const url = new URL(inject("postgres").url);
    const { code, said } = await startAndEnd({
      PORT: String(port),
      DATABASE_URL: url.href,
      SECRET_KEY: "x".repeat(40),
    });
    taken.close();
    expect(code).toBe(1);
    expect(said).toBe(`Port ${port} is taken: set PORT to another one (0 for any free one).`);
  });
});
