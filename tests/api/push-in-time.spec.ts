import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { vapidKeys } from "#tests/delivery/on-database";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { announce, inboxOf, postSubject, setKinds } from "./inboxes.ts";
import { join, type Person, type Site, startSite } from "./site.ts";

/** spec/notifications.md §11.7 with a clock that only the test advances. */

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
let service: PushService;
let site: Site;
let dotori: Person;
let reader: Person;
let teamId: number;

beforeAll(async () => {
  service = await startPushService();
  const settings = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
  };
  site = await startSite({ standsAt: "20:00", settings });
  dotori = await site.person("도토리");
  reader = await site.person("독자");
  teamId = await site.team(dotori, { teamName: "새벽네시반" });
  await join(reader, teamId);
  const { id: _, ...subscription } = service.subscribe();
  await reader.ask("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });
});
afterAll(async () => {
  service.close();
  await site.close();
});

/** Waits until the deliveries of the reader are in these states. */
const deliveries = (...expected: string[]) =>
  vi.waitFor(async () => {
    const rows = await site.query<{ said: string }>(
      `SELECT concat_ws(' ', state, result, CASE WHEN held THEN 'held' END) AS said FROM delivery
       WHERE member_id = $1 ORDER BY 1`,
      [reader.uuid],
    );
    expect(rows.map(({ said }) => said)).toEqual(expected);
  });
const shown = () => service.received.map(({ payload }) => payload.body);

it("sends one push for 50 articles in 9 minutes, from one row with count 50", async () => {
  await setKinds(reader, { kind: "ARTICLE_POSTED", inbox: true, push: true, mail: false });
  for (let n = 0; n < 50; n += 1, site.advance((9 * minuteMs) / 50)) {
    const form = { teamId: String(teamId), articleTitle: `글 ${n}`, articleBody: "<p>글</p>" };
    expect((await dotori.ask("POST", "/v1/articles", { form })).status).toBe(201);
  }
  await vi.waitFor(async () =>
    expect((await inboxOf(reader)).content).toMatchObject([{ kind: "ARTICLE_POSTED", count: 50 }]),
  );
  await deliveries("sent");
  expect(shown()).toEqual(["도토리님이 내 팀 새벽네시반에 글을 올렸어요."]);
});

it("holds pushes that become due at 23:30 and sends them at 08:00 as one bundle", async () => {
  site.advance(3 * hourMs + 21 * minuteMs);
  dotori = await site.again(dotori);
  reader = await site.again(reader);
  await postSubject(dotori, teamId, "2025-12-11");
  await announce(dotori, teamId, "내일은 쉬어요");
  await join(await site.person("새이"), teamId);
  await deliveries("due", "due", "sent");
  site.advance(15 * secondMs);
  await deliveries("due held", "due held", "sent");
  expect(shown()).toHaveLength(1);
  site.advance(8 * hourMs + 30 * minuteMs);
  await deliveries("sent", "sent bundled held", "sent held");
  expect(shown()).toHaveLength(2);
  expect(service.received[1]?.payload).toMatchObject({
    title: "알고모임",
    body: "밤사이 알림 2개가 왔어요.",
    url: "/notifications",
    unread: 4,
  });
});
