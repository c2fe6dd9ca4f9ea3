import type { EventStore } from "../event-store/event-store.ts";
import { load } from "../platform/folding.ts";
import { subject } from "./subject.ts";

/** The saved problem of a day according to the log; null without one. */
export async function savedProblem(
  store: EventStore,
  teamId: number,
  date: string,
): Promise<{ readonly subjectId: number; readonly revision: number } | null> {
  const { state } = await load(store, subject, `subject-${teamId}_${date}`);
  return state.phase === "posted" ? state : null;
}

/** Team and date of a problem's stream; undefined for other streams. */
export function problemOfStream(
  stream: string,
): { readonly teamId: number; readonly date: string } | undefined {
  const [, teamId, date] = /^subject-(\d+)_([\d-]+)$/.exec(stream) ?? [];
  return date === undefined ? undefined : { teamId: Number(teamId), date };
}
