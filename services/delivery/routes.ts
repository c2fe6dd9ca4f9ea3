import type pg from "pg";
import {
  addPushSubscription,
  deletePushSubscription,
  getPush,
  testPushSubscription,
} from "#contracts/delivery/api";
import { Refused } from "#contracts/errors";
import { type Route, route } from "../platform/http/route.ts";
import type { Quotas } from "../platform/quotas.ts";
import { pushEndpoint } from "./push-endpoint.ts";
import type { Device, Subscriptions } from "./subscriptions.ts";
import type { Vapid } from "./vapid.ts";

interface PushRouteDeps {
  readonly subscriptions: Subscriptions;
  /** Undefined without push. */
  readonly vapid: () => Promise<Vapid | undefined>;
  /** Additional hosts of push services beside those of the browsers. */
  readonly hosts: readonly string[];
  readonly spendExactly: Quotas["spendExactly"];
  /** Starts sending; the response does not wait for it. */
  readonly sendTest: (device: Device) => void;
}

/** Routes for the devices of the caller. */
export function pushRoutes({ subscriptions, vapid, hosts, spendExactly, sendTest }: PushRouteDeps): Route[] {
  const assertPush = async (): Promise<Vapid> => {
    const key = await vapid();
    if (!key) throw new Refused("push-unavailable");
    return key;
  };
  return [
    route(getPush, async ({ caller }) => {
      const key = await vapid();
      const devices = key ? await subscriptions.list(caller as string, key.publicKey) : [];
      return { data: { available: key !== undefined, publicKey: key?.publicKey ?? null, devices } };
    }),
    route(addPushSubscription, async ({ caller, body }) => {
      const member = caller as string;
      const { publicKey } = await assertPush();
      const endpoint = pushEndpoint(body.endpoint, hosts);
      if (!endpoint) throw new Refused("bad-push-endpoint");
      const subscription = { endpoint, vapidKey: publicKey };
      const spendOne = (client: pg.PoolClient) => spendExactly([["push-registrations", member]], client);
      return { data: { subscriptionId: await subscriptions.put(member, body, subscription, spendOne) } };
    }),
    route(deletePushSubscription, async ({ caller, params }) => {
      if (!(await subscriptions.remove(params.subscriptionId, caller as string)))
        throw new Refused("push-subscription-not-found");
      return { data: null };
    }),
    route(testPushSubscription, async ({ caller, params }) => {
      const member = caller as string;
      const key = await vapid();
      const device = await subscriptions.own(params.subscriptionId, member, key?.publicKey);
      if (!device) throw new Refused("push-subscription-not-found");
      if (!key) throw new Refused("push-unavailable");
      await spendExactly([["test-pushes", member]]);
      sendTest(device);
      return { data: null };
    }),
  ];
}
