import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page } from "#web/ui/page.tsx";

/** A page that could not be loaded or drawn. Loading again also heals a page left over from an older release. */
export function RouteFault() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <BrokenPage />;
}

/** Browsers remember that a script did not come: only a page loaded anew asks for it again. */
const reload = () => window.location.reload();

/** What failed without a network is tried again by itself once there is one, as the bar says. */
function BrokenPage() {
  const isOnline = useOnline();
  const wasOffline = useRef(!isOnline);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    if (!isOnline || !wasOffline.current) return;
    // A browser says that it has a network a little before anything can be reached.
    const asking = setInterval(() => {
      fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(reload, () => {});
    }, 1000);
    return () => clearInterval(asking);
  }, [isOnline]);
  return (
    <Page>
      <EmptyState
        isPage
        art="broken"
        title="불러오지 못했어요"
        text={isOnline ? "잠시 뒤에 다시 시도해 주세요." : "연결되면 저절로 다시 불러와요."}
      >
        <Button look="neutral" size="small" onClick={reload}>
          <Icon name="refresh" size="small" />
          다시 시도
        </Button>
      </EmptyState>
    </Page>
  );
}
