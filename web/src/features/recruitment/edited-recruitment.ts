import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { isRecord, maybe } from "#web/lib/handed-over.ts";

/** What the detail page hands over in the navigation state (spec/ui.md §13.3). */
export interface EditedRecruitment {
  recruitId: number;
  teamRecruitTitle: string;
  teamRecruitBody: string;
  chatUrl: string;
  teamId?: number | null | undefined;
  imageUrl?: string | null | undefined;
  revision?: number | null | undefined;
}

const isHandedOver = (value: Record<string, unknown>): value is Record<string, unknown> & EditedRecruitment =>
  Number.isInteger(value.recruitId) &&
  typeof value.teamRecruitTitle === "string" &&
  typeof value.teamRecruitBody === "string" &&
  typeof value.chatUrl === "string" &&
  maybe("number", value.teamId) &&
  maybe("string", value.imageUrl) &&
  maybe("number", value.revision);

/** What the write screen is about: the recruitment to edit, whole or only its id, or the team to write for. */
export interface Occasion {
  readonly recruitId: number | null;
  readonly handedOver: EditedRecruitment | null;
  readonly teamId: number | null;
}

const idOf = (value: unknown): number | null => {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Reads navigation state and address, both of unknown origin. */
export function occasionOf(state: unknown, search: string): Occasion {
  const given = isRecord(state) ? state : {};
  const query = new URLSearchParams(search);
  return {
    recruitId: idOf(given.recruitId) ?? idOf(query.get("recruitId")),
    handedOver: isHandedOver(given) ? given : null,
    teamId: idOf(given.teamId) ?? idOf(query.get("teamId")),
  };
}

/** The way to the write screen with a recruitment; the address alone is enough to find it again. */
export const editTarget = (recruitment: RecruitmentDetail): { to: string; state: EditedRecruitment } => ({
  to: `/team-recruit/posting?recruitId=${recruitment.teamRecruitId}`,
  state: {
    recruitId: recruitment.teamRecruitId,
    teamRecruitTitle: recruitment.teamRecruitTitle,
    teamRecruitBody: recruitment.teamRecruitBody,
    chatUrl: recruitment.chatUrl,
    teamId: recruitment.teamId,
    imageUrl: recruitment.imageUrl,
    revision: recruitment.revision,
  },
});
