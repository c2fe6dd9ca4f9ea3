import { randomUUID } from "node:crypto";
import type pg from "pg";
import { eventId } from "#services/event-store/event-id";
import { appendKept, type KeptEvent } from "#services/event-store/postgres/bulk-append";

const perTransaction = 5000;

/** Fills a log with people joining teams: `events` in all, the teams taking turns; nothing personal. */
export async function fillLog(pool: pg.Pool, events: number, streams: number): Promise<void> {
  for (let first = 0; first < events; first += perTransaction) {
    const batch = Array.from({ length: Math.min(perTransaction, events - first) }, (_, n) =>
      joined((first + n) % streams, Math.floor((first + n) / streams)),
    );
    await appendKept(pool, batch);
  }
  await pool.query("VACUUM ANALYZE events");
}

function joined(stream: number, revision: number): KeptEvent {
  const [commandId, memberId] = [randomUUID(), randomUUID()];
  return {
    eventId: eventId(commandId, 0),
    stream: `team-${stream + 1}`,
    revision,
    type: "MemberJoined",
    schemaVersion: 1,
    data: { teamId: stream + 1, memberId },
    meta: { commandId, causationId: commandId, correlationId: commandId, actor: memberId },
    occurredAt: "2025-09-03T12:07:45.123Z",
  };
}
