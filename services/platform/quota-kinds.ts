import { inboxLimits, limits } from "#contracts/limits";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

interface ExactQuota {
  readonly windowMs: number;
  readonly limit: number;
}

/**
 * Small limits (spec/notifications.md rules 7 and 16). They are exact: every call counts in the table at once, for all
 * processes.
 */
export const exactQuotas = {
  "push-registrations": { windowMs: hourMs, limit: 10 },
  "test-pushes": { windowMs: 10 * minuteMs, limit: 5 },
  /** Key: team. */
  "discord-tests": { windowMs: 10 * minuteMs, limit: 5 },
  /** Discord blocks the server's address after thousands of messages to webhooks that do not exist. */
  "discord-links": { windowMs: hourMs, limit: 20 },
  "confirmation-mails": { windowMs: hourMs, limit: 3 },
  "mails-to-address": { windowMs: dayMs, limit: 3 },
  "site-confirmation-mails": { windowMs: hourMs, limit: 200 },
  /** Key: team and target. */
  "role-changes": { windowMs: hourMs, limit: 10 },
  /** Calls that add to a team's problem queue. */
  "queued-problems": { windowMs: hourMs, limit: 30 },
  /** Changes of own rests, each of which is told to the team's browsers; up to 30 can be taken at once, in three months. */
  "rest-changes": { windowMs: minuteMs, limit: 60 },
  comments: { windowMs: minuteMs, limit: limits.commentsPerMinute },
  acknowledgements: { windowMs: minuteMs, limit: limits.acknowledgementsPerMinute },
} as const satisfies Record<string, ExactQuota>;
export type ExactQuotaKind = keyof typeof exactQuotas;

/** Windows of the quotas that are counted in memory. Their limits are settings, or fixed below. */
export const windows = {
  writes: minuteMs,
  bytes: dayMs,
  "draft-bytes": dayMs,
  "inbox-reads": minuteMs,
  /** Notifications that a member's commands cause for others, whether or not they are raised. */
  notifications: 10 * minuteMs,
} as const;
export const fixedLimits = {
  "inbox-reads": inboxLimits.readsPerMinute,
} as const;
export type QuotaKind = keyof typeof windows;

export const longestWindowMs = Math.max(
  ...Object.values(windows),
  ...Object.values(exactQuotas).map(({ windowMs }) => windowMs),
);
