import type { ReactNode } from "react";
import { FailedState } from "./empty-state.tsx";

/** Part of the answer of `useQuery`. */
export interface Fetch<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** What a query brings: its data once there are some, a failure with the way to try again, or the shape of what is coming. */
export function Fetched<T>({
  query: { data, error, refetch },
  failed,
  skeleton,
  children,
}: {
  query: Fetch<T>;
  /** Title of the failure. */
  failed: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  return error ? <FailedState title={failed} error={error} onRetry={() => void refetch()} /> : skeleton;
}
