import { useLocation } from "react-router-dom";
import { titleOf } from "#web/lib/titles.ts";
import { AccountPage } from "#web/ui/account-page.tsx";
import { MyApplications } from "./my-applications.tsx";

/** `/my-dashboard/applications`: the third part of my page. */
export const MyApplicationsPage = () => (
  <AccountPage part="applications" title={titleOf(useLocation().pathname)}>
    <MyApplications />
  </AccountPage>
);
