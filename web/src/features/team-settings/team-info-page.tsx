import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TeamAdmin } from "#contracts/team/api";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useLeaveGuard } from "#web/lib/use-leave-guard.ts";
import { useRights } from "#web/lib/use-rights.ts";
import { Fetched } from "#web/ui/fetched.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { DeleteTeam } from "./delete-team.tsx";
import { DiscussionOptions } from "./discussion-options.tsx";
import { managerOf, teamQuery, unlessRefused } from "./queries.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { TeamEditor } from "./team-editor.tsx";
import { TeamFactsSkeleton } from "./team-facts-skeleton.tsx";
import { TeamView } from "./team-view.tsx";

/** The page to view and edit information about a team (spec/ui.md §15.1). */
export const TeamInfoPage = () => <TeamRoute page={TeamInfo} />;

function TeamInfo({ teamId }: { teamId: number }) {
  const query = useQuery(teamQuery(teamId));
  const [isDirty, setDirty] = useState(false);
  const release = useLeaveGuard(isDirty);
  const { leave } = useRights(teamId, {
    isManager: managerOf(query),
    elsewhere: "/team-list",
    onLeave: release,
  });
  /** The team at the start of editing; null in view mode. */
  const [edited, setEdited] = useState<TeamAdmin | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  if (isRefusal(query.error, "team-not-found") && !isDeleted) return <NotFound />;

  return (
    <SettingsFrame teamId={teamId}>
      <Fetched
        query={unlessRefused(query)}
        failed="팀 정보를 가져오지 못했습니다."
        skeleton={<TeamFactsSkeleton />}
      >
        {(team) => (
          <>
            {edited ? (
              <TeamEditor
                teamId={teamId}
                begun={edited}
                present={team}
                onDirty={setDirty}
                onDone={() => setEdited(null)}
                onNoManager={() => leave("/team-list")}
              />
            ) : (
              <TeamView team={team} onEdit={() => setEdited(team)} />
            )}
            <DiscussionOptions teamId={teamId} onNoManager={() => leave("/team-list")} />
            <DeleteTeam teamId={teamId} onDeleting={setDeleted} onGone={() => leave("/team-list")} />
          </>
        )}
      </Fetched>
    </SettingsFrame>
  );
}
