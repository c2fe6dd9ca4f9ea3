import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback, oneOf, optional, text } from "./setting-types.ts";

/** A host name, or in tests the whole origin of a push service. */
const pushHost = /^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/[a-z0-9.-]+:\d{1,5})$/;

const hostOfContact = (subject: string): string | undefined => {
  const mailHost = /^mailto:[^\s@]+@([^\s@]+)$/.exec(subject)?.[1];
  if (mailHost !== undefined) return mailHost;
  return /^https:\/\/\S+$/.test(subject) && URL.canParse(subject) ? new URL(subject).hostname : undefined;
};

/** Neither an address, nor a name that only this machine or its network knows. */
const isPublicName = (host: string) =>
  !isLoopback(host) &&
  isIP(host.replace(/[[\]]/g, "")) === 0 &&
  /\../.test(host) &&
  !/\.(local|lan|home|internal|home\.arpa)$/i.test(host);

/** Settings of web push and mail (spec/notifications.md §10), and of Discord for tests. */
export const deliverySettings = {
  VAPID_PUBLIC_KEY: text(/^B[\w-]{86}$/, "VAPID_PUBLIC_KEY is a P-256 point, 65 bytes in base64url"),
  VAPID_PRIVATE_KEY: text(/^[\w-]{43}$/, "VAPID_PRIVATE_KEY is 32 bytes in base64url"),
  VAPID_SUBJECT: optional(
    z
      .string()
      .refine((subject) => hostOfContact(subject) !== undefined, {
        error: "VAPID_SUBJECT is an https: address or mailto:, such as mailto:push@algomoim.example",
        abort: true,
      })
      .refine((subject) => isPublicName(hostOfContact(subject) ?? ""), {
        error: "VAPID_SUBJECT names a public host, because Apple's push service refuses localhost",
      }),
  ),
  PUSH_HOSTS: optional(
    z
      .string()
      .transform((list) => list.split(",").map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every((host) => pushHost.test(host)), {
        error: "PUSH_HOSTS is a list of hosts with commas between them, such as push.example,*.push.example",
      }),
  ),
  DISCORD_ORIGIN: text(
    /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/,
    "DISCORD_ORIGIN is a stand-in on this machine, such as http://127.0.0.1:4000",
  ),
  SMTP_URL: text(/^smtps?:\/\/./, "SMTP_URL begins with smtp:// or smtps://"),
  MAIL_FROM: text(
    /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/,
    "MAIL_FROM is a mail address, such as 알고모임 <mail@algomoim.example>",
  ),
  MAIL_DKIM: oneOf(["relay"], "MAIL_DKIM is relay or empty"),
};

const environment = z.object(deliverySettings);
type Given = z.output<typeof environment> & { readonly PUBLIC_URL?: string | undefined };
type Demand = readonly [holds: (given: Given) => unknown, sentence: string];

export const deliveryDemands: readonly Demand[] = [
  [
    (given) => !given.VAPID_PUBLIC_KEY === !given.VAPID_PRIVATE_KEY,
    "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are given together or not at all.",
  ],
  [
    (given) => !given.SMTP_URL === !given.MAIL_FROM,
    "SMTP_URL and MAIL_FROM are given together or not at all.",
  ],
];
export const deliveryDemandsInProduction: readonly Demand[] = [
  [
    ({ PUSH_HOSTS = [] }) => PUSH_HOSTS.every((host) => !host.startsWith("http:")),
    "PUSH_HOSTS names hosts without http:// in production, where push services are asked by https alone.",
  ],
  [
    ({ DISCORD_ORIGIN }) => !DISCORD_ORIGIN,
    "DISCORD_ORIGIN is for tests: in production messages go to https://discord.com.",
  ],
];

/** `sub` claim of the VAPID token; undefined switches push off. */
function vapidSubjectOf({ VAPID_SUBJECT, PUBLIC_URL }: Given, isProduction: boolean): string | undefined {
  if (VAPID_SUBJECT) return VAPID_SUBJECT;
  const url = PUBLIC_URL ? new URL(PUBLIC_URL) : undefined;
  if (url?.protocol === "https:" && isPublicName(url.hostname)) return url.origin;
  return isProduction ? undefined : "mailto:dev@algomoim.example";
}

export const deliveryOf = (given: Given, isProduction: boolean) => ({
  push: {
    /** If undefined, keys are generated and stored in `dataDir`; in production push is off. */
    keys:
      given.VAPID_PUBLIC_KEY && given.VAPID_PRIVATE_KEY
        ? { publicKey: given.VAPID_PUBLIC_KEY, privateKey: given.VAPID_PRIVATE_KEY }
        : undefined,
    subject: vapidSubjectOf(given, isProduction),
    /** Additional hosts of push services beside those of the browsers. */
    hosts: given.PUSH_HOSTS ?? [],
  },
  discord: {
    /** Undefined for `https://discord.com`. */
    origin: given.DISCORD_ORIGIN,
  },
  mail: {
    /** If undefined, mails go to the mailbox page; in production no mail is sent. */
    smtp: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : undefined,
    isSignedByRelay: given.MAIL_DKIM === "relay",
  },
});
