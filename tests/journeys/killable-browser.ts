import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { findOrInstallBrowser } from "../support/browser.ts";

/** A browser with a persistent profile that can be killed like on a machine that stops. */
export interface KillableBrowser {
  /** Starts it with the profile of the previous one. */
  start(): Promise<BrowserContext>;
  kill(): Promise<void>;
  /** Stops it and deletes its profile. */
  remove(): Promise<void>;
}

export function killableBrowser(): KillableBrowser {
  const profile = mkdtempSync(join(tmpdir(), "algomoim-profile-"));
  let running: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const browser = running;
    if (!browser?.pid || browser.exitCode !== null) return;
    running = undefined;
    const isGone = once(browser, "exit");
    // Kills all its processes, so that none can write any more.
    process.kill(-browser.pid, "SIGKILL");
    await isGone;
  }
  return {
    async start() {
      const browser = spawn(
        findOrInstallBrowser(),
        [
          ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
          "--headless",
          "--disable-gpu",
          "--no-first-run",
          "--remote-debugging-port=0",
          `--user-data-dir=${profile}`,
          "about:blank",
        ],
        { detached: true, stdio: ["ignore", "ignore", "pipe"] },
      );
      running = browser;
      const connected = await chromium.connectOverCDP(await addressOf(browser));
      const [context] = connected.contexts();
      if (!context) throw new Error("the browser has no context");
      return context;
    },
    kill,
    async remove() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The address that it prints once it accepts connections. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let written = "";
  for await (const part of stderr ?? []) {
    written += part;
    const address = /DevTools listening on (ws:\S+)/.exec(written)?.[1];
    if (address) {
      stderr?.resume();
      return address;
    }
  }
  throw new Error(`the browser ended: ${written}`);
}
