import { useQueryClient } from "@tanstack/react-query";
import { allKey } from "#contracts/live";
import { createTeam } from "#contracts/team/api";
import { type CommandSettings, useCommand } from "#web/lib/calls/use-command.ts";
import type { TeamForm } from "#web/ui/team-form.ts";
import type { Founders } from "./founders.ts";

interface NewTeam {
  readonly form: TeamForm;
  readonly picture: Blob | null;
  readonly founders: Founders;
}

/** Creates a team (spec/wire-contract.md §4.5). */
export function useCreateTeam(settings: Pick<CommandSettings<typeof createTeam>, "onSuccess" | "failure">) {
  const client = useQueryClient();
  return useCommand(createTeam, {
    ...settings,
    refresh: () =>
      Promise.all(
        [["my-teams"], ["team-directory", allKey]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    success: "팀 생성을 완료했어요",
  });
}

export function partsOf({ form, picture, founders }: NewTeam) {
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
