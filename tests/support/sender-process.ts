import { openDatabase } from "#services/platform/database/database";
import { deliveryOn } from "#tests/delivery/on-database";

/** A process that does nothing but send: to be killed. Its arguments: database, push service, what its clock shows. */
const [, , url = "", origin = "", at = ""] = process.argv;
deliveryOn(openDatabase(url).pool, {
  origin,
  now: () => new Date(Number(at)),
  inboxes: {
    notices: async (of) =>
      new Map(of.map(({ notificationId }) => [notificationId, { title: "팀", body: "새 문제", unread: 1 }])),
    quietHours: async () => new Map(),
    unread: async () => 1,
    wantsPush: async () => true,
    digesting: async () => [],
    digest: async () => ({ wanted: "off", lines: [] }),
  },
}).sender.start();
// The sender's timer alone keeps no process.
setInterval(() => {}, 1000);
