import { QueryClient } from "@tanstack/react-query";
import { currentToken, memberOf, onSessionChange } from "../session.ts";
import { ApiError } from "./api-error.ts";

const repetitions = 3;

/** Retries up to three times without a response and on 5xx, never on 4xx (spec/wire-contract.md §12). */
export const retryOnNoAnswer = (failures: number, error: unknown): boolean =>
  failures < repetitions && error instanceof ApiError && (error.noAnswer || error.status >= 500);

/** Retries anything up to three times except a 401 with one of these codes: member info 100, team list 100 and 101. */
export const retryExcept =
  (...codes: number[]) =>
  (failures: number, error: unknown): boolean =>
    failures < repetitions &&
    !(error instanceof ApiError && error.status === 401 && codes.includes(error.code));

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryOnNoAnswer,
        retryDelay: (failures) => 1000 * 2 ** failures,
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 10_000,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/**
 * Clears data of one member as soon as another member, or a visitor, uses the page. Queries with the former member's id
 * in their key are removed before the others are fetched again. Returns a function that stops.
 */
export function emptyOnMemberChange(client: QueryClient): () => void {
  let member = memberOf(currentToken());
  return onSessionChange(() => {
    const now = memberOf(currentToken());
    if (now === member) return;
    client.removeQueries({ predicate: (query) => !query.isActive() || query.queryKey.includes(member) });
    member = now;
    void client.resetQueries();
  });
}
