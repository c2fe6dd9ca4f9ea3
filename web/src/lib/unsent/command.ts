import { editArticle, postArticle } from "#contracts/article/api";
import type { RefusalCode } from "#contracts/errors";
import { editSubject, postSubject } from "#contracts/subject/api";
import type { RequestOptions } from "../calls/http.ts";

/** Commands that the outbox sends, stored by name. */
export const endpoints = { postArticle, editArticle, postSubject, editSubject } as const;
export type EndpointName = keyof typeof endpoints;

/** Refusals with their own text and actions; any other one becomes `refused` and shows the server's message. */
export const ownCodes = [
  "author-not-in-team",
  "stale-revision",
  "article-not-found",
  "subject-exists",
] as const satisfies readonly RefusalCode[];
export type BlockedCode = (typeof ownCodes)[number] | "login-lost" | "expired" | "refused";

/** Team and day of a text, for lists and links. */
export interface CommandAbout {
  readonly teamId: number;
  /** Empty if it is unknown. */
  readonly teamName: string;
  /** Set for an edited article and a problem; a new article gets the day on which the server accepts it. */
  readonly day: string | null;
}

/** How a text is sent that waits on this device for the server (spec/daily-use.md rule 12). Times in ms. */
export interface QueuedCommand {
  readonly endpoint: EndpointName;
  readonly options: RequestOptions;
  /** `Idempotency-Key` of every attempt. */
  readonly key: string;
  readonly about: CommandAbout;
  /** State of the record that it sends. */
  readonly draftAt: number;
  readonly createdAt: number;
  readonly firstTriedAt: number | null;
  readonly triedAt: number | null;
  /** From `Retry-After`. */
  readonly notBefore: number;
  readonly tries: number;
  readonly isSending: boolean;
  /** Why it is blocked. */
  readonly blocked?: Blocked | undefined;
}

interface Blocked {
  readonly code: BlockedCode;
  readonly message: string | null;
}
