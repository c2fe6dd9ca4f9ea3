import type { DocumentLimits } from "#contracts/documents/api";
import type { Source } from "./room-context.ts";
import type { RoomName } from "./room-name.ts";

const dayMs = 24 * 3600_000;

/**
 * Whether a text may be begun in a room: a team has problems around today, and wherever one is saved. Days without end
 * would be rooms without end. `today` is `yyyy-MM-dd`.
 */
export async function isInReach(
  name: RoomName,
  today: string,
  limits: Pick<DocumentLimits, "daysAround">,
  sourceOf: (problem: Extract<RoomName, { kind: "subject" }>) => Promise<Source>,
): Promise<boolean> {
  if (name.kind !== "subject") return true;
  const days = Math.abs(Date.parse(name.date) - Date.parse(today)) / dayMs;
  return days <= limits.daysAround || (await sourceOf(name)).revision !== null;
}
