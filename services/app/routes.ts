import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { type ArticleText, isVeiled, readArticle } from "#projections/article-view";
import { readComment } from "#projections/discussion-page";
import { readMembersWhoChose } from "#projections/inbox-settings";
import { readOwnProfile } from "#projections/member-card";
import { readRecruitmentOfApplication } from "#projections/my-applications";
import { readRecruitment } from "#projections/recruitment-detail";
import { readTeamAdmin } from "#projections/team-admin";
import { readSubject, readTeamAndDate } from "#projections/team-calendar";
import { hasInvitation, readInvitationOf } from "#projections/team-invitations";
import { articleRoutes } from "../article/routes.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { discordRoutes } from "../discord/routes.ts";
import { storePeek } from "../discussion/peeks.ts";
import { discussionRoutes } from "../discussion/routes.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { draftRoutes } from "../drafts/routes.ts";
import type { Checkpoint } from "../event-store/event-store.ts";
import type { Identity } from "../identity/identity.ts";
import { identityRoutes } from "../identity/routes.ts";
import type { PictureStore } from "../images/picture-store.ts";
import { forgetOwner, recordUses } from "../images/picture-uses.ts";
import type { Picture } from "../images/read-picture.ts";
import { switchDigestOff } from "../inbox/digest.ts";
import { limitingNotifications } from "../inbox/notification-quota.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { memberRoutes } from "../member/routes.ts";
import { postgresIds } from "../platform/database/ids.ts";
import type { Route } from "../platform/http/route.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PictureUse } from "../platform/platform.ts";
import { decryptsTexts } from "../platform/privacy/decrypted-texts.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Quotas } from "../platform/quotas.ts";
import type { Reactors } from "../platform/reactors/reactors.ts";
import { problemQueueRoutes } from "../problem-queue/routes.ts";
import { abandonRecruitment, reserveTeam } from "../recruitment/reservations.ts";
import { recruitmentRoutes } from "../recruitment/routes.ts";
import { rhythmRoutes } from "../rhythm/routes.ts";
import { subjectRoutes } from "../subject/routes.ts";
import { createEntryPasswords } from "../team/entry-passwords.ts";
import { rosterOf } from "../team/facts.ts";
import { abandonTeam, reserveRecruitment } from "../team/reservations.ts";
import { teamRoutes } from "../team/routes.ts";
import { inboxEndpoints } from "./inbox.ts";
import { queryRoutes } from "./queries.ts";
import type { Storage } from "./storage.ts";

/** Together with the following wait for read models below the client's timeout. */
const consequencesMs = 2500;

interface Served {
  readonly storage: Storage;
  readonly progress: ReadModelProgress;
  readonly identity: Identity;
  readonly reactors: Reactors;
  readonly drafts: Drafts;
  readonly delivery: Delivery;
  readonly quotas: Quotas;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly pictures: PictureStore;
  /** Public origin. */
  readonly origin: string;
}

