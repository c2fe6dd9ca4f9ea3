import webPush from "web-push";
import type { Config } from "../platform/config.ts";
import { storedSecret } from "../platform/privacy/secret-key.ts";

export interface Vapid {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Whether there is web push, which requires a subject and, in production, keys in the settings. */
export const isPushAvailable = ({ push, isProduction }: Pick<Config, "push" | "isProduction">): boolean =>
  push.subject !== undefined && (push.keys !== undefined || !isProduction);

/** The keys of the settings, or those stored in `dataDir`, read on first use; undefined without push. */
export function vapidOf(
  config: Pick<Config, "push" | "dataDir" | "isProduction">,
): () => Promise<Vapid | undefined> {
  const read = async (): Promise<Vapid | undefined> => {
    const { subject, keys } = config.push;
    if (subject === undefined || !isPushAvailable(config)) return undefined;
    const make = () => JSON.stringify(webPush.generateVAPIDKeys());
    const pair = keys ?? JSON.parse(await storedSecret(config.dataDir, "vapid-keys", make));
    return { subject, publicKey: pair.publicKey, privateKey: pair.privateKey };
  };
  let reading: Promise<Vapid | undefined> | undefined;
  return () => {
    reading ??= read();
    reading.catch(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** A token is valid for twelve hours; RFC 8292 allows up to a day. */
const tokenMs = 11 * 3_600_000;
/** Limit of the cache: browsers use few push services, but some of these have many hosts. */
const maxTokens = 1000;

/**
 * The header by which a push service identifies this server. One token per service is used for hours: signing one takes
 * longer than the rest of a push.
 */
export function createAuthorizations() {
  const known = new Map<string, { readonly header: string; readonly signedAt: number }>();
  return ({ subject, publicKey, privateKey }: Vapid, origin: string, now: Date): string => {
    const at = now.getTime();
    const found = known.get(origin);
    if (found && at >= found.signedAt && at - found.signedAt < tokenMs) return found.header;
    const header = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm").Authorization;
    if (known.size >= maxTokens) known.clear();
    known.set(origin, { header, signedAt: at });
    return header;
  };
}
