import type { ReactNode } from "react";
import { useLocation, useParams } from "react-router-dom";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page, PageHead } from "#web/ui/page.tsx";
import { WithSideTabs } from "#web/ui/side-tabs.tsx";

/** Gives the team of the address to a settings screen; an address without one leads nowhere. */
export function OfTeam({ children }: { children: (teamId: number) => ReactNode }) {
  const { teamId = "" } = useParams();
  const id = Number(teamId);
  if (!/^\d+$/.test(teamId) || !Number.isSafeInteger(id)) return <NotFound />;
  return children(id);
}

/** Both settings screens with their tabs (spec/ui.md §15). */
export function SettingsFrame({ teamId, children }: { teamId: number; children: ReactNode }) {
  const { pathname } = useLocation();
  usePageName(useOwnTeamName(teamId));
  const tab = (to: string) => ({ to, isCurrent: pathname === to });
  return (
    <Page>
      <PageHead title="팀 설정" />
      <WithSideTabs
        label="팀 설정"
        tabs={[
          { ...tab(`/team-setting/team/${teamId}`), label: "팀 관리", icon: "sliders" },
          { ...tab(`/team-setting/members/${teamId}`), label: "멤버 관리", icon: "users" },
        ]}
      >
        {children}
      </WithSideTabs>
    </Page>
  );
}
