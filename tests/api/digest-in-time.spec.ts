import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { announce } from "./inboxes.ts";
import { mailing } from "./mailing.ts";
import { join, type Site, startSite } from "./site.ts";

let relay: MailRelay;
let site: Site;

beforeAll(async () => {
  relay = await startMailRelay();
  const settings = { SMTP_URL: relay.url, MAIL_FROM: "mail@algomoim.example" };
  site = await startSite({ standsAt: "07:50", settings });
});
afterAll(async () => {
  await site.close();
  await relay.close();
});

it("a digest waits for an inbox that lacks events of before 08:00", async () => {
  const mails = mailing(site, () => relay);
  const dotori = await site.person("도토리");
  const bamtol = await site.person("밤톨");
  const teamId = await site.team(dotori, { teamName: "새벽네시반" });
  await join(bamtol, teamId);
  await mails.address(bamtol, "bamtol@mail.example");
  const holder = new pg.Client(site.databaseUrl);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE inbox IN SHARE MODE");
  // Gets its response although the read models do not advance.
  await announce(dotori, teamId, "오늘도 힘내요");
  site.advance(21 * 60_000);
  // Takes two seconds, during which due digests are queried.
  await announce(dotori, teamId, "내일도 힘내요");
  await holder.query("COMMIT");
  await holder.end();
  const [mail] = await vi.waitFor(() => {
    const digests = mails.digestsTo("bamtol@mail.example");
    expect(digests).toHaveLength(1);
    return digests;
  });
  expect(mail?.subject).toBe("[알고모임] 안 읽은 알림 1개가 있어요");
});
