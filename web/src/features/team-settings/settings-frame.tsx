import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { TeamLink } from "#web/features/team/team-link.tsx";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { WithSideTabs } from "#web/ui/side-tabs.tsx";

/** The frame of both settings screens with their tabs (spec/ui.md §15). */
export function SettingsFrame({ teamId, children }: { teamId: number; children: ReactNode }) {
  const { pathname } = useLocation();
  usePageName(useOwnTeamName(teamId));
  return (
    <Page>
      <PageHeader title="팀 설정">
        <TeamLink teamId={teamId} />
      </PageHeader>
      <WithSideTabs
        label="팀 설정"
        tabs={[
          { to: `/team-setting/team/${teamId}`, label: "팀 관리", icon: "sliders" },
          { to: `/team-setting/members/${teamId}`, label: "멤버 관리", icon: "users" },
        ]}
        current={pathname}
      >
        {children}
      </WithSideTabs>
    </Page>
  );
}
