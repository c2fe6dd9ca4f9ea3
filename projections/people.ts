import { sql } from "kysely";
import { defaultMemberPicture } from "#contracts/images/api";

/** The name shown for a withdrawn member (spec/wire-contract.md §3.5). */
export const formerMember = "탈퇴한 회원";

/** Name and picture of a row that was left-joined with member_card; null if the member no longer exists. */
interface PersonColumns {
  readonly name: string | null;
  readonly image_url: string | null;
}

export const nameOf = (person: PersonColumns): string => person.name ?? formerMember;
export const pictureOf = (person: PersonColumns): string => person.image_url ?? defaultMemberPicture;

/** Managers first, then by join time. */
export const managersFirst = sql<number>`case when team_members.role = 'MANAGER' then 0 else 1 end`;
