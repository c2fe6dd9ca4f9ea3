import { allKey, type View } from "#contracts/live";
import type { RecordedEvent } from "#services/event-store/event-store";
import type { ReadModelsDatabase } from "./database.ts";
import { readRecruitmentIdsAppliedTo } from "./my-applications.ts";
import { domainEvent } from "./projector/domain-event.ts";
import { readModels } from "./read-models.ts";
import { readRecruitmentIdsBy } from "./recruitment-detail.ts";

/** The live channels whose rows an event touches, according to each read model. Pure. */
export function touchedChannels(recorded: RecordedEvent): { view: View; key: string }[] {
  const event = domainEvent(recorded);
  if (!event) return [];
  // A read model without channels has no keys.
  return readModels.flatMap(({ name, view = name as View, touches }) =>
    touches(event).map((key) => ({ view, key })),
  );
}

const shownWithTeam = [
  "team-page",
  "team-members",
  "role-history",
  "team-invitations",
  "team-articles",
  "team-writers",
  "team-calendar",
  "rhythm",
  "problem-queue",
] as const;

type ChannelQuery = () => Promise<{ view: View; key: string }[]>;

const asShown: ReadonlySet<string> = new Set(["ProfileCompleted", "ProfileChanged", "MemberWithdrawn"]);
const asJoinable: ReadonlySet<string> = new Set([
  "MemberJoined",
  "TeamInfoChanged",
  "CoManagerAdded",
  "ManagerDelegated",
  "ManagerDemoted",
  "ManagerSucceeded",
  "MemberLeft",
  "MemberKicked",
]);

/**
 * The live channels that an event touches according to the rows of the read models: those that show a changed name or
 * picture, and the recruitment of a team whose managers or free seats change. Undefined for all other events.
 */
export function channelsThatShow(db: ReadModelsDatabase, event: RecordedEvent): ChannelQuery | undefined {
  const { type, data } = event;
  if (asShown.has(type)) return () => channelsOfMember(db, String(data["memberId"]));
  if (type === "TeamDeleted" || type === "RecruitmentDeleted") return () => inboxesWithout(db, event);
  if (asJoinable.has(type)) return () => recruitmentOfTeam(db, Number(data["teamId"]));
  return undefined;
}

async function channelsOfMember(db: ReadModelsDatabase, memberId: string) {
  const [teams, written, appliedTo, discussed] = await Promise.all([
    db
      .selectFrom("my_teams")
      .select("team_id")
      .where("member_id", "=", memberId)
      .union(db.selectFrom("my_articles").select("team_id").where("member_id", "=", memberId))
      .union(db.selectFrom("role_history").select("team_id").where("target_id", "=", memberId))
      .union(db.selectFrom("problem_queue").select("team_id").where("proposed_by", "=", memberId))
      .execute(),
    readRecruitmentIdsBy(db, memberId),
    readRecruitmentIdsAppliedTo(db, memberId),
    db
      .selectFrom("discussion")
      .select("article_id")
      .where("author_id", "=", memberId)
      .union(db.selectFrom("article_marks").select("article_id").where("member_id", "=", memberId))
      .execute(),
  ]);
  const ofTeams = teams.flatMap(({ team_id }) =>
    shownWithTeam.map((view) => ({ view, key: String(team_id) })),
  );
  const shown: { view: View; key: string }[] = [
    ...ofTeams,
    ...[...written, ...appliedTo].map((id) => ({ view: "recruitment-detail" as const, key: String(id) })),
    ...discussed.map(({ article_id }) => ({ view: "discussion" as const, key: String(article_id) })),
  ];
  if (teams.length > 0)
    shown.push({ view: "my-teams", key: memberId }, { view: "team-directory", key: allKey });
  if (written.length > 0) shown.push({ view: "recruitment-board", key: allKey });
  return shown;
}

async function recruitmentOfTeam(db: ReadModelsDatabase, teamId: number) {
  const rows = await db
    .selectFrom("recruitment_detail")
    .select("recruitment_id")
    .where("team_id", "=", teamId)
    .execute();
  return rows.map(({ recruitment_id }) => ({
    view: "recruitment-detail" as const,
    key: String(recruitment_id),
  }));
}

/**
 * Members who may have lost notifications with a deleted team or recruitment, as far as that is still known: the member
 * who deleted it and the managers of the recruitment's team. Other members of a deleted team get a notification about
 * it.
 */
async function inboxesWithout(db: ReadModelsDatabase, { data, meta }: RecordedEvent) {
  const managers = await db
    .selectFrom("my_teams")
    .select("member_id")
    .where("team_id", "=", Number(data["teamId"] ?? 0))
    .where("role", "=", "MANAGER")
    .execute();
  const members = new Set([meta.actor, ...managers.map(({ member_id }) => member_id)]);
  members.delete("system");
  return [...members].map((key) => ({ view: "inbox" as const, key }));
}
