import type { TeamToday } from "#contracts/today/api";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";

const startList = lazyModule(() => import("../team/start-list.tsx"));

/** `팀 시작하기` of the newest team with open first steps; loaded only for its managers. */
export function StartPanel({ teams, date }: { teams: readonly TeamToday[]; date: string }) {
  const team = teams.find(({ start }) => start !== null);
  const loaded = useLazyModule(startList, team !== undefined);
  return team?.start && loaded ? (
    <loaded.StartList
      key={team.teamId}
      teamId={team.teamId}
      teamName={team.teamName}
      date={date}
      start={team.start}
    />
  ) : null;
}
