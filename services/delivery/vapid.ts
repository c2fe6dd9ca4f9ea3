import webPush from "web-push";
import type { Config } from "../platform/config.ts";
import { keptSecret } from "../platform/privacy/secret-key.ts";

export interface Vapid {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Whether there is web push: it takes keys, which production is given, and a subject. */
export const isPushAvailable = ({ push, isProduction }: Pick<Config, "push" | "isProduction">): boolean =>
  push.subject !== undefined && (push.keys !== undefined || !isProduction);

/** The keys of the settings, or those kept in `dataDir`, read when they are first needed; undefined without push. */
export function vapidOf(
  config: Pick<Config, "push" | "dataDir" | "isProduction">,
): () => Promise<Vapid | undefined> {
  const read = async (): Promise<Vapid | undefined> => {
    const { subject, keys } = config.push;
    if (subject === undefined || !isPushAvailable(config)) return undefined;
    const make = () => JSON.stringify(webPush.generateVAPIDKeys());
    const pair = keys ?? JSON.parse(await keptSecret(config.dataDir, "vapid-keys", make));
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
