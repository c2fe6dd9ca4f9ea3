import { randomUUID } from "node:crypto";
import type { CommandRecord, NewEvent } from "#services/event-store/event-store";

/** An event of no context, for tests of the store alone. */
export const numbered = (n: number, type = "Counted"): NewEvent => ({ type, schemaVersion: 1, data: { n } });

/** A command as the store keeps it, with a new id. */
export const commandOf = (rest: Partial<CommandRecord> = {}): CommandRecord => ({
  commandId: randomUUID(),
  fingerprint: "as sent",
  answer: { said: "안녕하세요" },
  meta: { causationId: randomUUID(), correlationId: randomUUID(), actor: "system" },
  occurredAt: "2025-09-03T12:07:45.123Z",
  ...rest,
});
