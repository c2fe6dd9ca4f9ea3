import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it, onTestFinished, vi } from "vitest";
import { callMs } from "../event-store/time-budget.ts";
import { errorHandler } from "../platform/http/reply.ts";
import { sitemap } from "./sitemap.ts";

const never = () => new Promise<never>(() => {});

it.each(["/sitemap.xml", "/sitemap/teams-1.xml"])(
  "answers %s with 503 when the database is frozen, after the budget of a call",
  async (path) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = vi.fn(never);
    const ids = { highest: asked, teams: asked, recruitments: asked };
    const app = express();
    app.use(
      sitemap({ origin: "https://algomoim.example", ids }),
      errorHandler(() => {}),
    );
    const server = app.listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answered = vi.fn(({ status }: Response) => status);
    const asking = fetch(`http://127.0.0.1:${port}${path}`).then(answered);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(callMs - 100);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await asking).toBe(503);
  },
);
