import { useLocation } from "react-router-dom";
import { useSession } from "#web/lib/session.ts";
import { titleOf } from "#web/lib/titles.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { AccountPage } from "#web/ui/account-page.tsx";
import { MyApplications } from "./my-applications.tsx";

/** `/my-dashboard/applications`: the third part of my page. */
export function MyApplicationsPage() {
  const { pathname } = useLocation();
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) return <ToLogin />;
  return (
    <AccountPage part="applications" title={titleOf(pathname)}>
      <MyApplications />
    </AccountPage>
  );
}
