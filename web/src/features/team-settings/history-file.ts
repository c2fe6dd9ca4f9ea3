import { byteOrderMark, guardedCell } from "#contracts/csv";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { actionLabels, actorName, roleLabel } from "./history-texts.ts";

const columns: readonly (readonly [head: string, cell: (entry: RoleHistoryEntry) => string])[] = [
  ["일시", ({ occurredAt }) => occurredAt],
  ["행동", ({ action }) => actionLabels[action]],
  ["행한 사람", actorName],
  ["행한 사람 ID", ({ actor }) => actor?.uuid ?? ""],
  ["대상", ({ target }) => target.memberName],
  ["대상 ID", ({ target }) => target.uuid],
  ["이전 역할", ({ before }) => roleLabel(before)],
  ["이후 역할", ({ after }) => roleLabel(after)],
  ["사유", ({ reason }) => reason ?? ""],
  ["초대한 사람", ({ invitedBy }) => invitedBy?.memberName ?? ""],
  ["초대한 사람 ID", ({ invitedBy }) => invitedBy?.uuid ?? ""],
  ["항목 ID", ({ entryId }) => entryId],
  ["위치", ({ position }) => position],
];

const quoted = (text: string) => `"${guardedCell(text).replaceAll('"', '""')}"`;
const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

/** CSV (RFC 4180) with a byte order mark, which spreadsheets need for Hangul; every cell quoted, newest entry first. */
export const csvOf = (entries: readonly RoleHistoryEntry[]): string =>
  byteOrderMark +
  line(columns.map(([head]) => head)) +
  entries.map((entry) => line(columns.map(([, cell]) => cell(entry)))).join("");

/** The entries as JSON in the format of the API. */
export const jsonOf = (team: { teamId: number; teamName: string }, entries: readonly RoleHistoryEntry[]) =>
  `${JSON.stringify({ ...team, entries }, null, 2)}\n`;
