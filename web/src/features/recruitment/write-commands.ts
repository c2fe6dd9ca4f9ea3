import { useQueryClient } from "@tanstack/react-query";
import { allKey } from "#contracts/live";
import { editRecruitment, postRecruitment, type RecruitmentDetail } from "#contracts/recruitment/api";
import { commandOf } from "#web/lib/calls/command.ts";
import { furtherOf } from "../../editor/writing/further-fields.ts";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { withoutUntouchedParts } from "./body-template.ts";
import { recruitmentFields } from "./contact-field.tsx";

/** Ids of a recruitment and its team; `recruitId` is null for a new one. */
export interface RecruitmentTarget {
  readonly recruitId: number | null;
  readonly teamId: number | null;
}

/** Creates a recruitment, or edits it (spec/wire-contract.md §6.3, §6.4). */
export function recruitmentCommand(
  { recruitId, teamId }: RecruitmentTarget,
  { title, html, further, picture }: WrittenPost,
  revision: number | null,
) {
  const body = {
    teamRecruitTitle: title,
    teamRecruitBody: withoutUntouchedParts(html),
    chatUrl: further.contact ?? "",
  };
  if (recruitId === null)
    return commandOf(postRecruitment, { body: teamId === null ? body : { teamId, ...body }, picture });
  const params = { recruitmentId: recruitId };
  return commandOf(editRecruitment, { params, body, picture, ifMatch: revision ?? "*" });
}

export function storedOf(data: unknown): StoredPost {
  const recruitment = data as RecruitmentDetail;
  return {
    title: recruitment.teamRecruitTitle,
    category: null,
    html: recruitment.teamRecruitBody,
    imageUrl: recruitment.imageUrl,
    revision: recruitment.revision,
    further: furtherOf(recruitmentFields, recruitment),
  };
}

/** Fetches all cached queries of the recruitment, the board and the team again. */
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
