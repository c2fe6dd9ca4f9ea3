import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Config } from "../platform/config.ts";
import type { Route } from "../platform/http/route.ts";
import type { Logger } from "../platform/logging.ts";
import type { KeyRing } from "../platform/privacy/member-keys.ts";
import type { Secrets } from "../platform/privacy/secrets.ts";
import { createMailAddresses } from "./mail-addresses.ts";
import { type MailRouteDeps, mailRoutes } from "./mail-routes.ts";
import { confirmationMail, testMail } from "./mail-texts.ts";
import { createMailer, type Mail } from "./mailer.ts";
import type { Outcome } from "./outcome.ts";

interface MailDeps {
  readonly config: Pick<Config, "mail" | "isProduction">;
  readonly pool: pg.Pool;
  readonly keys: KeyRing;
  readonly secrets: Pick<Secrets, "sub">;
  readonly origin: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

/** Mail to members: their addresses, confirmations, and the mailer. */
export function createMail({ config, pool, keys, secrets, origin, now, log }: MailDeps) {
  const mailer = createMailer(config);
  const addresses = createMailAddresses({ pool, keys, now, digestKey: secrets.sub("mail addresses") });
  const host = new URL(origin).hostname;
  const withId = (mail: Omit<Mail, "messageId">, id: string): Mail => ({
    ...mail,
    messageId: `<${id}@${host}>`,
  });

  async function confirm(to: string, token: string): Promise<void> {
    const headers = { "Auto-Submitted": "auto-generated" };
    const mail = withId({ to, ...confirmationMail(origin, token), headers }, `confirm-${randomUUID()}`);
    const outcome = await mailer?.send(mail);
    // The member can request another one.
    if (outcome && outcome.state !== "sent")
      log.warn({ host: mailer?.host, ...outcome }, "a mail to confirm an address was not sent");
  }

  return {
    addresses,
    mailer,
    host,
    available: mailer !== undefined,
    withId,
    /** Mail in the settings of a member. */
    settingsOf: async (member: string) => ({
      available: mailer !== undefined,
      ...(mailer ? await addresses.state(member) : ({ address: null, state: "none" } as const)),
    }),
    hasAddress: async (member: string) =>
      mailer !== undefined && (await addresses.confirmed(member)) !== undefined,
    routes: (deps: Pick<MailRouteDeps, "spendExactly" | "switchDigestOff">): Route[] =>
      mailRoutes({
        ...deps,
        addresses,
        hasMail: mailer !== undefined,
        sendConfirmation: (address, token) =>
          void confirm(address, token).catch(() => log.warn({ host: mailer?.host }, "a mail failed")),
      }),
    /** Undefined without a confirmed address. */
    async sendTest(member: string): Promise<(Outcome & { readonly host: string }) | undefined> {
      const found = await addresses.confirmed(member);
      if (!mailer || !found) return undefined;
      const mail = withId({ to: found.address, ...testMail() }, `test-${randomUUID()}`);
      return { host: mailer.host, ...(await mailer.send(mail)) };
    },
  };
}

export type MailService = ReturnType<typeof createMail>;
