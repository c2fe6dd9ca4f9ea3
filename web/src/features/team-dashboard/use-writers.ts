import { useQuery } from "@tanstack/react-query";
import { writersOfDayQuery } from "#web/features/team/queries.ts";

/** Which members of a team have written on a day, by their uuid. */
export function useWriters(teamId: number, date: string): ReadonlySet<string> {
  const [day] = useQuery(writersOfDayQuery(teamId, date)).data ?? [];
  return new Set(day?.members.map(({ uuid }) => uuid));
}
