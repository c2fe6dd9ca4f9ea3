import { useState } from "react";
import { useSession } from "./session.ts";
import { useLive, useLiveGone } from "./use-live.tsx";

/**
 * Whether the caller is no manager of a team, or not any more, as soon as the server says so; false while nothing has
 * been said. For screens that stay, because words stand in them: what a visitor was told while the login was over does
 * not count once it is there again.
 */
export function useManagerLoss(teamId: number | null): boolean {
  const { uuid } = useSession();
  const [lost, setLost] = useState<{ teamId: number | null; uuid: string | null }>();
  useLive("team-members", teamId);
  useLiveGone("team-members", teamId, (code) => {
    if (code !== "too-many") setLost({ teamId, uuid });
  });
  return teamId !== null && lost?.teamId === teamId && lost.uuid === uuid;
}
