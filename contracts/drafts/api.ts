import { z } from "zod";
import { command, json, multipart, query, wrongType } from "../endpoint.ts";

/** Texts while they are written, for our own client: each open editor stores its draft under an id of its own. */

/** Bytes, counts, days, milliseconds. */
export const draftLimits = {
  perMember: 200,
  /** Of one key, as listed: the latest. */
  listed: 20,
  keptDays: 365,
  /** How long an editor waits for the drafts of the server before it accepts input. */
  patienceMs: 2500,
  /** How long the text must rest before it is sent to the server, and how long it may go unsent while it does not. */
  restMs: 1000,
  unsentMs: 10_000,
  /** Between two attempts to reach the server. */
  retryMs: 5000,
  /** Bytes of a request that may outlive its page. */
  keepaliveBytes: 60_000,
} as const;

/** What a member writes, also before it has an id: `article-new-12`, `article-301`, `subject-12-2026-11-21`. */
const draftKeyPattern =
  /^(?:article-new-\d{1,15}|article-\d{1,15}|subject-\d{1,15}-\d{4}-\d\d-\d\d|recruitment-(?:new|\d{1,15}))$/;

const wrong = { error: wrongType };
const keyed = z.object({ key: z.string(wrong).regex(draftKeyPattern, wrong) });
const named = keyed.extend({ draftId: z.uuid(wrong) });

const content = z.object({
  title: z.string(wrong),
  category: z.string(wrong).nullable(),
  contact: z.string(wrong),
  /** The part `problems` as it is sent; absent where it is unchanged. */
  problems: z.string(wrong).optional(),
  /** As the editor gives it, so that it is sanitised when it is put back; a new picture stands as `src="?"`. */
  html: z.string(wrong),
  /** Revision of the post it began from, null for a new one or when it is unknown. */
  revision: z.number(wrong).int(wrong).nullable(),
  /** Of the post it began from, where one key has had several; null for a new one. */
  postId: z.number(wrong).int(wrong).nullable(),
  /** Epoch milliseconds. */
  at: z.number(wrong).int(wrong),
});
export type StoredContent = z.infer<typeof content>;

const stored = content.extend({
  draftId: z.string(),
  /** Of the draft itself, for `If-Match`. */
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

/** `If-Match` where the draft of another editor is taken over. */
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

/** `If-Match` where it is the draft of another editor. Deleting what is not there changes nothing. */
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
