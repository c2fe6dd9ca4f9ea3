import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import type { Choice } from "#web/ui/select.tsx";
import { type Member, settingsKeys, wholeHistory } from "./queries.ts";

/** The choices of the history's filter: all members, and former members who appear in it. */
export function useHistoryPeople(
  teamId: number,
  members: readonly Member[],
  entries: readonly RoleHistoryEntry[] | undefined,
): readonly Choice<string>[] {
  const client = useQueryClient();
  // A former member may appear on any page.
  const { data: whole } = useQuery({
    queryKey: [...settingsKeys.history(teamId), "people"],
    queryFn: () => wholeHistory(client, teamId, null),
  });
  const met = [...(whole ?? []), ...(entries ?? [])].flatMap(({ actor, target }) =>
    actor ? [target, actor] : [target],
  );
  // The current name of a member takes precedence over earlier ones.
  const people = new Map([...met, ...members].map((one) => [one.uuid, one.memberName] as const));
  const isMember = (uuid: string) => members.some((one) => one.uuid === uuid);
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => Number(isMember(other.value)) - Number(isMember(one.value)));
}
