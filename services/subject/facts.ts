import type { EventStore } from "../event-store/event-store.ts";
import { load } from "../platform/folding.ts";
import { subject } from "./subject.ts";

export const streamOf = (teamId: number, date: string) => `subject-${teamId}_${date}`;

/** The saved problem of a day according to the log; null without one. */
export async function savedProblem(
  store: EventStore,
  teamId: number,
  date: string,
): Promise<{ readonly subjectId: number; readonly revision: number; readonly title: string } | null> {
  const { state } = await load(store, subject, streamOf(teamId, date));
  return state.phase === "posted" ? state : null;
}

/** Team and date of a problem's stream; undefined for other streams. */
export function problemOfStream(
  stream: string,
): { readonly teamId: number; readonly date: string } | undefined {
  const [, teamId, date] = /^subject-(\d+)_([\d-]+)$/.exec(stream) ?? [];
  return date === undefined ? undefined : { teamId: Number(teamId), date };
}
