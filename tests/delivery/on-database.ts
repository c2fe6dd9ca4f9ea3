import type pg from "pg";
import { createDelivery, type Delivery } from "#services/delivery/delivery";
import type { Inboxes } from "#services/delivery/inboxes";
import type { Teams } from "#services/delivery/teams";
import { type KeyRing, postgresKeyRing } from "#services/platform/privacy/member-keys";
import { secrets } from "#services/platform/privacy/secrets";

export const vapidKeys = {
  publicKey: "BBjHBcGcGuyVFQXz2w5FlclZ8TNC3QbgnlVYghGonbQGI7ca4Y-zScW8c3DUz44zkw_hbL1XgkeOQLndC71Jbaw",
  privateKey: "cYZ_ILPmXOd20YzmIv56SLBhRILmbIiBWKX60tV2LqE",
};

export const keysOn = (pool: pg.Pool): KeyRing => postgresKeyRing(pool, [Buffer.alloc(32, 3)]);

interface Parts {
  /** Origin of the push service. */
  readonly origin: string;
  readonly inboxes: Inboxes;
  readonly teams?: Teams;
  /** Origin of the stand-in of Discord. */
  readonly discord?: string;
  readonly now: () => Date;
  readonly warn?: (...said: unknown[]) => void;
  /** The relay; without one, mails are kept in the process. */
  readonly mail?: { readonly url: string; readonly isSignedByRelay: boolean };
  readonly onDigest?: (result: string) => void;
  readonly observe?: (delivery: { channel: string; result: string }) => void;
  readonly hasPush?: boolean;
  /** Shorter intervals than in the product. */
  readonly pollMs?: number;
}

/** No team has linked a webhook. */
const noTeams: Teams = {
  of: async () => ({ name: "", hasAnnouncement: false, dayEndsAt: "00:00", webhook: undefined }),
  problem: async () => undefined,
  written: async () => ({ members: 0, articles: 0 }),
  linked: async () => [],
  holdAllBefore: async () => true,
  stop: async () => {},
};

/** Delivery of one process; all processes of a test share the VAPID keys. */
export const deliveryOn = (
  pool: pg.Pool,
  { origin, inboxes, teams, discord, now, warn, observe, mail, onDigest, hasPush = true, pollMs = 10 }: Parts,
): Delivery =>
  createDelivery({
    config: {
      push: {
        keys: vapidKeys,
        subject: hasPush ? "mailto:test@algomoim.example" : undefined,
        hosts: [origin],
      },
      discord: { origin: discord },
      mail: {
        smtp: mail && { url: mail.url, from: "알고모임 <mail@algomoim.example>" },
        isSignedByRelay: mail?.isSignedByRelay ?? false,
      },
      dataDir: "",
      isProduction: false,
    },
    origin: "https://algomoim.example",
    pool,
    keys: keysOn(pool),
    secrets: secrets("a".repeat(40)),
    inboxes,
    teams: teams ?? noTeams,
    now,
    pollMs,
    log: { warn: warn ?? (() => {}) } as never,
    observe: observe ?? (() => {}),
    onDigest: onDigest ?? (() => {}),
  });
