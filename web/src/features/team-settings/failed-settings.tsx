import { serverMessage } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Something could not be fetched, and how to try again. */
export const FailedSettings = ({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) => (
  <EmptyState art="broken" title={title} text={serverMessage(error)}>
    <Button look="soft" size="small" onClick={onRetry}>
      다시 시도
    </Button>
  </EmptyState>
);
