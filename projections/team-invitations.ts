import { sql } from "kysely";
import { validate as isUuid } from "uuid";
import { seoulIsoWithOffset } from "#contracts/dates";
import { defaultTeamPicture } from "#contracts/images/api";
import type { Invitation, Invited } from "#contracts/invitation/api";
import { type InvitationState, invitationState } from "#contracts/invitation/state";
import { serverLimits } from "#contracts/limits";
import type { Topic } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { formerMember } from "./people.ts";
import { position } from "./position.ts";
import { increment, keyedBy, patch, projection, type RowsOf, removeWhere, upsert } from "./projection.ts";

/** The invitations of teams. A token is stored only encrypted and as its digest. */
export const teamInvitations = projection({
  name: "team-invitations",
  version: 2,
  table: {
    columns: {
      id: "uuid",
      team_id: "bigint",
      token_digest: "text",
      token: "text",
      created_by: "uuid",
      expires_at: "timestamptz",
      max_uses: "integer",
      uses: "integer",
      last_used_at: "timestamptz null",
      revoked_at: "timestamptz null",
      /** Position of the event that created it. */
      position: "text",
    },
    key: ["id"],
    indexes: ["(token_digest)", "(team_id, position DESC)"],
  },
  handlers: {
    InvitationCreated: (made, meta) => [
      upsert({
        id: made.invitationId,
        team_id: made.teamId,
        token_digest: made.tokenDigest,
        token: made.token,
        created_by: made.createdBy,
        expires_at: made.expiresAt,
        max_uses: made.maxUses,
        uses: 0,
        last_used_at: null,
        revoked_at: null,
        position: position(meta),
      }),
    ],
    InvitationRevoked: ({ invitationId }, meta) => [
      patch({ id: invitationId }, { revoked_at: meta.occurredAt }),
    ],
    MemberJoined: ({ invitationId }, meta) =>
      invitationId === null
        ? []
        : [
            increment({ id: invitationId }, { uses: 1 }),
            patch({ id: invitationId }, { last_used_at: meta.occurredAt }),
          ],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
  },
  // Whether an invitation is valid depends on its creator's role.
  touches: keyedBy("teamId", [
    "InvitationCreated",
    "InvitationRevoked",
    "MemberJoined",
    "TeamDeleted",
    "CoManagerAdded",
    "ManagerDelegated",
    "ManagerDemoted",
    "ManagerSucceeded",
    "MemberLeft",
    "MemberKicked",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    team_invitations: RowsOf<typeof teamInvitations>;
  }
}

const invitations = (db: ReadModelsDatabase) =>
  db
    .selectFrom("team_invitations")
    .leftJoin("member_card", "member_card.uuid", "team_invitations.created_by")
    .leftJoin("team_members as maker", (join) =>
      join
        .onRef("maker.team_id", "=", "team_invitations.team_id")
        .onRef("maker.member_id", "=", "team_invitations.created_by"),
    )
    .selectAll("team_invitations")
    .select(["member_card.name as maker_name", "maker.role as maker_role"]);

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>["execute"]>>[number];

const stateOf = (row: InvitationRow, now: Date): InvitationState =>
  invitationState(
    {
      isRevoked: row.revoked_at !== null,
      isMakerManager: row.maker_role === "MANAGER",
      expiresAt: row.expires_at,
      uses: row.uses,
      maxUses: row.max_uses,
    },
    now,
  );

const dayMs = 24 * 3600_000;

/**
 * spec/daily-use.md §5 call 4. The caller must have checked that the reader is a manager. Those whose creator is no
 * longer a manager are shown until 30 days after they would have expired, because no row tells since when.
 * @param linkOf builds the link from the sealed token
 */
export async function readInvitations(
  db: ReadModelsDatabase,
  params: { readonly teamId: number; readonly now: Date; readonly linkOf: (sealed: string) => string },
): Promise<Invitation[]> {
  const rows = await latest(db, params).limit(serverLimits.invitationsListed).execute();
  return rows.map((row) => {
    const state = stateOf(row, params.now);
    return { ...shown(row, state), link: state === "usable" ? params.linkOf(row.token) : null };
  });
}

/** Every invitation of a team for operators, oldest first, without its link. */
interface AuditedInvitation extends Omit<Invitation, "link"> {
  readonly revokedAt: string | null;
}

export async function readWholeInvitations(
  db: ReadModelsDatabase,
  teamId: number,
  now: Date,
): Promise<AuditedInvitation[]> {
  const rows = await invitations(db)
    .where("team_invitations.team_id", "=", teamId)
    .orderBy("team_invitations.position")
    .execute();
  return rows.map((row) => ({
    ...shown(row, stateOf(row, now)),
    revokedAt: row.revoked_at && seoulIsoWithOffset(new Date(row.revoked_at)),
  }));
}

const shown = (row: InvitationRow, state: InvitationState) => ({
  invitationId: row.id,
  createdBy: { uuid: row.created_by, memberName: row.maker_name ?? formerMember },
  expiresAt: seoulIsoWithOffset(new Date(row.expires_at)),
  maxUses: row.max_uses,
  uses: row.uses,
  state,
});

function latest(db: ReadModelsDatabase, { teamId, now }: { teamId: number; now: Date }) {
  const at = now.toISOString();
  const shownFrom = new Date(now.getTime() - serverLimits.endedInvitationDays * dayMs).toISOString();
  const endsAt = sql<string>`coalesce(revoked_at, case when uses >= max_uses then last_used_at end, expires_at)`;
  const isUsable = sql<boolean>`revoked_at is null and maker.role is not distinct from 'MANAGER'
    and expires_at > ${at}::timestamptz and uses < max_uses`;
  return invitations(db)
    .where("team_invitations.team_id", "=", teamId)
    .where(sql<boolean>`${endsAt} > ${shownFrom}::timestamptz`)
    .orderBy(isUsable, "desc")
    .orderBy("team_invitations.position", "desc");
}

/** spec/daily-use.md §5 call 6, and whether the invitation is still valid; undefined for an unknown one. */
export async function readInvited(
  db: ReadModelsDatabase,
  params: { readonly digest: string; readonly memberId: string | null; readonly now: Date },
): Promise<{ readonly state: InvitationState; readonly invited: Invited } | undefined> {
  const row = await invitations(db)
    .innerJoin("team_page", "team_page.team_id", "team_invitations.team_id")
    .select(["team_page.name", "team_page.explain", "team_page.image_url", "topic", "member_limit"])
    .select((eb) => [
      eb
        .selectFrom("team_members")
        .whereRef("team_members.team_id", "=", "team_page.team_id")
        .select((count) => count.fn.countAll<number>().as("members"))
        .as("members"),
      eb
        .exists(
          eb
            .selectFrom("team_members")
            .whereRef("team_members.team_id", "=", "team_page.team_id")
            .where("team_members.member_id", "=", params.memberId),
        )
        .as("is_member"),
    ])
    .where("token_digest", "=", params.digest)
    .executeTakeFirst();
  if (!row) return undefined;
  const memberCount = row.members ?? 0;
  const invited: Invited = {
    teamId: row.team_id,
    teamName: row.name,
    teamExplain: row.explain,
    imageUrl: row.image_url ?? defaultTeamPicture,
    topic: row.topic as Topic,
    memberCount,
    memberLimit: row.member_limit,
    invitedBy: row.maker_name ?? formerMember,
    expiresAt: seoulIsoWithOffset(new Date(row.expires_at)),
    isMember: Boolean(row.is_member),
    isFull: memberCount >= row.member_limit,
  };
  return { state: stateOf(row, params.now), invited };
}

/** The invitation that a token belongs to. */
export async function readInvitationOf(
  db: ReadModelsDatabase,
  digest: string,
): Promise<{ readonly teamId: number; readonly invitationId: string } | undefined> {
  const row = await db
    .selectFrom("team_invitations")
    .select(["team_id", "id"])
    .where("token_digest", "=", digest)
    .executeTakeFirst();
  return row && { teamId: row.team_id, invitationId: row.id };
}

export async function hasInvitation(
  db: ReadModelsDatabase,
  { teamId, invitationId }: { readonly teamId: number; readonly invitationId: string },
): Promise<boolean> {
  if (!isUuid(invitationId)) return false;
  const row = await db
    .selectFrom("team_invitations")
    .select("id")
    .where("id", "=", invitationId)
    .where("team_id", "=", teamId)
    .executeTakeFirst();
  return row !== undefined;
}
