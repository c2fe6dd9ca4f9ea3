import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { allKey } from "#contracts/live";
import { createTeam } from "#contracts/team/api";
import { call } from "#web/lib/calls/api.ts";
import { ApiError } from "#web/lib/calls/api-error.ts";
import { newIdempotencyKey } from "#web/lib/calls/idempotency.ts";
import type { TeamForm } from "#web/ui/team-form.ts";
import type { Founders } from "./founders.ts";

export interface NewTeam {
  readonly form: TeamForm;
  readonly picture: Blob | null;
  readonly founders: Founders;
}

/** Creates the team and answers its id (spec/wire-contract.md §4.5). */
export function useCreateTeam() {
  const client = useQueryClient();
  // A press that got no answer may have made the team all the same: pressing again unchanged repeats that very call.
  const unanswered = useRef<{ team: NewTeam; key: string } | null>(null);

  return useMutation({
    mutationFn: async (team: NewTeam) => {
      const isRepeated =
        unanswered.current?.team.form === team.form && unanswered.current.team.picture === team.picture;
      const key = isRepeated && unanswered.current ? unanswered.current.key : newIdempotencyKey();
      unanswered.current = null;
      try {
        const { data } = await call(createTeam, { ...partsOf(team), idempotencyKey: key });
        return data.teamId;
      } catch (error) {
        if (error instanceof ApiError && error.noAnswer) unanswered.current = { team, key };
        throw error;
      }
    },
    onSuccess: async () => {
      await Promise.all(
        [["my-teams"], ["team-directory", allKey]].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

function partsOf({ form, picture, founders }: NewTeam) {
  return {
    picture,
    body: {
      teamName: form.teamName,
      teamExplain: form.teamExplain,
      topic: form.topic ?? "",
      memberLimit: form.memberLimit,
      password: form.password,
      teamMemberUuids: [...founders.teamMemberUuids],
      ...(founders.teamRecruitId !== null && { teamRecruitId: founders.teamRecruitId }),
    },
  };
}
