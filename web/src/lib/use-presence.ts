import { useEffect, useState } from "react";
import { Doc } from "yjs";
import { type PresentPerson, teamRoom } from "#contracts/documents/api";
import { linkDocument } from "./document-link.ts";

/** The other members who have the team's page open, each once; tells them that this one is here, too. */
export function useTeamPresence(teamId: number, isMember: boolean): readonly PresentPerson[] {
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    if (!isMember) return;
    const doc = new Doc();
    const { provider, close } = linkDocument({ room: teamRoom(teamId), doc });
    const { awareness } = provider;
    const look = () => {
      const states = [...awareness.getStates()] as [number, Partial<PresentPerson>][];
      const others = states.flatMap(([id, { uuid, name, imageUrl }]) =>
        id !== doc.clientID && uuid && name ? [{ uuid, name, imageUrl: imageUrl ?? "" }] : [],
      );
      setPeople([...new Map(others.map((person) => [person.uuid, person])).values()]);
    };
    awareness.on("change", look);
    // The server writes who it is.
    awareness.setLocalStateField("isHere", true);
    provider.connect();
    return () => {
      awareness.off("change", look);
      close();
      doc.destroy();
      setPeople([]);
    };
  }, [teamId, isMember]);
  return people;
}
