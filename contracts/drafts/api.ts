import { z } from "zod";
import { command, json, multipart, query, wrongType } from "../endpoint.ts";

/** Drafts of texts for this product's own client: each open editor stores its draft under its own id. */

/** Bytes, counts, days, milliseconds. */
export const draftLimits = {
  perMember: 200,
  /** Latest drafts of one key in a list. */
  listed: 20,
  retentionDays: 365,
  /** How long an editor waits for the server's drafts before it accepts input. */
  patienceMs: 2500,
  /**
   * Pause in typing after which the text is sent to the server, and the longest time that it may stay unsent during
   * typing.
   */
  restMs: 1000,
  unsentMs: 10_000,
  /** Interval of attempts to reach an unreachable server. */
  retryMs: 5000,
  /** Limit of a request that may outlive its page. */
  keepaliveBytes: 60_000,
} as const;

/**
 * Identifies the text, even before it has an id: `article-new-12`, `article-301`, `subject-12-2026-11-21`,
 * `recruitment-new`, or `recruitment-new-12` for a team.
 */
const draftKeyPattern =
  /^(?:article-new-\d{1,15}|article-\d{1,15}|subject-\d{1,15}-\d{4}-\d\d-\d\d|recruitment-(?:new(?:-\d{1,15})?|\d{1,15}))$/;

const wrong = { error: wrongType };
const keyed = z.object({ key: z.string(wrong).regex(draftKeyPattern, wrong) });
const named = keyed.extend({ draftId: z.uuid(wrong) });

/**
 * A further field of a form, such as `contact` or `problems`, under its name: as it is sent; blank or absent if it is
 * unchanged. It is only read by forms that have it, so its type promises nothing.
 */
const further: z.ZodType<unknown> = z.string(wrong);
const fields = z
  .object({
    title: z.string(wrong),
    category: z.string(wrong).nullable(),
    /**
     * As the editor serialises it; it is sanitised when it is loaded again. A new picture is represented as `src="?"`.
     */
    html: z.string(wrong),
    /** Revision of the post on which the draft is based; null for a new one or if it is unknown. */
    revision: z.number(wrong).int(wrong).nullable(),
    /** Id of the post on which the draft is based, if one key has had several; null for a new one. */
    postId: z.number(wrong).int(wrong).nullable(),
  })
  .catchall(further);
export type DraftFields = z.infer<typeof fields>;

/** `at` in epoch milliseconds. */
const content = fields.extend({ at: z.number(wrong).int(wrong) });
export type StoredContent = z.infer<typeof content>;

const stored = content.extend({
  draftId: z.string(),
  /** Revision of the draft itself, for `If-Match`. */
  draftRevision: z.number().int(),
  hasPicture: z.boolean(),
});
export type StoredDraft = z.infer<typeof stored>;

const revised = z.object({ draftRevision: z.number().int() });

export const getDrafts = query({
  name: "getDrafts",
  summary: "The caller's drafts under one key, the latest first",
  path: "/v1/drafts/{key}",
  access: "profile",
  params: keyed,
  message: "초안을 조회했습니다.",
  returns: z.array(stored),
});

export const getDraftPicture = query({
  name: "getDraftPicture",
  summary: "The new picture of an own draft",
  path: "/v1/drafts/{key}/{draftId}/picture",
  access: "profile",
  params: named,
  message: "초안의 이미지를 조회했습니다.",
  returns: z.object({ type: z.string(), base64: z.string() }),
  refusals: ["draft-not-found"],
});

/** Requires `If-Match` to take over the draft of another editor. */
export const putDraft = command("PUT", {
  name: "putDraft",
  summary: "Store a draft",
  path: "/v1/drafts/{key}/{draftId}",
  access: "profile",
  params: named,
  body: json(content),
  message: "초안이 저장되었습니다.",
  returns: revised,
  refusals: ["too-many-drafts", "stale-revision"],
  etag: true,
  ifMatch: true,
  remembered: false,
});

export const putDraftPicture = command("PUT", {
  name: "putDraftPicture",
  summary: "Store the new picture of an own draft; without a picture part it is removed",
  path: "/v1/drafts/{key}/{draftId}/picture",
  access: "profile",
  params: named,
  body: multipart(z.object({})),
  message: "초안의 이미지가 저장되었습니다.",
  returns: revised,
  refusals: ["draft-not-found"],
  etag: true,
  remembered: false,
});

/** Requires `If-Match` for the draft of another editor. Deleting a missing draft changes nothing. */
export const deleteDraft = command("DELETE", {
  name: "deleteDraft",
  summary: "Delete an own draft",
  path: "/v1/drafts/{key}/{draftId}",
  access: "profile",
  params: named,
  message: "초안이 삭제되었습니다.",
  returns: z.null(),
  refusals: ["stale-revision"],
  ifMatch: true,
  remembered: false,
});
