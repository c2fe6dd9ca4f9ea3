import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { useSession } from "#web/lib/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type Membership, myTeamsQuery, teamPeopleQuery } from "./queries.ts";
import styles from "./withdraw.module.css";

/**
 * What becomes of the teams that have no other manager (spec/wire-contract.md §3.5). Stays on show while the form round
 * it ends the account.
 */
export const SoleManagerLines = memo(function SoleManagerLines() {
  const { uuid } = useSession();
  const teams = useQuery(myTeamsQuery(uuid));
  const managed = (teams.data ?? []).filter(({ teamManager }) => teamManager);
  return (
    <div className={styles.teams}>
      {managed.map((team) => (
        <SoleManagerLine key={team.teamId} team={team} />
      ))}
    </div>
  );
});

function SoleManagerLine({ team }: { team: Membership }) {
  const people = useQuery(teamPeopleQuery(team.teamId)).data;
  if (people?.filter(({ isTeamManager }) => isTeamManager).length !== 1) return null;
  return (
    <Notice tone="warning">
      {people.length === 1
        ? `${team.teamName}에는 나 말고 다른 멤버가 없어요. 탈퇴하면 팀도 함께 삭제됩니다.`
        : `${team.teamName}의 방장이 나뿐이에요. 탈퇴하면 가장 오래 함께한 멤버가 방장이 됩니다.`}
    </Notice>
  );
}
