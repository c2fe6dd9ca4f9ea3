import type { ReactNode } from "react";
import type { IconName } from "./icon.tsx";
import { Page, PageHead } from "./page.tsx";
import { WithSideTabs } from "./side-tabs.tsx";

type Part = "profile" | "teams" | "applications";

const parts: readonly { part: Part; label: string; icon: IconName }[] = [
  { part: "profile", label: "프로필", icon: "user" },
  { part: "teams", label: "내 팀 관리", icon: "users" },
  { part: "applications", label: "내 지원 현황", icon: "mail" },
];

/** Frame of my page: its title and the side tabs under `계정 정보` (spec/ui.md §14). */
export const AccountPage = ({
  part: current,
  title,
  children,
}: {
  part: Part;
  title: string | null;
  children: ReactNode;
}) => (
  <Page>
    <PageHead title={title} />
    <WithSideTabs
      label="계정 정보"
      tabs={parts.map(({ part, ...tab }) => ({
        ...tab,
        to: `/my-dashboard/${part}`,
        isCurrent: part === current,
      }))}
    >
      {children}
    </WithSideTabs>
  </Page>
);
