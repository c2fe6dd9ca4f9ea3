import { useEffect } from "react";
import { ApiError, serverMessage } from "#web/lib/calls/api-error.ts";
import { toast } from "#web/ui/toast.tsx";

interface Failing {
  readonly error: unknown;
  readonly errorUpdatedAt: number;
  readonly isLoadingError: boolean;
}

/**
 * Says that something on show could not be fetched again. Silence while old data stands is not worth a note: the bar below
 * the header tells about lost connections. `withMessage` prefers the server's own words.
 */
export function useFailureToast(query: Failing | undefined, text: string, withMessage = false): void {
  const { error = null, errorUpdatedAt = 0, isLoadingError = false } = query ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: one note per failure
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    if (error.noAnswer && !isLoadingError) return;
    toast.error((withMessage && serverMessage(error)) || text);
  }, [errorUpdatedAt]);
}
