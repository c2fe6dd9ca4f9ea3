import { serverMessage } from "#web/lib/calls/api-error.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Something could not be fetched: what, what the server says (or what to look at when it says nothing), and how to try again. */
export const FailedState = ({
  title,
  error,
  onRetry,
}: {
  title: string;
  error?: unknown;
  onRetry: () => void;
}) => (
  <EmptyState art="broken" title={title} text={serverMessage(error) ?? "연결을 확인하고 다시 시도해 주세요."}>
    <Button look="soft" onClick={onRetry}>
      다시 시도
    </Button>
  </EmptyState>
);
