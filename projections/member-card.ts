import { defaultMemberPicture, defaultTeamPicture } from "#contracts/images/api";
import type { MemberInfo, Profile } from "#contracts/member/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, projection, type RowsOf, upsert } from "./projection.ts";

/** What other members see of a member. Texts are null before the profile is complete and after a withdrawal. */
export const memberCard = projection({
  name: "member-card",
  version: 1,
  table: {
    columns: {
      uuid: "uuid",
      name: "text null",
      explain: "text null",
      image_url: "text null",
      /** `signed-up`, `complete` or `withdrawn`. */
      state: "text",
    },
    key: ["uuid"],
    indexes: [],
  },
  handlers: {
    MemberSignedUp: ({ memberId }) => [
      upsert({ uuid: memberId, name: null, explain: null, image_url: null, state: "signed-up" }),
    ],
    ProfileCompleted: ({ memberId, name, explain, imageUrl }) => [
      patch({ uuid: memberId }, { name, explain, image_url: imageUrl, state: "complete" }),
    ],
    ProfileChanged: ({ memberId, name, explain, imageUrl }) => [
      patch({ uuid: memberId }, { name, explain, image_url: imageUrl, state: "complete" }),
    ],
    MemberWithdrawn: ({ memberId }) => [
      patch({ uuid: memberId }, { name: null, explain: null, image_url: null, state: "withdrawn" }),
    ],
  },
  touches: keyedBy("memberId", ["MemberSignedUp", "ProfileCompleted", "ProfileChanged", "MemberWithdrawn"]),
});

declare module "./database.ts" {
  interface ReadModels {
    member_card: RowsOf<typeof memberCard>;
  }
}

type MemberState = "absent" | "signed-up" | "complete" | "withdrawn";

/** Whether a member exists, has a profile, or has withdrawn. */
export async function readMemberState(db: ReadModelsDatabase, memberId: string): Promise<MemberState> {
  const [row] = await stateOf(db, { memberId });
  return (row?.state as MemberState | undefined) ?? "absent";
}

/** Whether anybody has ever signed up. */
export async function hasMembers(db: ReadModelsDatabase): Promise<boolean> {
  return (await db.selectFrom("member_card").select("uuid").limit(1).executeTakeFirst()) !== undefined;
}

const stateOf = prepared((db, { memberId }: { memberId: string }) =>
  db.selectFrom("member_card").select("state").where("uuid", "=", memberId),
);

/** spec/wire-contract.md §3.2; undefined without a complete profile. */
export async function readOwnProfile(db: ReadModelsDatabase, memberId: string): Promise<Profile | undefined> {
  const row = await completeCard(db, memberId);
  return (
    row && {
      memberName: nameOf(row),
      memberExplain: row.explain ?? "",
      imageUrl: pictureOf(row),
      uuid: row.uuid,
    }
  );
}

/** spec/wire-contract.md §3.1; undefined without a complete profile. */
export async function readMemberInfo(
  db: ReadModelsDatabase,
  memberId: string,
): Promise<MemberInfo | undefined> {
  const [row, teams] = await Promise.all([completeCard(db, memberId), teamsOf(db, { memberId })]);
  return (
    row && {
      memberName: nameOf(row),
      memberImageUrl: row.image_url ?? defaultMemberPicture,
      teamAbstractResponses: teams.map((team) => ({
        teamId: team.team_id,
        teamName: team.name,
        teamImageUrl: team.image_url ?? defaultTeamPicture,
      })),
    }
  );
}

const completeCards = prepared((db, { memberId }: { memberId: string }) =>
  db.selectFrom("member_card").selectAll().where("uuid", "=", memberId).where("state", "=", "complete"),
);

const completeCard = async (db: ReadModelsDatabase, memberId: string) =>
  (await completeCards(db, { memberId }))[0];

const teamsOf = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("my_teams")
    .innerJoin("team_page", "team_page.team_id", "my_teams.team_id")
    .select(["team_page.team_id", "team_page.name", "team_page.image_url"])
    .where("my_teams.member_id", "=", memberId)
    .orderBy("my_teams.joined_position", "desc"),
);
