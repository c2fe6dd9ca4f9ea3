import { serverMessage } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { articlesFailed } from "./texts.ts";

/** Something could not be fetched, and how to try again. */
export const FailedPane = ({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  /** Fixed text; without one the server message or the text for articles. */
  title?: string;
  onRetry: () => void;
}) => (
  <EmptyState
    art="broken"
    title={title ?? serverMessage(error) ?? articlesFailed}
    text={title && serverMessage(error)}
  >
    <Button look="soft" size="small" onClick={onRetry}>
      다시 시도
    </Button>
  </EmptyState>
);
