import { useEffect } from "react";
import { ApiError, serverMessage } from "#web/lib/calls/api-error.ts";
import { toast } from "#web/ui/toast.tsx";

interface Failing {
  readonly error: unknown;
  readonly errorUpdatedAt: number;
  readonly isLoadingError: boolean;
}

/**
 * Shows a toast if a query fails. Without a response no toast is shown over loaded data, because the bar below the
 * header reports lost connections. `withMessage` prefers the server's message.
 */
export function useFailureToast(query: Failing | undefined, text: string, withMessage = false): void {
  const { error = null, errorUpdatedAt = 0, isLoadingError = false } = query ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast per failure
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    if (error.noAnswer && !isLoadingError) return;
    toast.error((withMessage && serverMessage(error)) || text);
  }, [errorUpdatedAt]);
}
