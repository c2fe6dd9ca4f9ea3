import type { SelectQueryBuilder } from "kysely";
import { v5 as uuidv5 } from "uuid";
import { seoulIsoWithOffset } from "#contracts/dates";
import { type Page, page } from "#contracts/endpoint";
import type { Role, RoleAction, RoleHistoryEntry } from "#contracts/membership/api";
import type { ReadModels, ReadModelsDatabase } from "./database.ts";
import { membershipTypes } from "./membership.ts";
import { formerMember } from "./people.ts";
import { position } from "./position.ts";
import type { EventMeta, RowOf } from "./projection.ts";
import { keyedBy, patchWhere, projection, type RowsOf, removeWhere, upsert } from "./projection.ts";

const columns = {
  entry_id: "uuid",
  team_id: "bigint",
  position: "text",
  occurred_at: "timestamptz",
  action: "text",
  /** Null for the system. */
  actor_id: "uuid null",
  target_id: "uuid",
  before: "text null",
  after: "text null",
  /** Belongs to the target. */
  reason: "text null",
  /** The creator of the invitation by which a member JOINED. */
  invited_by: "uuid null",
} as const;

type HistoryRow = [
  action: RoleAction,
  actor: string | null,
  target: string,
  before: Role | null,
  after: Role | null,
  reason?: string | null,
  invitedBy?: string | null,
];

const entered = (meta: EventMeta, team_id: number, ...entries: HistoryRow[]) =>
  entries.map(([action, actor_id, target_id, before, after, reason = null, invited_by = null], index) =>
    upsert<RowOf<typeof columns>>({
      entry_id: uuidv5(String(index), meta.eventId),
      team_id,
      position: position(meta, index),
      occurred_at: meta.occurredAt,
      action,
      actor_id,
      target_id,
      before,
      after,
      reason,
      invited_by,
    }),
  );

/** Joins, leavings and role changes of a team with their actors and reasons (spec/wire-contract.md §4.15). */
export const roleHistory = projection({
  name: "role-history",
  version: 4,
  table: { columns, key: ["entry_id"], indexes: ["(team_id, position DESC)", "(target_id)"] },
  handlers: {
    TeamCreated: ({ teamId, creatorId }, meta) =>
      entered(meta, teamId, ["CREATED", creatorId, creatorId, null, "MANAGER"]),
    MemberJoined: ({ teamId, memberId, invitedBy }, meta) =>
      entered(meta, teamId, ["JOINED", memberId, memberId, null, "MEMBER", null, invitedBy]),
    ApplicantsAdmitted: ({ teamId, memberIds, admittedBy }, meta) =>
      entered(
        meta,
        teamId,
        ...memberIds.map((id): HistoryRow => ["INVITED", admittedBy, id, null, "MEMBER"]),
      ),
    MemberLeft: ({ teamId, memberId, role, withdrawn }, meta) =>
      entered(meta, teamId, [withdrawn ? "WITHDRAWN" : "LEFT", memberId, memberId, role, null]),
    MemberKicked: ({ teamId, memberId, role, kickedBy, reason }, meta) =>
      entered(meta, teamId, ["KICKED", kickedBy, memberId, role, null, reason]),
    CoManagerAdded: ({ teamId, memberId, addedBy, reason }, meta) =>
      entered(meta, teamId, ["CO_MANAGER_ADDED", addedBy, memberId, "MEMBER", "MANAGER", reason]),
    ManagerDelegated: ({ teamId, fromId, toId, reason }, meta) =>
      entered(meta, teamId, ["MANAGER_DELEGATED", fromId, toId, "MEMBER", "MANAGER", reason]),
    ManagerDemoted: ({ teamId, memberId, demotedBy, reason }, meta) =>
      entered(meta, teamId, ["DEMOTED", demotedBy, memberId, "MANAGER", "MEMBER", reason]),
    ManagerSucceeded: ({ teamId, memberId }, meta) =>
      entered(meta, teamId, ["SUCCEEDED", null, memberId, "MEMBER", "MANAGER"]),
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [patchWhere({ target_id: memberId }, { reason: null })],
  },
  touches: keyedBy("teamId", membershipTypes),
});

declare module "./database.ts" {
  interface ReadModels {
    role_history: RowsOf<typeof roleHistory>;
  }
}

interface Params {
  readonly teamId: number;
  /** Returns only entries with this member as actor or target. */
  readonly member?: string | undefined;
}

/** spec/wire-contract.md §4.15: newest first. The caller must have checked that the reader is a manager. */
export async function readRoleHistory(
  db: ReadModelsDatabase,
  params: Params & { readonly page: number; readonly size: number },
): Promise<Page<RoleHistoryEntry>> {
  const found = entriesOf(db, params);
  const shown = found
    .selectAll()
    .orderBy("position", "desc")
    .limit(params.size)
    .offset(params.page * params.size);
  const [rows, { total }] = await Promise.all([
    named(db.selectFrom(shown.as("entry")))
      .orderBy("entry.position", "desc")
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return page(rows.map(entryView), params, total);
}

/** Every entry of a team, oldest first, for audits. */
export async function readWholeRoleHistory(
  db: ReadModelsDatabase,
  teamId: number,
): Promise<RoleHistoryEntry[]> {
  const entries = db.selectFrom(entriesOf(db, { teamId }).selectAll().as("entry"));
  const rows = await named(entries).orderBy("entry.position").execute();
  return rows.map(entryView);
}

function entriesOf(db: ReadModelsDatabase, { teamId, member }: Params) {
  const entries = db.selectFrom("role_history").where("role_history.team_id", "=", teamId);
  return member === undefined
    ? entries
    : entries.where((eb) => eb.or([eb("target_id", "=", member), eb("actor_id", "=", member)]));
}

type Entries = SelectQueryBuilder<ReadModels & { entry: RowsOf<typeof roleHistory> }, "entry", object>;

const named = (entries: Entries) =>
  entries
    .leftJoin("member_card as actor", "actor.uuid", "entry.actor_id")
    .leftJoin("member_card as target", "target.uuid", "entry.target_id")
    .leftJoin("member_card as inviter", "inviter.uuid", "entry.invited_by")
    .selectAll("entry")
    .select(["actor.name as actor_name", "target.name as target_name", "inviter.name as inviter_name"]);

type EntryRow = Awaited<ReturnType<ReturnType<typeof named>["execute"]>>[number];

const entryView = (row: EntryRow): RoleHistoryEntry => ({
  entryId: row.entry_id,
  occurredAt: seoulIsoWithOffset(new Date(row.occurred_at)),
  action: row.action as RoleAction,
  actor: row.actor_id === null ? null : person(row.actor_id, row.actor_name),
  target: person(row.target_id, row.target_name),
  before: row.before as Role | null,
  after: row.after as Role | null,
  reason: row.reason,
  invitedBy: row.invited_by === null ? null : person(row.invited_by, row.inviter_name),
  position: row.position,
});

const person = (uuid: string, name: string | null) => ({ uuid, memberName: name ?? formerMember });
