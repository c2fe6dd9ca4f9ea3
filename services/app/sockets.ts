import { readOwnProfile } from "#projections/member-card";
import { channelsThatShow, touchedChannels } from "#projections/touched";
import { isArticleDeleted } from "../article/facts.ts";
import { Documents } from "../documents/documents.ts";
import { listeningOn } from "../event-store/listening.ts";
import type { Identity } from "../identity/identity.ts";
import type { KnownMembers } from "../identity/known-members.ts";
import { recordUses } from "../images/picture-uses.ts";
import { createLive, type Live } from "../platform/live/live.ts";
import type { Quotas } from "../platform/quotas.ts";
import { rosterOf } from "../team/facts.ts";
import type { ProcessContext } from "./process-context.ts";
import { revocationsOf } from "./revocations.ts";
import { mayWatch, teamOf } from "./watch-rights.ts";

/** Notifies browsers of changes in what they show. */
export function liveFor(parts: ProcessContext, identity: Identity, members: KnownMembers): Live {
  const { config, options, metrics, storage, progress, url } = parts;
  const db = storage.database.kysely;
  return createLive({
    store: storage.store,
    progress,
    touched: touchedChannels,
    lookUp: (event) => channelsThatShow(db, event),
    revocations: revocationsOf,
    revoked(revocation) {
      if (!("deleted" in revocation) && !("view" in revocation)) members.forget(revocation.member);
    },
    authenticate: (token) => memberBehind(identity, token),
    whenLoginEnds: whenLoginEnds(identity),
    mayWatch: (member, view, key) => mayWatch(db, member, view, key),
    async personOf(uuid) {
      const profile = await readOwnProfile(db, uuid);
      return profile && { uuid, name: profile.memberName, imageUrl: profile.imageUrl };
    },
    listening: listeningOn(storage.database.pool),
    async isDeleted(view, key) {
      if (view === "discussion") return isArticleDeleted(storage.store, Number(key));
      const teamId = teamOf(view, key);
      return teamId !== undefined && (await rosterOf(storage.store, teamId)).phase === "deleted";
    },
    allowedOrigin: url.origin,
    log: options.log,
    metrics: metrics.live,
    limits: {
      // More than a page watches, less than the sum of all sockets' limits.
      subscriptions: config.sockets.inAll * 20,
      subscriptionsPerAddress: config.sockets.perAddress * 40,
      ...options.liveLimits,
    },
  });
}

/** Problems that several managers edit together. */
export function documentsFor(
  { options, now, metrics, storage, url }: ProcessContext,
  identity: Identity,
  { spend }: Quotas,
): Documents {
  const { database, store } = storage;
  return new Documents({
    pool: database.pool,
    store,
    authenticate: (token) => memberBehind(identity, token),
    whenLoginEnds: whenLoginEnds(identity),
    spend: (member, bytes) => spend("bytes", member, bytes),
    nameOf: async (uuid) => (await readOwnProfile(database.kysely, uuid))?.memberName ?? "",
    allowedOrigin: url.origin,
    now,
    recordUses: (digests, use) => recordUses(database.pool, digests, use),
    metrics: { updated: metrics.documentUpdated, saved: metrics.documentSaved },
    log: options.log,
  });
}

async function memberBehind(identity: Identity, token: string) {
  const caller = await identity.authenticate(`Bearer ${token}`);
  return caller as Extract<typeof caller, { kind: "member" }>;
}

/** A logout closes the websockets of all tabs of that browser, in every process. */
const whenLoginEnds =
  (identity: Identity) =>
  ({ login }: { login?: string | undefined }, onEnd: () => void) =>
    login === undefined ? () => {} : identity.whenLoginEnds(login, onEnd);
