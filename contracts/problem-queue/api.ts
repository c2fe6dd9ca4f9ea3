import { z } from "zod";
import { memberRef } from "../article/api.ts";
import { command, id, json, optionalText, pathId, query, requiredText, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { problemView, subjectProblemList } from "../problem-fields.ts";
import { categories } from "../subject/api.ts";
import { multiLine } from "../texts.ts";

const teamId = z.object({ teamId: pathId() });
const entryRef = z.object({ teamId: pathId(), entryId: pathId() });
const count = z.number().int();

export const problemEntryView = z.object({
  entryId: count,
  title: z.string(),
  category: z.enum(categories),
  problems: z.array(problemView),
  /** Plain text; null for one line per link. */
  body: z.string().nullable(),
  proposedBy: memberRef,
  accepted: z.boolean(),
  /** The day on which it will appear; null for proposals and while automatic posting is off. */
  date: z.string().nullable(),
});
export type ProblemEntry = z.infer<typeof problemEntryView>;

/** spec/rhythm.md §4 */
export const getProblemQueue = query({
  name: "getProblemQueue",
  summary: "Problems that wait for their day, in order",
  path: "/v1/teams/{teamId}/problem-queue",
  access: "profile",
  params: teamId,
  returns: z.object({ entries: z.array(problemEntryView), autoPosting: z.boolean() }),
  refusals: ["team-not-found", "caller-not-in-team"],
});

const title = requiredText(limits.postTitle, "게시글 제목은 필수 요소입니다.");
const category = z.string({ error: wrongType });
const body = optionalText(limits.queueBody, multiLine);
const problems = subjectProblemList();

const newEntry = z.object(
  { title, category: category.optional(), problems: problems.optional(), body },
  { error: wrongType },
);

/** spec/rhythm.md rule 9. A manager's own entries are accepted at once. */
export const proposeProblems = command("POST", {
  name: "proposeProblems",
  summary: "Propose problems, or as a manager queue them",
  path: "/v1/teams/{teamId}/problem-queue",
  access: "profile",
  params: teamId,
  body: json(
    z.object({
      entries: z.array(newEntry, { error: wrongType }).min(1, wrongType).max(limits.queuedAtOnce, wrongType),
    }),
  ),
  status: 201,
  message: "문제를 제안했습니다.",
  otherMessage: "대기열에 넣었습니다.",
  returns: z.object({ entryIds: z.array(count) }),
  refusals: ["team-not-found", "caller-not-in-team", "unknown-category", "queue-full", "too-many-requests"],
});

export const changeProblemEntry = command("PATCH", {
  name: "changeProblemEntry",
  summary: "Accept, edit or move an entry of the queue",
  path: "/v1/teams/{teamId}/problem-queue/{entryId}",
  access: "profile",
  params: entryRef,
  body: json(
    z.object({
      /** A proposal is accepted for good, or removed. */
      accepted: z.literal(true, { error: wrongType }).optional(),
      /** The entry before which it is placed; null for the end. */
      before: id().nullish(),
      title: title.optional(),
      category: category.optional(),
      problems: problems.optional(),
      /** Null removes the text. */
      body: z.preprocess((value) => (value === null ? "" : value), body),
    }),
  ),
  message: "대기열을 바꾸었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "caller-not-in-team", "entry-not-found", "not-a-manager", "unknown-category"],
});

export const removeProblemEntry = command("DELETE", {
  name: "removeProblemEntry",
  summary: "Remove an entry of the queue, as a manager or its proposer",
  path: "/v1/teams/{teamId}/problem-queue/{entryId}",
  access: "profile",
  params: entryRef,
  message: "대기열에서 뺐습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "caller-not-in-team", "entry-not-found", "not-a-manager"],
});

/** spec/rhythm.md rule 10 */
export const changeAutoPosting = command("PUT", {
  name: "changeAutoPosting",
  summary: "Switch the automatic problem of the day on or off",
  path: "/v1/teams/{teamId}/auto-posting",
  access: "profile",
  params: teamId,
  body: json(z.object({ isOn: z.boolean({ error: wrongType }) })),
  message: "자동 올리기를 바꾸었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});
