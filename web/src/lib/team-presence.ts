import { Doc } from "yjs";
import { type PresentPerson, teamRoom } from "#contracts/documents/api";
import { linkDocument } from "./document-link.ts";

/** Tells the team's room that this page is open and hears who else is there, each once. Returns how to leave. */
export function enterTeamRoom(
  teamId: number,
  onPeople: (people: readonly PresentPerson[]) => void,
): () => void {
  const doc = new Doc();
  const { provider, close } = linkDocument({ room: teamRoom(teamId), doc });
  const { awareness } = provider;
  const look = () => {
    const states = [...awareness.getStates()] as [number, Partial<PresentPerson>][];
    const others = states.flatMap(([id, { uuid, name, imageUrl }]) =>
      id !== doc.clientID && uuid && name ? [{ uuid, name, imageUrl: imageUrl ?? "" }] : [],
    );
    onPeople([...new Map(others.map((person) => [person.uuid, person])).values()]);
  };
  awareness.on("change", look);
  // The server writes who it is.
  awareness.setLocalStateField("isHere", true);
  provider.connect();
  return () => {
    awareness.off("change", look);
    close();
    doc.destroy();
  };
}
