import { queryOptions } from "@tanstack/react-query";
import { getInvitations } from "#contracts/invitation/api";
import { read } from "#web/lib/calls/api.ts";

/** Keys start with a live view and its key, so that a live message with that name invalidates them. */
export const invitationsKey = (teamId: number) => ["team-invitations", String(teamId)] as const;

export const invitationsQuery = (teamId: number) =>
  queryOptions({
    queryKey: invitationsKey(teamId),
    queryFn: ({ signal }) => read(getInvitations, { params: { teamId }, signal }),
  });
