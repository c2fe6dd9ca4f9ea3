import { inboxLimits } from "#contracts/limits";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** Kinds of quotas with their windows in milliseconds. Limits are settings, or fixed below. */
export const windows = {
  writes: minuteMs,
  bytes: dayMs,
  "draft-bytes": dayMs,
  "inbox-reads": minuteMs,
  "push-registrations": hourMs,
  "test-pushes": 10 * minuteMs,
  "confirmation-mails": hourMs,
  "mails-to-address": dayMs,
  "site-confirmation-mails": hourMs,
} as const;
/** spec/notifications.md rule 16 */
export const fixedLimits = {
  "inbox-reads": inboxLimits.readsPerMinute,
  "push-registrations": 10,
  "test-pushes": 5,
  "confirmation-mails": 3,
  "mails-to-address": 3,
  "site-confirmation-mails": 200,
} as const;
export type QuotaKind = keyof typeof windows;
