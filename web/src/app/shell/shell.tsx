import { useLayoutEffect, useRef } from "react";
import { Outlet, useLocation, useNavigation } from "react-router-dom";
import { PaletteWindow } from "#web/features/search/palette-window.tsx";
import { OutboxWindow } from "#web/features/team/outbox/outbox-button.tsx";
import { useVisits } from "#web/lib/last-visit.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useLacksProfile } from "#web/lib/missing-profile.ts";
import { focusable, useRestoredFocus } from "#web/lib/restored-focus.ts";
import { useSession } from "#web/lib/session.ts";
import { showTitle } from "#web/lib/tab-title.ts";
import { documentTitleOf } from "#web/lib/titles.ts";
import { useOutboxRuns } from "#web/lib/unsent/use-unsent.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { Frame } from "./frame.tsx";
import { AreaLink } from "./header.tsx";
import { MeMenu, useLogOut } from "./me-menu.tsx";
import styles from "./shell.module.css";

const bell = lazyModule(() => import("./bell.tsx"));

/** The layout of every page that the router renders. */
export function Shell() {
  const main = useFreshStart();
  useRestoredFocus();
  const { isLoggedIn, uuid } = useSession();
  useVisits(uuid);
  useOutboxRuns();
  const here = useLocation();
  return (
    <Frame
      here={here}
      home={
        isLoggedIn ? (
          <AreaLink to="/" here={here}>
            오늘
          </AreaLink>
        ) : undefined
      }
      me={isLoggedIn ? <Tools /> : undefined}
      notes={
        <>
          <ConnectionBar />
          <OutboxWindow />
          <PaletteWindow logOut={useLogOut()} />
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

/** Content at the end of the header for members. */
function Tools() {
  const lacksProfile = useLacksProfile();
  const loaded = useLazyModule(bell, !lacksProfile);
  return (
    <>
      {!lacksProfile && (loaded ? <loaded.Bell /> : <span className={styles.bellsPlace} />)}
      <MeMenu />
    </>
  );
}

/** The browser's title follows the path (spec/ui.md §4). */
function DocumentTitle() {
  const { pathname } = useLocation();
  // Before the focus moves to the main landmark, which this names.
  useLayoutEffect(() => showTitle(documentTitleOf(pathname)), [pathname]);
  return null;
}

const firstSegment = (path: string) => path.split("/")[1] ?? "";

/**
 * Moves the focus into the page when the path changes: to the heading of a side tab, otherwise to the main landmark.
 * Scrolls to the top when the first segment changes, not when only a later one does (spec/ui.md §1). Returns the ref of
 * the main landmark.
 */
function useFreshStart() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    const isNewPage = firstSegment(shown.current) !== firstSegment(pathname);
    shown.current = pathname;
    if (isNewPage) window.scrollTo(0, 0);
    const heading = isNewPage ? null : main.current?.querySelector<HTMLElement>("[data-side-tab] h2");
    (heading ? focusable(heading) : main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
