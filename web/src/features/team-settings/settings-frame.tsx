import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Rhythm } from "#contracts/rhythm/api";
import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { TeamLink } from "#web/features/team/team-link.tsx";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useLiveGone } from "#web/lib/live/use-live.tsx";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { Fetched } from "#web/ui/fetched.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { type SideTab, WithSideTabs } from "#web/ui/side-tabs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { settingsKeys } from "./queries.ts";

const tabsOf = (teamId: number, isManager: boolean): readonly SideTab[] => [
  ...(isManager
    ? ([
        { to: `/team-setting/team/${teamId}`, label: "팀 관리", icon: "sliders" },
        { to: `/team-setting/members/${teamId}`, label: "멤버 관리", icon: "users" },
      ] as const)
    : []),
  { to: `/team-setting/promise/${teamId}`, label: "약속과 하루", icon: "clock" },
  { to: `/team-setting/attendance/${teamId}`, label: "출석", icon: "calendar" },
  { to: `/team-setting/problems/${teamId}`, label: "문제 대기열", icon: "list-number" },
];

interface SettingsFrameProps {
  readonly teamId: number;
  /** Members see the tabs that are theirs. */
  readonly isManager?: boolean;
  readonly width?: "page" | "wide" | undefined;
  readonly children: ReactNode;
}

/** The frame of the settings screens with their tabs (spec/ui.md §15, spec/rhythm.md §5). */
export function SettingsFrame({ teamId, isManager = true, width = "page", children }: SettingsFrameProps) {
  const { pathname } = useLocation();
  usePageName(useOwnTeamName(teamId));
  return (
    <Page width={width}>
      <PageHeader title="팀 설정">
        <TeamLink teamId={teamId} />
      </PageHeader>
      <WithSideTabs label="팀 설정" tabs={tabsOf(teamId, isManager)} chips current={pathname}>
        {children}
      </WithSideTabs>
    </Page>
  );
}

const membersOnly = "팀원만 볼 수 있는 페이지예요";

/** The frame of a screen that members see, too: with the team's rhythm, which others are refused. */
export function RhythmFrame({
  teamId,
  width,
  skeleton,
  children,
}: Pick<SettingsFrameProps, "teamId" | "width"> & {
  skeleton: ReactElement;
  children: (rhythm: Rhythm, isManager: boolean) => ReactElement;
}) {
  const query = useQuery(rhythmQuery(teamId));
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOutsider = isRefusal(query.error, "caller-not-in-team");
  // The refetch is refused, which shows why.
  useLiveGone("rhythm", teamId, () => void query.refetch());
  useEffect(() => {
    if (!isOutsider) return;
    void navigate(`/team-dashboard/${teamId}`, { replace: true });
    toast(membersOnly);
  }, [isOutsider, navigate, teamId]);
  if (isRefusal(query.error, "team-not-found")) return <NotFound />;
  const { data, error, refetch } = query;
  // Until it is known: only managers have the team's data for managers.
  const isManager = data
    ? data.discord !== null
    : client.getQueryData(settingsKeys.team(teamId)) !== undefined;
  return (
    <SettingsFrame teamId={teamId} isManager={isManager} width={width}>
      <Fetched
        query={{ data: isOutsider ? undefined : data, error: isOutsider ? null : error, refetch }}
        failed="약속을 가져오지 못했어요"
        skeleton={skeleton}
      >
        {(rhythm) => children(rhythm, isManager)}
      </Fetched>
    </SettingsFrame>
  );
}
