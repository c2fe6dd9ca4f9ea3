import { useQuery } from "@tanstack/react-query";
import { InviteButton } from "#web/features/team/invitation/invite-button.tsx";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useLiveGone } from "#web/lib/live/use-live.tsx";
import { useSession } from "#web/lib/session.ts";
import { useRights } from "#web/lib/use-rights.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { managerOf, membersQuery, teamQuery, unlessRefused } from "./queries.ts";
import { RoleHistory } from "./role-history.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { TeamMembers } from "./team-members.tsx";
import styles from "./team-settings.module.css";

/** The members of a team, their roles, and the role history (spec/ui.md §15.2). */
export const TeamMembersPage = () => <TeamRoute page={MembersScreen} />;

function MembersScreen({ teamId }: { teamId: number }) {
  const { uuid } = useSession();
  const query = useQuery(membersQuery(teamId));
  const team = useQuery(teamQuery(teamId));
  const teamPage = `/team-dashboard/${teamId}`;
  const rights = useRights(teamId, {
    isManager: managerOf(query),
    elsewhere: teamPage,
  });
  // The refetch after a deletion is refused, which shows the not-found page.
  useLiveGone("team-members", teamId, (code) => {
    if (code === "deleted") void query.refetch();
  });
  if (isRefusal(query.error, "team-not-found")) return <NotFound />;
  return (
    <SettingsFrame teamId={teamId}>
      <Fetched
        query={unlessRefused(query)}
        failed="멤버를 가져오지 못했습니다."
        skeleton={<MembersSkeleton />}
      >
        {(members) => (
          <>
            {team.data && (
              <InviteButton
                team={{ ...team.data, memberCount: members.length }}
                className={cx(buttonClass({ look: "soft", size: "small" }), styles.invite)}
              />
            )}
            <TeamMembers
              teamId={teamId}
              members={members}
              own={uuid}
              onGivingUp={rights.giveUp}
              onNoManager={() => rights.leave(teamPage)}
            />
            <RoleHistory teamId={teamId} members={members} />
          </>
        )}
      </Fetched>
    </SettingsFrame>
  );
}

/** Skeleton of the member table. */
const MembersSkeleton = () => (
  <>
    <SectionTitle className={styles.title}>멤버</SectionTitle>
    <Card card={false} className={styles.skeleton} aria-busy="true">
      <HiddenText>정보를 가져오는 중…</HiddenText>
      {[84, 64, 96, 72].map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width={36} height={36} round />
          <Skeleton width={width} height={18} />
        </div>
      ))}
    </Card>
  </>
);
