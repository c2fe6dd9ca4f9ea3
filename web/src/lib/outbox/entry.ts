import { v4 } from "uuid";
import { editArticle, postArticle } from "#contracts/article/api";
import type { RefusalCode } from "#contracts/errors";
import { outboxLimits } from "#contracts/limits";
import { editSubject, postSubject } from "#contracts/subject/api";
import { ApiError, isRefusal } from "../calls/api-error.ts";
import type { Command } from "../calls/command.ts";
import type { RequestOptions } from "../calls/http.ts";

/** Commands that the outbox sends, stored by name. */
export const endpoints = { postArticle, editArticle, postSubject, editSubject } as const;
type EndpointName = keyof typeof endpoints;

/** Refusals with their own text and actions; any other one becomes `refused` and shows the server's message. */
const ownCodes = [
  "not-a-team-member",
  "stale-revision",
  "article-not-found",
  "subject-exists",
] as const satisfies readonly RefusalCode[];
export type BlockedCode = (typeof ownCodes)[number] | "login-lost" | "expired" | "refused";

export type EntryState =
  | { readonly kind: "waiting" | "sending" | "unsure" }
  | { readonly kind: "blocked"; readonly code: BlockedCode; readonly message: string | null };

/** Team, day and title of a text, for lists and links. */
export interface EntryAbout {
  readonly teamId: number;
  /** Empty if it is unknown. */
  readonly teamName: string;
  /** Set for an edited article and a problem; a new article gets the day on which the server accepts it. */
  readonly day: string | null;
}

/** The draft that ends once the text is sent, in its state of `at`. */
export interface EntryDraft {
  readonly key: string;
  readonly draftId: string;
  readonly at: number;
}

/** A command that waits on this device until the server has responded (spec/daily-use.md rule 12). Times in ms. */
export interface OutboxEntry {
  readonly id: string;
  readonly endpoint: EndpointName;
  readonly options: RequestOptions;
  /** `Idempotency-Key` of every attempt. */
  readonly key: string;
  readonly memberId: string;
  readonly about: EntryAbout;
  readonly draft: EntryDraft | undefined;
  readonly createdAt: number;
  readonly firstTriedAt: number | null;
  readonly triedAt: number | null;
  /** From `Retry-After`. */
  readonly notBefore: number;
  readonly tries: number;
  readonly state: EntryState;
}

export const isQueueable = ({ endpoint, memberId }: Command): boolean =>
  endpoint.name in endpoints && memberId !== null;

export const entryOf = (
  { endpoint, options, key, memberId }: Command,
  about: EntryAbout,
  draft: EntryDraft | undefined,
): OutboxEntry => ({
  id: v4(),
  endpoint: endpoint.name as EndpointName,
  options,
  key,
  memberId: memberId ?? "",
  about,
  draft,
  createdAt: Date.now(),
  firstTriedAt: null,
  triedAt: null,
  notBefore: 0,
  tries: 0,
  state: { kind: "waiting" },
});

export const isEdit = ({ endpoint }: OutboxEntry) => endpoint === "editArticle" || endpoint === "editSubject";
export const isArticle = ({ endpoint }: OutboxEntry) =>
  endpoint === "postArticle" || endpoint === "editArticle";
export const textsOf = ({ options: { body = {} } }: OutboxEntry) => ({
  title: String(body.articleTitle ?? ""),
  html: String(body.articleBody ?? ""),
  category: typeof body.articleCategory === "string" ? body.articleCategory : null,
  ...(typeof body.problems === "string" && { problems: body.problems }),
});

/** Not sent again without a decision of the member. */
export const isStuck = ({ state: { kind } }: OutboxEntry): boolean => kind === "blocked" || kind === "unsure";

export const sizeOf = ({ options: { picture, ...rest } }: OutboxEntry): number =>
  (picture?.size ?? 0) + new Blob([JSON.stringify(rest)]).size;

/** When the next automatic attempt is due. */
export function dueAt({ tries, triedAt, notBefore }: OutboxEntry): number {
  const pause = outboxLimits.retryMs[Math.min(tries, outboxLimits.retryMs.length) - 1] ?? 0;
  return Math.max(notBefore, (triedAt ?? 0) + pause);
}

/** Whether the same command may succeed later: no response, 429 and 5xx. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.noAnswer || [408, 429].includes(error.status) || error.status >= 500;

export function blockedBy(error: unknown): EntryState {
  const message = error instanceof ApiError ? error.message : null;
  const isLoginLost = error instanceof ApiError && error.status === 401 && error.code !== 100;
  const own = ownCodes.find((code) => isRefusal(error, code));
  return { kind: "blocked", code: isLoginLost ? "login-lost" : (own ?? "refused"), message };
}
