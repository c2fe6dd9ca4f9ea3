import { deliveryMigrations } from "#services/delivery/migrations";
import { openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { memberKeysMigrations } from "#services/platform/privacy/member-keys";
import { deliveryOn, keysOn, vapidKeys } from "#tests/delivery/on-database";
import { startPushService } from "#tests/push-service/push-service";
import { withPostgres } from "../support/with-postgres.ts";
import type { Figures } from "./figures.ts";

const members = 1000;
const each = 10;
const patienceMs = 300_000;

/**
 * 10,000 pushes that are due, ten for each of 1,000 members with a device, worked off by one process while the push service, in
 * the same process, answers after 20 ms. What the inbox is asked is answered at once: its queries are not in the figure.
 */
export async function benchDeliveries({ atLeast, remark }: Figures): Promise<void> {
  await withPostgres(async (url) => {
    const { pool, close } = openDatabase(url, { max: 20 });
    await migrate(pool, [...memberKeysMigrations, ...deliveryMigrations]);
    const service = await startPushService({ delayMs: 20 });
    service.answerBy(() => ({ status: 201 }));
    const delivery = deliveryOn(pool, {
      origin: service.origin,
      now: () => new Date(),
      pollMs: 1000,
      inboxes: {
        notices: async (of) =>
          new Map(
            of.map(({ notificationId }) => [notificationId, { title: "팀", body: "새 문제", unread: 1 }]),
          ),
        behind: async () => new Set(),
        quietHours: async () => new Map(),
        unread: async () => 1,
        wantsPush: async () => true,
        holdAllBefore: async () => true,
        digesting: async () => [],
        digest: async () => ({ wanted: "off", lines: [] }),
      },
    });
    const keys = keysOn(pool);
    for (let n = 0; n < members; n += 1) {
      const member = crypto.randomUUID();
      await keys.create(member);
      const { endpoint, keys: own } = service.subscribe();
      const place = { endpoint: new URL(endpoint), vapidKey: vapidKeys.publicKey };
      await delivery.subscriptions.put(
        member,
        { endpoint, keys: own, label: "Chrome" },
        place,
        async () => {},
      );
    }
    await pool.query(
      `INSERT INTO delivery (id, channel, target, member_id, raised_at, due_at)
       SELECT gen_random_uuid(), 'push', id::text, member_id, now(), now() FROM push_subscription, generate_series(1, $1)`,
      [each],
    );
    await pool.query("ANALYZE");
    const began = performance.now();
    delivery.sender.start();
    const all = members * each;
    while (service.requests.length < all && performance.now() - began < patienceMs)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const seconds = (performance.now() - began) / 1000;
    await delivery.close();
    const { rows } = await pool.query<{ sent: number }>(
      "SELECT count(*) AS sent FROM delivery WHERE state = 'sent'",
    );
    service.close();
    await close();
    if (rows[0]?.sent !== all) throw new Error(`${rows[0]?.sent} of ${all} were sent`);
    atLeast(200, { what: "deliveries", value: all / seconds, unit: "per second" });
    remark("one process at 8 requests at once: the limit of 20 ms is 400 per second");
  });
}
