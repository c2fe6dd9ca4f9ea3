import type { TeamToday } from "#contracts/today/api";
import { StartList } from "../team/start-list.tsx";

/** `팀 시작하기` of the newest team with open first steps. */
export function StartPanel({ teams, date }: { teams: readonly TeamToday[]; date: string }) {
  const team = teams.find(({ start }) => start !== null);
  return team?.start ? (
    <StartList
      key={team.teamId}
      teamId={team.teamId}
      teamName={team.teamName}
      date={date}
      start={team.start}
    />
  ) : null;
}
