import { useState } from "react";
import { useLive, useLiveGone } from "./use-live.tsx";

/**
 * Whether the caller is no manager of a team, or not any more, as soon as the server says so; false while nothing has
 * been said. For screens that stay, because words stand in them.
 */
export function useManagerLoss(teamId: number | null): boolean {
  const [lost, setLost] = useState<number | null>(null);
  useLive("team-members", teamId);
  useLiveGone("team-members", teamId, (code) => {
    if (code !== "too-many") setLost(teamId);
  });
  return teamId !== null && lost === teamId;
}
