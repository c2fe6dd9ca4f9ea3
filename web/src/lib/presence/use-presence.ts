import { useEffect, useState } from "react";
import type { PresentPerson } from "#contracts/documents/api";

/**
 * The other members who have the team's page open, each once; tells them that this one is here, too. The room's program
 * comes after the page, which never waits for it.
 */
export function useTeamPresence(teamId: number, isMember: boolean): readonly PresentPerson[] {
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    if (!isMember) return;
    let leave: (() => void) | undefined;
    let hasLeft = false;
    import("./team-presence.ts").then(
      ({ enterTeamRoom }) => {
        if (!hasLeft) leave = enterTeamRoom(teamId, setPeople);
      },
      // Without it the page says nothing of who is here.
      () => undefined,
    );
    return () => {
      hasLeft = true;
      leave?.();
      setPeople([]);
    };
  }, [teamId, isMember]);
  return people;
}
