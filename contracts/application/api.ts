import { z } from "zod";
import { command, id, json, pathId, textUpTo, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { isBlank } from "../texts.ts";

const applyId = z.object({ applyId: pathId() });
const noRecruitment = "모집글이 존재하지 않습니다.";
const blankApplication = "팀 지원글 내용은 필수 요소입니다.";

const absent = (input: unknown) => input === undefined || input === null;

/** Multi-line text that is stored untrimmed; it is refused if it shows nothing. */
const applicationText = z
  .string({ error: (issue) => (absent(issue.input) ? blankApplication : wrongType) })
  .transform(textUpTo(limits.application))
  .refine((text) => !isBlank(text), { error: blankApplication });

export const applicationView = z.object({
  teamApplyId: z.number().int(),
  /** Null for all but the recruitment's authors and the applicant. */
  teamApplyBody: z.string().nullable(),
  memberName: z.string(),
  memberImage: z.string(),
  isMyApply: z.boolean(),
  /** For authors who asked for a page of applications. */
  memberUuid: z.uuid().optional(),
});
export type Application = z.infer<typeof applicationView>;

/** spec/wire-contract.md §6.8 */
export const applyToRecruitment = command("POST", {
  name: "applyToRecruitment",
  summary: "Apply to a recruitment, once at a time",
  path: "/v1/apply",
  access: "profile",
  body: json(z.object({ recruitmentId: id(noRecruitment), teamApplyBody: applicationText })),
  status: 201,
  message: "팀 지원글이 성공적으로 생성되었습니다.",
  returns: z.null(),
  refusals: [
    "recruitment-not-found",
    "own-recruitment",
    "already-joined",
    "not-recruiting",
    "already-applied",
  ],
});

/** spec/wire-contract.md §6.9 */
export const editApplication = command("PATCH", {
  name: "editApplication",
  summary: "Edit an own application while it is pending",
  path: "/v1/apply/{applyId}",
  access: "profile",
  params: applyId,
  body: json(z.object({ teamApplyBody: applicationText })),
  message: "팀 지원글이 성공적으로 수정되었습니다.",
  returns: z.null(),
  refusals: ["application-not-found", "application-not-editable"],
});

/** spec/wire-contract.md §6.10 */
export const deleteApplication = command("DELETE", {
  name: "deleteApplication",
  summary: "Withdraw an own application, or remove one from an own recruitment",
  path: "/v1/apply/{applyId}",
  access: "profile",
  params: applyId,
  message: "팀 지원글이 성공적으로 삭제되었습니다.",
  returns: z.null(),
  refusals: ["application-not-found", "application-not-deletable"],
});
