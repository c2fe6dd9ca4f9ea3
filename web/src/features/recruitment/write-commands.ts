import { useQueryClient } from "@tanstack/react-query";
import { allKey } from "#contracts/live";
import { editRecruitment, postRecruitment, type RecruitmentDetail } from "#contracts/recruitment/api";
import { call } from "#web/lib/calls/api.ts";
import type { ApiError } from "#web/lib/calls/api-error.ts";
import type { Sending, Stored } from "../../editor/writing/submit-machine.ts";

/** Where a recruitment belongs; `recruitId` is null while it is being written for the first time. */
export interface Place {
  readonly recruitId: number | null;
  readonly teamId: number | null;
}

/** Posts a recruitment, or edits it; answers its id (spec/wire-contract.md §6.3, §6.4). */
export async function saveRecruitment(
  { recruitId, teamId }: Place,
  { draft, revision, idempotencyKey }: Sending,
): Promise<number> {
  const { picture } = draft;
  const body = {
    teamRecruitTitle: draft.title,
    teamRecruitBody: draft.html,
    chatUrl: draft.contact ?? "",
  };
  if (recruitId === null) {
    const posted = teamId === null ? body : { teamId, ...body };
    const { data } = await call(postRecruitment, { body: posted, picture, idempotencyKey });
    return data.teamRecruitId;
  }
  await call(editRecruitment, {
    params: { recruitmentId: recruitId },
    body,
    picture,
    idempotencyKey,
    ifMatch: revision ?? "*",
  });
  return recruitId;
}

export const storedOf = (recruitment: RecruitmentDetail): Stored => ({
  title: recruitment.teamRecruitTitle,
  category: null,
  html: recruitment.teamRecruitBody,
  contact: recruitment.chatUrl,
  imageUrl: recruitment.imageUrl,
  revision: recruitment.revision,
});

/** The recruitment that an answer 412 carries. */
export const storedRecruitment = ({ data }: ApiError): Stored => storedOf(data as RecruitmentDetail);

/** Fetches the recruitment, the board and the team again where they have been read before. */
export function useRefreshWritten() {
  const client = useQueryClient();
  return (recruitId: number, teamId: number | null) => {
    const keys = [
      ["recruitment-detail", String(recruitId)],
      ["recruitment-board", allKey],
      ...(teamId === null ? [] : [["team-page", String(teamId)]]),
    ];
    return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: "all" })));
  };
}
