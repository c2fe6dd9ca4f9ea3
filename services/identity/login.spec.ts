import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it, onTestFinished, vi } from "vitest";
import { callMs } from "../event-store/time-budget.ts";
import { createCookies } from "./cookies.ts";
import { callbackPath, loginRoutes } from "./login.ts";
import { newLoginState, sealLoginState, stateCookieName } from "./login-state.ts";

it.each(["memberFor", "start"] as const)(
  "ends as unavailable, after the budget of a call, when the database is frozen at %s",
  async (frozen) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const publicUrl = new URL("http://localhost:3000");
    const now = () => new Date();
    const stateKey = new Uint8Array(32);
    const asked = vi.fn(() => new Promise<never>(() => {}));
    const memberFor = async () => ({ uuid: "member", hasProfile: true });
    const app = express();
    app.use(
      loginRoutes({
        client: { authorizationUrl: asked, subjectOf: async () => "subject" },
        accounts: { memberFor: frozen === "memberFor" ? asked : memberFor },
        sessions: { start: asked },
        cookies: createCookies(publicUrl),
        log: { warn() {} },
        passOn: undefined,
        publicUrl,
        stateKey,
        now,
      }),
    );
    const server = app.listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const login = newLoginState(undefined);
    const cookie = `${stateCookieName(login.state)}=${await sealLoginState(login, stateKey, now())}`;
    const { port } = server.address() as AddressInfo;
    const asking = fetch(`http://127.0.0.1:${port}${callbackPath}?state=${login.state}&code=1`, {
      headers: { cookie },
      redirect: "manual",
    });
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(callMs);
    expect((await asking).headers.get("location")).toBe("/login?error=unavailable");
  },
);
