import type { ReactElement } from "react";
import { FailedState } from "./empty-state.tsx";

/** The part of the result of `useQuery` that is used. */
export interface Fetch<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Renders a query: its data once loaded, a failure with a retry button, or a skeleton. */
export function Fetched<T>({
  query: { data, error, refetch },
  failed,
  skeleton,
  children,
}: {
  query: Fetch<T>;
  /** Title of the failure. */
  failed: string;
  skeleton: ReactElement | null;
  children: (data: T) => ReactElement | null;
}) {
  if (data !== undefined) return children(data);
  return error ? <FailedState title={failed} error={error} onRetry={() => void refetch()} /> : skeleton;
}
