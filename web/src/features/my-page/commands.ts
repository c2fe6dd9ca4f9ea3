import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeProfile, withdraw } from "#contracts/member/api";
import { leaveTeam } from "#contracts/team/api";
import { call } from "#web/lib/calls/api.ts";
import { memberInfoQuery } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { ownProfileQuery } from "./queries.ts";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly chosen one; null keeps the present. */
  readonly picture: Blob | null;
}

/** spec/wire-contract.md §3.4 */
export function useChangeProfile() {
  const client = useQueryClient();
  const { uuid } = useSession();
  return useMutation({
    mutationFn: ({ name, explain, picture }: ProfileForm) =>
      call(changeProfile, { body: { memberName: name, memberExplain: explain }, picture }),
    onSuccess: ({ data }) => {
      client.setQueryData(ownProfileQuery(uuid).queryKey, data);
      void client.invalidateQueries({ queryKey: memberInfoQuery(uuid).queryKey });
    },
  });
}

/** Asks for the own profile again; throws when that fails. */
export function useRefetchProfile() {
  const client = useQueryClient();
  const { uuid } = useSession();
  return () => client.fetchQuery({ ...ownProfileQuery(uuid), staleTime: 0 });
}

/** spec/wire-contract.md §3.5 */
export const useWithdraw = () => useMutation({ mutationFn: () => call(withdraw, {}) });

/** Leaves a team and fetches the own teams again, whatever came of it (spec/wire-contract.md §4.11). */
export function useLeaveTeam() {
  const client = useQueryClient();
  const { uuid } = useSession();
  return useMutation({
    mutationFn: (teamId: number) => call(leaveTeam, { params: { teamId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ["my-teams", uuid] }),
  });
}
