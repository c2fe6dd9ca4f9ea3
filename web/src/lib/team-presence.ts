import { type PresentPerson, teamRoom } from "#contracts/documents/api";
import { linkPresence } from "./presence-link.ts";

/** Tells the team's room that this page is open and hears who else is there, each once. Returns how to leave. */
export function enterTeamRoom(
  teamId: number,
  onPeople: (people: readonly PresentPerson[]) => void,
): () => void {
  return linkPresence(teamRoom(teamId), (states) => {
    const people = states.flatMap((state) => {
      const { uuid, name, imageUrl = "" } = JSON.parse(state) as Partial<PresentPerson>;
      return uuid && name ? [{ uuid, name, imageUrl }] : [];
    });
    onPeople([...new Map(people.map((person) => [person.uuid, person])).values()]);
  });
}
