import { type PresentPerson, teamRoom } from "#contracts/documents/api";
import { currentToken, memberOf } from "../session.ts";
import { linkPresence } from "./presence-link.ts";

/**
 * Tells the team's room that this page is open and hears which other members are there, each once: another tab of one's
 * own is nobody else. Returns how to leave.
 */
export function enterTeamRoom(
  teamId: number,
  onPeople: (people: readonly PresentPerson[]) => void,
): () => void {
  const own = memberOf(currentToken());
  return linkPresence(teamRoom(teamId), (states) => {
    const people = states.flatMap((state) => {
      const { uuid, name, imageUrl = "" } = JSON.parse(state) as Partial<PresentPerson>;
      return uuid && uuid !== own && name ? [{ uuid, name, imageUrl }] : [];
    });
    onPeople([...new Map(people.map((person) => [person.uuid, person])).values()]);
  });
}
