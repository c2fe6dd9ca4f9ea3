import { serverMessage } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Stands in for a part of the page that could not be fetched. */
export const FailedPane = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <EmptyState art="broken" title="불러오지 못했어요" text={serverMessage(error)}>
    <Button look="soft" onClick={onRetry}>
      다시 시도
    </Button>
  </EmptyState>
);
