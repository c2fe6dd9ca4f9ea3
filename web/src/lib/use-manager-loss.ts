import { useState } from "react";
import { useSession } from "./session.ts";
import { useLive, useLiveGone } from "./use-live.tsx";

interface Loss {
  readonly teamId: number | null;
  readonly uuid: string | null;
  readonly cause: "role" | "deletion";
}

/**
 * Why the caller is no manager of a team, or not any more, as soon as the server says so; undefined while nothing has
 * been said. For screens that stay, because words stand in them: what a visitor was told while the login was over does
 * not count once it is there again.
 */
export function useManagerLoss(teamId: number | null): Loss["cause"] | undefined {
  const { uuid } = useSession();
  const [lost, setLost] = useState<Loss>();
  useLive("team-members", teamId);
  useLiveGone("team-members", teamId, (code) => {
    if (code !== "too-many") setLost({ teamId, uuid, cause: code === "deleted" ? "deletion" : "role" });
  });
  return teamId !== null && lost?.teamId === teamId && lost.uuid === uuid ? lost.cause : undefined;
}
