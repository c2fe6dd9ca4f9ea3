import { outboxLimits } from "#contracts/limits";
import { ApiError, isRefusal } from "../calls/api-error.ts";
import type { Command } from "../calls/command.ts";
import {
  type BlockedCode,
  type CommandAbout,
  type EndpointName,
  endpoints,
  ownCodes,
  type QueuedCommand,
} from "./command.ts";
import type { PostRecord, QueuedRecord } from "./record.ts";

export const isQueueable = ({ endpoint, memberId }: Command): boolean =>
  endpoint.name in endpoints && memberId !== null;

/** After its form was submitted. */
export const submittedAs = (
  record: PostRecord,
  { endpoint, options, key }: Pick<Command, "endpoint" | "options" | "key">,
  about: CommandAbout,
): QueuedRecord => ({
  ...record,
  state: "waiting",
  command: {
    endpoint: endpoint.name as EndpointName,
    options,
    key,
    about,
    draftAt: record.at,
    createdAt: Date.now(),
    firstTriedAt: null,
    triedAt: null,
    notBefore: 0,
    tries: 0,
    isSending: false,
  },
});

export const isEdit = ({ command: { endpoint } }: QueuedRecord) =>
  endpoint === "editArticle" || endpoint === "editSubject";

/** Not sent again without a decision of the member. */
export const isStuck = ({ state }: QueuedRecord): boolean => state !== "waiting";

export const firstSubmittedFirst = (one: QueuedRecord, other: QueuedRecord): number =>
  one.command.createdAt - other.command.createdAt || one.id.localeCompare(other.id);

const sizeOf = ({ command }: QueuedRecord): number => {
  const { picture, ...rest } = command.options;
  return (picture?.size ?? 0) + new Blob([JSON.stringify(rest)]).size;
};

/** Whether all these texts of a member may wait. */
export const isWithinLimits = (queue: readonly QueuedRecord[]): boolean =>
  queue.length <= outboxLimits.entries &&
  queue.reduce((sum, one) => sum + sizeOf(one), 0) <= outboxLimits.bytes;

/** When the next automatic attempt is due. */
export function dueAt({ command: { tries, triedAt, notBefore } }: QueuedRecord): number {
  const pause = outboxLimits.retryMs[Math.min(tries, outboxLimits.retryMs.length) - 1] ?? 0;
  return Math.max(notBefore, (triedAt ?? 0) + pause);
}

/** The record after time has passed, or its member has logged in again; the same one if nothing has changed. */
export function reviewed(record: QueuedRecord): QueuedRecord {
  const { state, command } = record;
  const now = Date.now();
  if (state !== "unsure" && now - command.createdAt > outboxLimits.retentionMs)
    return command.blocked?.code === "expired" ? record : blockedAs(record, "expired", null);
  if (state !== "waiting" && command.blocked?.code !== "login-lost") return record;
  const isUnsure = command.firstTriedAt !== null && now - command.firstTriedAt > outboxLimits.sameKeyMs;
  if (state === "waiting" && !command.isSending && !isUnsure) return record;
  // While this tab holds the lock, `isSending` was left by a closed tab.
  return withCommand(record, isUnsure ? "unsure" : "waiting", { isSending: false, blocked: undefined });
}

export const withCommand = (
  record: QueuedRecord,
  state: QueuedRecord["state"],
  change: Partial<QueuedCommand>,
): QueuedRecord => ({ ...record, state, command: { ...record.command, ...change } });

const blockedAs = (record: QueuedRecord, code: BlockedCode, message: string | null) =>
  withCommand(record, "blocked", { isSending: false, blocked: { code, message } });

/** Whether the same command may succeed later: no response, 429 and 5xx. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.noAnswer || [408, 429].includes(error.status) || error.status >= 500;

/** After a refusal to a form that is closed. */
export function blockedBy(record: QueuedRecord, error: unknown): QueuedRecord {
  const message = error instanceof ApiError ? error.message : null;
  const isLoginLost = error instanceof ApiError && error.status === 401 && error.code !== 100;
  const own = ownCodes.find((code) => isRefusal(error, code));
  return blockedAs(record, isLoginLost ? "login-lost" : (own ?? "refused"), message);
}
