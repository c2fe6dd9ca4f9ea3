import { useEffect, useRef } from "react";
import { reload } from "#web/lib/new-version.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page } from "#web/ui/page.tsx";

/**
 * A page that failed to load or render. After a failure without a network it is loaded again once there is one, as the
 * bar says. Otherwise it reloads once automatically: most often a newer release has replaced the requested module.
 */
export function RouteError() {
  const isOnline = useOnline();
  const mayReload = useRef(!isOnline || !window.history.state?.isReloaded);
  useEffect(() => {
    if (!isOnline) mayReload.current = true;
    if (!isOnline || !mayReload.current) return;
    // A browser reports a network slightly before anything is reachable.
    const poll = () =>
      void fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(reload, () => {});
    poll();
    const polling = setInterval(poll, 1000);
    return () => clearInterval(polling);
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
