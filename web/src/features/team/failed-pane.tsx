import { serverMessage } from "#web/lib/calls/api-error.ts";
import { FailedState } from "#web/ui/failed-state.tsx";
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
  <FailedState
    title={title ?? serverMessage(error) ?? articlesFailed}
    error={title && error}
    onRetry={onRetry}
  />
);
