import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { allKey } from "#contracts/live";
import {
  addCoManager,
  changeTeamInfo,
  delegateManager,
  deleteTeam,
  demoteManager,
  kickMember,
} from "#contracts/team/api";
import { call } from "#web/lib/calls/api.ts";
import { ApiError } from "#web/lib/calls/api-error.ts";
import { newIdempotencyKey } from "#web/lib/calls/idempotency.ts";
import { settingsKeys } from "./queries.ts";
import type { Selection } from "./selection.ts";
import type { TeamParts } from "./team-change.ts";

export interface TeamSaving {
  readonly parts: TeamParts;
  readonly picture: Blob | null;
  /** Revision that the person has seen. */
  readonly ifMatch: number;
}

const isSame = (a: TeamSaving, b: TeamSaving) =>
  a.picture === b.picture &&
  a.ifMatch === b.ifMatch &&
  JSON.stringify(Object.entries(a.parts)) === JSON.stringify(Object.entries(b.parts));

/** Saves team information and answers the present state; a stale revision is refused with 412 (spec/wire-contract.md §4.7). */
export function useSaveTeam(teamId: number) {
  const client = useQueryClient();
  // A press that got no answer may have saved all the same: pressing again unchanged repeats that very call.
  const unanswered = useRef<{ saving: TeamSaving; key: string } | null>(null);

  return useMutation({
    mutationFn: async (saving: TeamSaving) => {
      const { parts, picture, ifMatch } = saving;
      const last = unanswered.current;
      const idempotencyKey = last && isSame(last.saving, saving) ? last.key : newIdempotencyKey();
      unanswered.current = null;
      try {
        const options = { params: { teamId }, body: { ...parts }, picture, ifMatch, idempotencyKey };
        return (await call(changeTeamInfo, options)).data;
      } catch (error) {
        if (error instanceof ApiError && error.noAnswer) unanswered.current = { saving, key: idempotencyKey };
        throw error;
      }
    },
    onSuccess: (saved) => {
      client.setQueryData(settingsKeys.team(teamId), saved);
      for (const queryKey of [settingsKeys.team(teamId), ["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** Deletes the team; answers the words of the server (spec/wire-contract.md §4.8). */
export function useDeleteTeam(teamId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(deleteTeam, { params: { teamId } })).message,
    onSuccess: () => {
      for (const queryKey of [["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
    },
  });
}

const endpoints = {
  coManager: addCoManager,
  delegate: delegateManager,
  demote: demoteManager,
  kick: kickMember,
} as const;

/** Carries out a role change or a kick (spec/wire-contract.md §4.13). */
export const useChangeRole = (teamId: number) =>
  useMutation({
    mutationFn: ({ uuid, change, reason }: Selection) =>
      call(endpoints[change], {
        params: { teamId },
        body: { memberInfo: uuid, ...(reason.trim() !== "" && { reason }) },
      }),
  });
