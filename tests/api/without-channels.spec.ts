import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { startPushService } from "#tests/push-service/push-service";
import { settingsOf } from "#tests/support/ops";
import { request } from "#tests/support/request";
import { freePort } from "#tests/support/server-process";
import { announce, inboxOf } from "./inboxes.ts";
import { mailing } from "./mailing.ts";
import { join, type Person, type Site, said, startSite } from "./site.ts";

/**
 * spec/notifications.md §10 and §11.11: other settings on the database of a system with mail, where a digest of this
 * morning is due.
 */

let relay: MailRelay;
let site: Site;
let member: Person;

beforeAll(async () => {
  relay = await startMailRelay();
  const settings = { SMTP_URL: relay.url, MAIL_FROM: "mail@algomoim.example" };
  site = await startSite({ standsAt: "07:50", settings });
  const writer = await site.person("글쓴이");
  member = await site.person("받는이");
  const teamId = await site.team(writer);
  await join(member, teamId);
  await mailing(site, () => relay).address(member, "member@mail.example");
  await announce(writer, teamId, "소식");
  await vi.waitFor(async () => expect((await inboxOf(member)).content).toHaveLength(1));
});
afterAll(async () => {
  await site.close();
  await relay.close();
});

interface Served {
  /** Calls the API as the member. */
  ask(method: string, path: string, json?: unknown): ReturnType<typeof request>;
  page(path: string): Promise<Response>;
}

/** A system with these settings on the same database, at 08:11. */
async function served(settings: Record<string, string>, use: (served: Served) => Promise<void>) {
  const port = String(await freePort());
  const env = {
    ...settingsOf(site.databaseUrl),
    ...site.logSettings,
    HOST: "127.0.0.1",
    PORT: port,
    ...settings,
  };
  const now = () => new Date(`${site.today()}T08:11:00+09:00`);
  const system = await start(readConfig(env, ["--no-demo"]), {
    log: createLogger("silent"),
    now,
    deliveryPollMs: 20,
  });
  const origin = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${member.token}` };
  await use({
    ask: (method, path, json) =>
      request(`${origin}/api${path}`, method, { headers, ...(json !== undefined && { json }) }),
    page: (path) => fetch(origin + path),
  }).finally(() => system.close());
}
const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://algomoim.example",
  OIDC_ISSUER: "http://127.0.0.1:1",
  OIDC_CLIENT_ID: "algomoim",
};
const subscription = {
  endpoint: "https://fcm.googleapis.com/fcm/send/a",
  keys: {
    p256dh: "BBjHBcGcGuyVFQXz2w5FlclZ8TNC3QbgnlVYghGonbQGI7ca4Y-zScW8c3DUz44zkw_hbL1XgkeOQLndC71Jbaw",
    auth: "AAAAAAAAAAAAAAAAAAAAAA",
  },
  label: "Chrome",
};

it("production without settings sends neither mails nor pushes, refuses both, and serves no mailbox page", async () => {
  await served(production, async ({ ask, page }) => {
    expect((await page("/dev-mailbox")).status).toBe(404);
    const { notifications } = await (await page("/health/ready")).json();
    expect(notifications).toMatchObject({ push: false, mail: false, paused: false, due: 0 });
    const { data } = (await ask("GET", "/v1/notifications/settings")).body;
    expect(data).toMatchObject({
      digest: "daily",
      push: { available: false },
      mail: { available: false, address: null, state: "none" },
    });
    expect((await ask("GET", "/v1/push")).body.data).toEqual({
      available: false,
      publicKey: null,
      devices: [],
    });
    expect(said(await ask("POST", "/v1/push/subscriptions", subscription))).toBe(
      "400 푸시 알림을 사용할 수 없습니다.",
    );
    expect(said(await ask("PUT", "/v1/notifications/mail", { address: "a@mail.example" }))).toBe(
      "400 메일 알림을 사용할 수 없습니다.",
    );
    expect(said(await ask("PUT", "/v1/notifications/settings", { digest: "weekly" }))).toBe(
      "400 확인된 메일 주소가 없습니다.",
    );
    // Links in earlier mails still work.
    expect(said(await ask("POST", "/v1/mail/unsubscriptions/unknown"))).toBe(
      "200 메일 요약을 더 보내지 않습니다.",
    );
  });
  expect(await site.query("SELECT FROM mail_digest")).toEqual([]);
  expect(await site.query("SELECT FROM delivery")).toEqual([]);
  expect(relay.offered).toHaveLength(1);
});

it("with a relay there is no mailbox page either, and the due digest is sent", async () => {
  expect((await fetch(`${site.origin}/dev-mailbox`)).status).toBe(404);
  site.advance(21 * 60_000);
  await vi.waitFor(() => expect(relay.offered).toHaveLength(2));
});

it("production with VAPID keys has push", async () => {
  const service = await startPushService();
  const keys = { VAPID_PUBLIC_KEY: subscription.keys.p256dh };
  const secret = { VAPID_PRIVATE_KEY: "cYZ_ILPmXOd20YzmIv56SLBhRILmbIiBWKX60tV2LqE" };
  expect(() => readConfig({ ...production, ...keys, ...secret, PUSH_HOSTS: service.origin })).toThrow(
    "PUSH_HOSTS names hosts without http://",
  );
  service.close();
  await served({ ...production, ...keys, ...secret }, async ({ ask }) => {
    expect((await ask("GET", "/v1/push")).body.data).toMatchObject({
      available: true,
      publicKey: subscription.keys.p256dh,
    });
    expect((await ask("POST", "/v1/push/subscriptions", subscription)).status).toBe(201);
  });
});

it("development without a relay keeps mails on its page, only for this machine", async () => {
  await served({}, async ({ ask, page }) => {
    expect((await ask("PUT", "/v1/notifications/mail", { address: "me@mail.example" })).status).toBe(200);
    const html = await vi.waitFor(async () => {
      const text = await (await page("/dev-mailbox")).text();
      expect(text).toContain("me@mail.example");
      return text;
    });
    expect(html).toContain("메일 주소를 확인해 주세요");
    expect(html).toMatch(/\/mail\/confirm\/[\w-]{43}/);
  });
});