/** Every endpoint with its handler. */
export function allRoutes(served: Served): Route[] {
  const { storage, progress, identity, reactors, drafts, delivery, pictures, quotas, metrics, now } = served;
  const { pool, kysely: db } = storage.database;
  const entryPasswords = createEntryPasswords(pool, storage.secrets);
  const store = limitingNotifications(storage.store, {
    choosing: (kind, memberIds) => readMembersWhoChose(db, kind, memberIds),
    demand: (memberId) => quotas.demand("notifications", memberId, 1),
    count: (memberId, notifications) => quotas.count("notifications", memberId, notifications),
  });
  const linkOf = (token: string) => `${served.origin}/invite/${token}`;
  const decryptTexts = decryptsTexts<ArticleText>(storage.keys);
  const discussions = {
    db,
    decryptComments: decryptsTexts<{ text: string }>(storage.keys),
    decryptQuotes: decryptsTexts<{ quote: string[] | null }>(storage.keys),
    decryptReasons: decryptsTexts<{ reason: string | null }>(storage.keys),
  };
  const consequencesOf = async (of: Checkpoint) => (await reactors.waitFor(of, consequencesMs)).checkpoint;
  const platform = {
    store,
    ids: postgresIds(pool),
    progress,
    storePictures: async (
      picture: { url: string } | undefined,
      shown: readonly string[],
      use: PictureUse,
    ) => {
      if (picture) await pictures.put(picture as Picture, use);
      const others = shown.filter((digest) => !picture?.url.includes(digest));
      await recordUses(pool, others, use);
      for (const owner of new Set([...use.endsWith, use.by])) await forgetEndedOwner(storage, owner);
    },
  };
  return [
    ...identityRoutes(identity),
    ...memberRoutes({ ...platform, clearedCookies: identity.clearedCookies, consequencesOf }),
    ...teamRoutes({
      ...platform,
      reserveTeam: reserveTeam(store, abandonTeam(store)),
      async awaitConsequences(handled) {
        await progress.waitFor(await consequencesOf(handled.checkpoint), limits.readYourWritesMs);
        return handled;
      },
      entryPasswords,
      seal: storage.secrets.seal,
      linkOf,
      invitationOf: (digest) => readInvitationOf(db, digest),
      wasCreated: (of) => hasInvitation(db, of),
      nameOf: (memberId) => nameOf(storage, memberId),
      countRoleChange: (teamId, targetId) => quotas.spendExactly([["role-changes", `${teamId}/${targetId}`]]),
      invitationMetrics: metrics.invitations,
      forgetPictures: (owner) => forgetOwner(pool, owner),
      presentTeam: (teamId) => readTeamAdmin(db, teamId, storage.secrets.open),
    }),
    ...articleRoutes({
      ...platform,
      presentArticle: (articleId, memberId) =>
        readArticle({ db, decryptTexts, now }, { articleId, memberId }),
    }),
    ...discussionRoutes({
      ...platform,
      isVeiled: ({ articleId }, memberId) => isVeiled({ db, now }, articleId, memberId),
      presentArticle: (articleId, memberId) =>
        readArticle({ db, decryptTexts, now }, { articleId, memberId }),
      presentComment: (commentId, memberId) => readComment(discussions, { commentId, memberId }),
      storePeek: (memberId, teamId, date) => storePeek(pool, { memberId, teamId, date }),
      countComment: (memberId) => quotas.spendExactly([["comments", memberId]]),
      countAcknowledgement: (memberId) => quotas.spendExactly([["acknowledgements", memberId]]),
    }),
    ...rhythmRoutes({
      store,
      countRestChange: (memberId) => quotas.spendExactly([["rest-changes", memberId]]),
    }),
    ...discordRoutes({
      store,
      seal: storage.secrets.seal,
      open: storage.secrets.open,
      spendExactly: quotas.spendExactly,
      sendTest: delivery.testDiscord,
    }),
    ...subjectRoutes({
      ...platform,
      teamAndDateOf: (articleId) => readTeamAndDate(db, articleId),
      presentSubject: (teamId, date) => readSubject(db, { teamId, date }),
    }),
    ...problemQueueRoutes({
      store,
      countProposals: (memberId) => quotas.spendExactly([["queued-problems", memberId]]),
    }),
    ...recruitmentRoutes({
      ...platform,
      reserveRecruitment: reserveRecruitment(store, abandonRecruitment(store)),
      presentRecruitment: (recruitmentId, memberId) => readRecruitment(db, { recruitmentId, memberId }),
      recruitmentOfApplication: (applicationId) => readRecruitmentOfApplication(db, applicationId),
    }),
    ...draftRoutes(drafts),
    ...delivery.routes({
      spendExactly: quotas.spendExactly,
      async switchDigestOff(memberId) {
        const checkpoint = await switchDigestOff(store, memberId, now());
        // Not sent as `X-Checkpoint`: it would tell a known token from an unknown one.
        if (checkpoint) await progress.waitFor(checkpoint, limits.readYourWritesMs);
      },
    }),
    ...inboxEndpoints({ ...platform, db, now, quotas, delivery }),
    ...queryRoutes({
      db,
      open: storage.secrets.open,
      decryptTexts,
      discussions,
      openReasons: decryptsTexts<{ reason: string | null }>(storage.keys),
      linkOf,
      now,
      fed: metrics.searchFed,
    }),
  ];
}

/** For a member with a complete profile: if it is missing, the read models have not reached it yet. */
async function nameOf({ database }: Storage, memberId: string): Promise<string> {
  const profile = await readOwnProfile(database.kysely, memberId);
  if (!profile) throw new Refused("overload", { retryAfter: 1 });
  return profile.memberName;
}

/** A picture stored during the withdrawal of its owner, or the deletion of its team, must not outlast it. */
async function forgetEndedOwner({ store, database }: Storage, owner: string): Promise<void> {
  const [kind, id = ""] = owner.split(":");
  if (kind === "member") {
    if ((await memberPhaseOf(store, id)) !== "withdrawn") return;
    await forgetOwner(database.pool, owner);
    throw new Refused("bad-token");
  }
  if ((await rosterOf(store, Number(id))).phase === "deleted") await forgetOwner(database.pool, owner);
}
