import { Navigate, useLocation, useParams } from "react-router-dom";
import { useSession } from "#web/lib/session.ts";
import { titleOf } from "#web/lib/titles.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { AccountPage } from "#web/ui/account-page.tsx";
import { ProfilePane } from "./profile-pane.tsx";
import { TeamsPane } from "./teams-pane.tsx";

/** My page (spec/ui.md §14); `/modification` shows the profile in edit mode. */
export function MyPage() {
  const { pathname, key } = useLocation();
  const { category } = useParams();
  const { isLoggedIn } = useSession();
  const isModification = category === undefined;
  if (!isModification && category !== "profile" && category !== "teams")
    return <Navigate to="/not-found" replace />;
  if (!isLoggedIn) return <ToLogin />;

  const isTeams = category === "teams";
  return (
    <AccountPage part={isTeams ? "teams" : "profile"} title={titleOf(pathname)}>
      {/* A click on the tab returns to view mode. */}
      {isTeams ? <TeamsPane /> : <ProfilePane key={key} isModification={isModification} />}
    </AccountPage>
  );
}
