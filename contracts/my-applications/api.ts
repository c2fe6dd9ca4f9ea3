import { z } from "zod";
import { pageOf, paging, query } from "../endpoint.ts";
import { limits } from "../limits.ts";

/** `closed`: pending while the recruitment is closed; `deleted`: pending when the recruitment was deleted. */
const myApplicationStates = ["pending", "closed", "accepted", "removed", "deleted"] as const;
export type MyApplicationState = (typeof myApplicationStates)[number];

/** The current state of a membership that began with an accepted application. */
const membershipsSince = ["member", "left", "kicked"] as const;

export const myApplicationView = z.object({
  teamApplyId: z.number().int(),
  recruitmentId: z.number().int(),
  /** Null once the recruitment has been deleted. */
  teamRecruitTitle: z.string().nullable(),
  teamId: z.number().int().nullable(),
  teamApplyBody: z.string(),
  state: z.enum(myApplicationStates),
  /** ISO 8601 with offset. */
  appliedAt: z.string(),
  /** When the state changed last; equals `appliedAt` until it is decided. ISO 8601 with offset. */
  changedAt: z.string(),
  /** Null unless accepted, and once the team has been deleted. */
  membership: z.enum(membershipsSince).nullable(),
  /** When the membership ended: ISO 8601 with offset; null while it lasts. */
  endedAt: z.string().nullable(),
  /** Why the member was kicked, if a reason was given. */
  reason: z.string().nullable(),
});
export type MyApplication = z.infer<typeof myApplicationView>;

/** docs/decisions/queries.md */
export const getMyApplications = query({
  name: "getMyApplications",
  summary: "The caller's applications with what became of them, last changed first",
  path: "/v1/apply/mine",
  access: "profile",
  query: z.object({ ...paging(limits.recruitmentPageSize) }),
  returns: pageOf(myApplicationView),
});
