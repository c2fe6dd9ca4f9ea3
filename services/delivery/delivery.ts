import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Config } from "../platform/config.ts";
import type { Route } from "../platform/http/route.ts";
import type { Logger } from "../platform/logging.ts";
import type { KeyRing } from "../platform/privacy/member-keys.ts";
import type { Secrets } from "../platform/privacy/secrets.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { deliveryReactors } from "./deliver.ts";
import { Deliveries } from "./deliveries.ts";
import { createDigests } from "./digests.ts";
import { Discord, discordOrigin } from "./discord.ts";
import { discordChannel } from "./discord-channel.ts";
import { createDiscordMessages, createDiscordWeeks } from "./discord-messages.ts";
import { testText } from "./discord-texts.ts";
import type { Inboxes } from "./inboxes.ts";
import { createMail } from "./mail.ts";
import { mailChannel } from "./mail-channel.ts";
import type { MailRouteDeps } from "./mail-routes.ts";
import type { Outcome } from "./outcome.ts";
import { createOutgoing } from "./outgoing-request.ts";
import { createPush } from "./push.ts";
import { pushChannel, siteName } from "./push-channel.ts";
import { originsAmong } from "./push-endpoint.ts";
import { pushRoutes } from "./routes.ts";
import { Sender } from "./sender.ts";
import { type Device, Subscriptions } from "./subscriptions.ts";
import type { Teams } from "./teams.ts";
import { isPushAvailable, vapidOf } from "./vapid.ts";

interface DeliveryDeps {
  readonly config: Pick<Config, "push" | "mail" | "discord" | "dataDir" | "isProduction">;
  readonly pool: pg.Pool;
  readonly keys: KeyRing;
  readonly secrets: Pick<Secrets, "sub" | "subs">;
  /** Public address of the product. */
  readonly origin: string;
  readonly inboxes: Inboxes;
  readonly teams: Teams;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
  readonly observe: (delivery: { channel: string; result: string; milliseconds?: number }) => void;
  /** Called with the final state of a digest. */
  readonly onDigest: (result: string) => void;
  /** Pause between two polls for due rows. */
  readonly pollMs?: number | undefined;
}

/** Web push, mail and Discord: devices and addresses of members, the queue of deliveries, sender and digests. */
export function createDelivery(deps: DeliveryDeps) {
  const { config, pool, keys, secrets, inboxes, teams, now, log, observe } = deps;
  const { hosts } = config.push;
  const vapid = vapidOf(config);
  const outgoing = createOutgoing({ allowedOrigins: originsAmong(hosts), keepAlive: true });
  const sendPush = createPush({ outgoing, origin: deps.origin, now });
  const digestKeys = secrets.subs("push endpoints");
  const subscriptions = new Subscriptions({ pool, keys, digestKeys, now });
  const deliveries = new Deliveries(pool, now);
  const mail = createMail({ ...deps });
  const hasPush = isPushAvailable(config);
  const { mailer } = mail;
  const { isSignedByRelay } = config.mail;
  const messages = createDiscordMessages({ pool, teams, now });
  const discord = discordOf(deps, deliveries);
  const channels = [
    discord.channel,
    ...(hasPush ? [pushChannel({ deliveries, subscriptions, inboxes, sendPush, vapid, now, log })] : []),
    ...(mailer
      ? [mailChannel({ deliveries, inboxes, mail, mailer, origin: deps.origin, isSignedByRelay, now })]
      : []),
  ];
  const digests = createDigests({
    pool,
    inboxes,
    now,
    log,
    onDigest: deps.onDigest,
    host: mail.host,
    ...(deps.pollMs && { everyMs: deps.pollMs }),
  });
  const weeks = createDiscordWeeks({
    messages,
    teams,
    now,
    log,
    ...(deps.pollMs && { everyMs: deps.pollMs }),
  });
  const sender = new Sender({
    deliveries,
    channels,
    now,
    log,
    observe,
    ...(deps.pollMs && { pollMs: deps.pollMs }),
  });

  async function sendTest(device: Device): Promise<Outcome | undefined> {
    const key = await vapid();
    if (!key) return undefined;
    const payload = {
      title: siteName,
      body: "테스트 알림이에요.",
      tag: randomUUID(),
      url: "/notifications",
      unread: await inboxes.unread(device.memberId),
    };
    const outcome = await sendPush(key, device, payload);
    if (outcome.state === "dropped") await subscriptions.remove(device.subscriptionId);
    return outcome;
  }
  const sendTestLater = (device: Device) =>
    void sendTest(device).catch((error) => log.warn({ err: error }, "a test push failed"));

  return {
    sender,
    /** Starts sender, digests and messages of a week. */
    start(): void {
      if (mailer) digests.start();
      weeks.start();
      sender.start();
    },
    deliveries,
    subscriptions,
    hasPush,
    mail,
    /** Sends a test to all devices of a member and returns the outcomes. */
    async testAll(memberId: string) {
      const devices = await subscriptions.ofMember(memberId, (await vapid())?.publicKey ?? "");
      return Promise.all(
        devices.map(async (device) => {
          const outcome = await sendTest(device);
          return { host: device.host, state: "", result: "", ...outcome };
        }),
      );
    },
    /** The same by mail, to the confirmed address. */
    async testMail(memberId: string) {
      const outcome = await mail.sendTest(memberId);
      return outcome ? [{ result: "", ...outcome }] : [];
    },
    /**
     * Sends a test to the Discord webhook of a team. `spend` counts it, unless none is linked.
     * @returns undefined without a webhook that Discord knows; otherwise whether Discord took the message
     */
    async testDiscord(teamId: number, spend: () => Promise<void>): Promise<boolean | undefined> {
      const { webhook } = await teams.of(teamId);
      if (!webhook) return undefined;
      if (discord.channel.isPaused(webhook)) return false;
      await spend();
      const { state } = await discord.channel.sendNow(teamId, webhook, testText);
      return state === "dropped" ? undefined : state === "sent";
    },
    /** The entry `notifications` of `/health/ready`. */
    async health() {
      return { push: hasPush, mail: mail.available, ...(await deliveries.state()) };
    },
    routes: (given: Pick<MailRouteDeps, "spendExactly" | "switchDigestOff">): Route[] => [
      ...pushRoutes({
        subscriptions,
        vapid,
        hosts,
        spendExactly: given.spendExactly,
        sendTest: sendTestLater,
      }),
      ...mail.routes(given),
    ],
    reactors: (): Reactor[] => deliveryReactors({ pool, inboxes, messages, vapid, now }),
    async prune(): Promise<void> {
      await deliveries.dropAllBut(channels.map(({ name }) => name));
      await deliveries.prune();
      await subscriptions.prune((await vapid())?.publicKey);
      await mail.addresses.prune();
    },
    async close(): Promise<void> {
      await digests.stop();
      await weeks.stop();
      await sender.stop();
      outgoing.close();
      discord.close();
      mailer?.close();
    },
  };
}

/** Messages to Discord, over connections that are not reused. */
function discordOf({ config, ...deps }: DeliveryDeps, deliveries: Deliveries) {
  const { origin } = config.discord;
  const outgoing = createOutgoing({ allowedOrigins: origin ? [origin] : [] });
  const discord = new Discord({ outgoing, origin: origin ?? discordOrigin, now: deps.now });
  return { channel: discordChannel({ ...deps, deliveries, discord }), close: outgoing.close };
}

export type Delivery = ReturnType<typeof createDelivery>;
