import { type RefusalCode, refusals } from "#contracts/errors";

/** A call that was refused or got no response. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** `code` of the envelope, which differs from the status for 401 (100, 101, 401). */
  readonly code: number;
  /** Invalid fields (`fail`), the current state (412), `{requestId}` (500), or null. */
  readonly data: unknown;
  /** Timeout or offline. */
  readonly noAnswer: boolean;
  /** Revision of the current state, from the `ETag` of a 412. */
  readonly revision: number | null;
  /** Delay of `Retry-After` in milliseconds; null without it. */
  readonly retryAfterMs: number | null;

  constructor(answer: {
    status?: number;
    code?: number;
    message?: string | null;
    data?: unknown;
    revision?: number | null;
    retryAfterMs?: number | null;
  }) {
    super(answer.message ?? "");
    this.name = "ApiError";
    this.status = answer.status ?? 0;
    this.code = answer.code ?? this.status;
    this.data = answer.data ?? null;
    this.noAnswer = this.status === 0;
    this.revision = answer.revision ?? null;
    this.retryAfterMs = answer.retryAfterMs ?? null;
  }
}

/** Whether a call got no response at all. */
export const isNoAnswer = (error: unknown): boolean => error instanceof ApiError && error.noAnswer;

/** Whether a call failed with this refusal. */
export const isRefusal = (error: unknown, code: RefusalCode): error is ApiError =>
  error instanceof ApiError &&
  error.status === refusals[code].status &&
  error.message === refusals[code].message;

/** `message` of the response, or null without one (spec/ui.md §1). */
export const serverMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.message ? error.message : null;

/** The invalid fields of a validation failure with their texts; empty for any other error. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  const isFail = isRefusal(error, "invalid-fields") && error.data && typeof error.data === "object";
  return isFail ? (error.data as Record<string, string>) : {};
}
