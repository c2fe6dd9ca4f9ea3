import { queryOptions } from "@tanstack/react-query";
import { getInvitation, type Invited } from "#contracts/invitation/api";
import { read } from "#web/lib/calls/api.ts";
import { ApiError } from "#web/lib/calls/api-error.ts";

const isEnded = (error: unknown) => error instanceof ApiError && [404, 410].includes(error.status);

/** The invitation of a link; its key contains the member, because the response contains their membership. */
export const invitedQuery = (token: string, uuid: string | null) =>
  queryOptions({
    queryKey: ["invited", token, uuid] as const,
    queryFn: ({ signal }) => read(getInvitation, { params: { token }, signal }),
    retry: (count, error) => !isEnded(error) && count < 1,
    meta: {
      follows: (answer) => (answer === undefined ? [] : [`team-page/${(answer as Invited).teamId}`]),
    },
  });

/** The message for a link that is no longer valid; undefined for any other failure. */
export const endedMessage = (error: unknown): string | undefined =>
  isEnded(error) ? (error as ApiError).message : undefined;
