import type { Claimed, Deliveries, Verdict } from "./deliveries.ts";
import { isMissed, periodNamed } from "./digest-periods.ts";
import type { Inboxes } from "./inboxes.ts";
import type { MailService } from "./mail.ts";
import { digestMail } from "./mail-texts.ts";
import type { Mailer } from "./mailer.ts";
import type { DeliveryChannel, Job } from "./sender.ts";

interface MailChannelDeps {
  readonly deliveries: Pick<Deliveries, "sendAfter" | "late">;
  readonly inboxes: Pick<Inboxes, "digest">;
  readonly mail: MailService;
  readonly mailer: Mailer;
  readonly origin: string;
  /** Whether the relay signs the List-Unsubscribe headers. */
  readonly isSignedByRelay: boolean;
  readonly now: () => Date;
}

/** Equal to the connections of the mailer. */
const atOnce = 2;

/** Digests by mail. A row is one member and period; `raised_at` is the end of the period. */
export function mailChannel(deps: MailChannelDeps): DeliveryChannel {
  const { deliveries, inboxes, mail, mailer, origin, isSignedByRelay, now } = deps;

  function headersOf(token: string): Record<string, string> {
    return {
      "List-Unsubscribe": `<${origin}/api/v1/mail/unsubscriptions/${token}>`,
      "Auto-Submitted": "auto-generated",
      ...(isSignedByRelay && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    };
  }

  async function prepared(row: Claimed, sendAfter: Date | undefined): Promise<Verdict | Job> {
    const { memberId, target, raisedAt, id } = row;
    const drop = (result: string): Verdict => ({ state: "dropped", result });
    const period = periodNamed(target, raisedAt);
    if (row.attempts === 1 && isMissed(period, now())) return drop("missed");
    const { wanted, lines: found } = await inboxes.digest(memberId, period, sendAfter);
    if (wanted !== period.choice) return drop("off");
    const late = await deliveries.late(memberId);
    const lines = found.filter(({ notificationId }) => !late.has(notificationId));
    if (lines.length === 0) return drop("empty");
    const confirmed = await mail.addresses.confirmed(memberId);
    if (!confirmed) return drop("no-address");
    const { address: to, unsubscribeToken: token } = confirmed;
    const text = digestMail(origin, lines, token);
    const message = mail.withId({ to, ...text, headers: headersOf(token) }, `digest-${id}`);
    return {
      rows: [row],
      async send() {
        const outcome = await mailer.send(message);
        if (outcome.state === "dropped") await mail.addresses.bounced(memberId, token);
        return outcome;
      },
    };
  }

  return {
    name: "mail",
    atOnce,
    claimed: atOnce,
    async prepare(claimed) {
      const sendAfter = await deliveries.sendAfter();
      const settled: (readonly [Claimed, Verdict])[] = [];
      const jobs: Job[] = [];
      for (const row of claimed) {
        const found = await prepared(row, sendAfter);
        if ("send" in found) jobs.push(found);
        else settled.push([row, found]);
      }
      return { settled, jobs };
    },
  };
}
