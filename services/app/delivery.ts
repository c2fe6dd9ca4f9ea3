import { createDelivery, type Delivery } from "../delivery/delivery.ts";
import type { Inboxes } from "../delivery/inboxes.ts";
import type { ProcessContext } from "./process-context.ts";

/** What delivery asks the inbox. Nothing raises notifications yet. */
const inboxesOf = (): Inboxes => ({
  notices: async () => new Map(),
  quietHours: async () => new Map(),
  unread: async () => 0,
  wantsPush: async () => false,
});

/** Notifications outside of the product. */
export const deliveryFor = ({ config, storage, now, metrics, options }: ProcessContext): Delivery =>
  createDelivery({
    ...{ config, now, log: options.log, observe: metrics.delivered },
    ...{ pool: storage.database.pool, keys: storage.keys, secrets: storage.secrets },
    inboxes: inboxesOf(),
  });
