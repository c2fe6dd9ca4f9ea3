import { Outlet, useLocation, useNavigation } from "react-router-dom";
import { useKeptFocus } from "#web/lib/kept-focus.ts";
import { useSession } from "#web/lib/session.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { DocumentTitle } from "./document-title.tsx";
import { Frame } from "./frame.tsx";
import { MeMenu } from "./me-menu.tsx";
import { useFreshStart } from "./use-fresh-start.ts";

/** The frame of every page that the router shows. */
export function Shell() {
  const main = useFreshStart();
  useKeptFocus();
  const { isLoggedIn } = useSession();
  return (
    <Frame
      here={useLocation()}
      me={isLoggedIn ? <MeMenu /> : undefined}
      notes={
        <>
          <ConnectionBar />
          {/* Stands before the page, so that a page may give a title of its own. */}
          <DocumentTitle />
        </>
      }
      main={main}
      isLoading={useNavigation().state === "loading"}
    >
      <Outlet />
    </Frame>
  );
}
