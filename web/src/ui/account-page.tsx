import type { ReactNode } from "react";
import { Page, PageHeader } from "./page.tsx";
import { WithSideTabs } from "./side-tabs.tsx";

interface AccountPageProps {
  readonly part: "profile" | "teams" | "notifications" | "applications";
  readonly title: string | null;
  readonly children: ReactNode;
}

/** Layout of the account pages: title and side tabs under `계정 정보` (spec/ui.md §14). */
export const AccountPage = ({ part, title, children }: AccountPageProps) => (
  <Page>
    <PageHeader title={title} />
    <WithSideTabs
      label="계정 정보"
      tabs={[
        { to: "/my-dashboard/profile", label: "프로필", icon: "user" },
        { to: "/my-dashboard/teams", label: "내 팀 관리", icon: "users" },
        { to: "/my-dashboard/notifications", label: "알림", icon: "bell" },
        { to: "/my-dashboard/applications", label: "내 신청 현황", icon: "mail" },
      ]}
      current={`/my-dashboard/${part}`}
    >
      {children}
    </WithSideTabs>
  </Page>
);
