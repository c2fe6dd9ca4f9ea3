import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TeamAdmin } from "#contracts/team/api";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useRights } from "#web/lib/use-rights.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { DeleteTeam } from "./delete-team.tsx";
import { managerOf, teamQuery } from "./queries.ts";
import { OfTeam, SettingsFrame } from "./settings-frame.tsx";
import { TeamEditor } from "./team-editor.tsx";
import { TeamFactsSkeleton } from "./team-facts-skeleton.tsx";
import { TeamView } from "./team-view.tsx";

/** Information about a team, to look at and to edit (spec/ui.md §15.1). */
export const TeamInfoPage = () => <OfTeam>{(teamId) => <TeamInfo key={teamId} teamId={teamId} />}</OfTeam>;

function TeamInfo({ teamId }: { teamId: number }) {
  const query = useQuery(teamQuery(teamId));
  const { leave } = useRights(teamId, {
    isManager: managerOf(query),
    elsewhere: "/team-list",
  });
  /** The team as it was when editing began; null while it is only looked at. */
  const [edited, setEdited] = useState<TeamAdmin | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const team = query.data;
  if (isRefusal(query.error, "team-not-found") && !isDeleted) return <NotFound />;

  return (
    <SettingsFrame teamId={teamId}>
      {team && edited && (
        <TeamEditor
          teamId={teamId}
          begun={edited}
          present={team}
          onDone={() => setEdited(null)}
          onNoManager={() => leave("/team-list")}
        />
      )}
      {team && !edited && <TeamView team={team} onEdit={() => setEdited(team)} />}
      {team && <DeleteTeam teamId={teamId} onDeleting={setDeleted} onGone={() => leave("/team-list")} />}
      {!team && !query.error && <TeamFactsSkeleton />}
      {!team && query.error && !isRefusal(query.error, "not-a-manager") && (
        <FailedState
          title="팀 정보를 가져오지 못했습니다."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </SettingsFrame>
  );
}
