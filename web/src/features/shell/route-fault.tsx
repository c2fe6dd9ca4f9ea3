import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page } from "#web/ui/page.tsx";

/** A page that could not be loaded or drawn. Loading again also heals a page left over from an older release. */
export function RouteFault() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <Page>
      <EmptyState isPage art="broken" title="불러오지 못했어요" text="잠시 뒤에 다시 시도해 주세요.">
        <Button look="neutral" size="small" onClick={() => window.location.reload()}>
          <Icon name="refresh" size="small" />
          다시 시도
        </Button>
      </EmptyState>
    </Page>
  );
}
