import { useQuery, useQueryClient } from "@tanstack/react-query";
import { page as pageOf } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import type { Choice } from "#web/ui/select.tsx";
import { historyQuery, settingsKeys, type TeamMember, wholeHistory } from "./queries.ts";

const size = limits.roleHistoryPageSize;

/**
 * A page of the history of all members or of one. Once a manager turns to the filter, the whole history is loaded, and
 * pages and members are chosen without a call.
 */
export function useHistory(
  teamId: number,
  { member, page, isFiltered }: { member: string | null; page: number; isFiltered: boolean },
) {
  const client = useQueryClient();
  const whole = useQuery({
    queryKey: [...settingsKeys.history(teamId), "whole"],
    queryFn: () => wholeHistory(client, teamId, null),
    enabled: isFiltered,
  });
  const single = useQuery({ ...historyQuery(teamId, member, page), enabled: whole.data === undefined });
  if (!whole.data) return { query: single, whole: undefined };
  const shown = whole.data.filter(
    ({ actor, target }) => member === null || target.uuid === member || actor?.uuid === member,
  );
  const data = pageOf(shown.slice(page * size, (page + 1) * size), { page, size }, shown.length);
  return { query: { ...whole, data }, whole: whole.data };
}

/** The choices of the history's filter: all members, and former members who appear in the entries. */
export function peopleOf(
  members: readonly TeamMember[],
  entries: readonly RoleHistoryEntry[],
): readonly Choice<string>[] {
  const met = entries.flatMap(({ actor, target }) => (actor ? [target, actor] : [target]));
  // The current name of a member takes precedence over earlier ones.
  const people = new Map([...met, ...members].map((one) => [one.uuid, one.memberName] as const));
  const isMember = (uuid: string) => members.some((one) => one.uuid === uuid);
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => Number(isMember(other.value)) - Number(isMember(one.value)));
}
