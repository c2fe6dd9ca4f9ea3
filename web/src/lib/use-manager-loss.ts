import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMyTeams } from "#contracts/membership/api";
import { read } from "./calls/api.ts";
import { useLiveGone } from "./live/use-live.tsx";
import { useSession } from "./session.ts";

interface Loss {
  readonly teamId: number | null;
  readonly uuid: string | null;
  readonly cause: "role" | "deletion";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Why the caller is no longer a manager of a team, as soon as the server reports it; undefined before that, and when
 * the role is back. For screens with unsent text, which stay open: a refusal after the session ended does not count
 * after the next login.
 */
export function useManagerLoss(teamId: number | null): Loss["cause"] | undefined {
  const { uuid } = useSession();
  const [lost, setLost] = useState<Loss>();
  const loss = teamId !== null && lost?.teamId === teamId && lost.uuid === uuid ? lost : undefined;
  // A lost channel sends nothing until it is subscribed to again.
  useLiveGone("team-members", loss ? null : teamId, (code) => {
    if (code !== "too-many")
      setLost({ teamId, uuid, cause: code === "deleted" ? "deletion" : "role", at: Date.now() });
  });
  const managed = useManaged(loss?.cause === "role" ? uuid : null, "again");
  const isBack = loss && managed.since > loss.at && managed.ids?.some((id) => id === teamId);
  if (isBack) setLost(undefined);
  return loss?.cause;
}

/**
 * Whether the caller manages a team, for screens that check it first: `isChecking` until the first response, but not if
 * none arrives.
 */
export function useFirstManager(teamId: number) {
  const { ids, isChecking } = useManaged(useSession().uuid, "first");
  return { isManager: ids?.includes(teamId), isChecking };
}

/**
 * Ids of the teams that a member manages, live, with the time of the response; not fetched without a member. A fetch
 * after a loss must not return a response that was already on its way.
 */
function useManaged(uuid: string | null, when: "first" | "again") {
  const query = useQuery({
    queryKey: ["my-teams", uuid, "managed", when],
    queryFn: async ({ signal }) =>
      (await read(getMyTeams, { signal })).filter((team) => team.teamManager).map((team) => team.teamId),
    enabled: uuid !== null,
    staleTime: 0,
  });
  const { data: ids, dataUpdatedAt: since, isFetching, failureCount } = query;
  return { ids, since, isChecking: ids === undefined && isFetching && failureCount === 0 };
}
