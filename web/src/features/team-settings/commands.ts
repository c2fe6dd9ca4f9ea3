import { useQueryClient } from "@tanstack/react-query";
import { allKey } from "#contracts/live";
import { addCoManager, delegateManager, demoteManager, kickMember } from "#contracts/membership/api";
import { changeTeamInfo, deleteTeam } from "#contracts/team/api";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { type CommandSettings, useCommand } from "#web/lib/calls/use-command.ts";
import { settingsKeys } from "./queries.ts";
import type { Selection } from "./role-changes.ts";
import { roleChanges } from "./role-changes.ts";

type SaveSettings = Pick<CommandSettings<typeof changeTeamInfo>, "failure" | "onNoManager"> & {
  readonly onSaved: () => void;
};

/** Saves team information; a stale revision is refused with 412 (spec/wire-contract.md §4.7). */
export function useSaveTeam(teamId: number, { onSaved, ...settings }: SaveSettings) {
  const client = useQueryClient();
  return useCommand(changeTeamInfo, {
    ...settings,
    onSuccess: ({ data }) => {
      client.setQueryData(settingsKeys.team(teamId), data);
      for (const queryKey of [settingsKeys.team(teamId), ["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
      onSaved();
    },
    success: "팀 수정 성공",
  });
}

/** Deletes the team and shows the server's message (spec/wire-contract.md §4.8). */
export function useDeleteTeam(onDeleting: (isDeleting: boolean) => void, onGone: () => void) {
  const client = useQueryClient();
  return useCommand(deleteTeam, {
    confirm: {
      title: "팀을 정말 삭제하시겠습니까?",
      text: "팀의 글과 문제, 모집글까지 모두 사라지고 되돌릴 수 없어요.",
      yes: "삭제하기",
      danger: true,
    },
    optimistic: () => {
      onDeleting(true);
      return () => {};
    },
    onSuccess: () => {
      for (const queryKey of [["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
    },
    success: ({ message }) => message ?? "팀 삭제가 성공했습니다.",
    failure: (error) => serverMessage(error) ?? "팀 삭제에 실패했습니다.",
    onNoManager: onGone,
  });
}

const endpoints = {
  coManager: addCoManager,
  delegate: delegateManager,
  demote: demoteManager,
  kick: kickMember,
} as const;

interface RoleChangeSettings {
  /** The caller hands the own role over, or failed to. */
  readonly onGivingUp: (wish: boolean) => void;
  readonly onNoManager: () => void;
  readonly onApplied: () => void;
}

/** Carries out the chosen role change or kick; after a delegation the caller leaves (spec/wire-contract.md §4.13). */
export function useChangeRole(
  teamId: number,
  selection: Selection | null,
  { onGivingUp, onNoManager, onApplied }: RoleChangeSettings,
) {
  const client = useQueryClient();
  const change = selection?.change ?? "kick";
  const { question, success, failure } = roleChanges[change];
  const isDelegation = change === "delegate";
  const { run, isPending } = useCommand(endpoints[change], {
    confirm: question,
    optimistic: () => {
      if (isDelegation) onGivingUp(true);
      return () => onGivingUp(false);
    },
    refresh: (error) => {
      if (isRefusal(error, "not-a-manager") || (isDelegation && error === undefined)) return;
      for (const queryKey of [settingsKeys.members(teamId), settingsKeys.history(teamId)])
        void client.invalidateQueries({ queryKey });
    },
    onSuccess: onApplied,
    success,
    failure,
    onNoManager,
  });
  const apply = async ({ uuid, reason }: Selection) => {
    const body = { memberInfo: uuid, ...(reason.trim() !== "" && { reason }) };
    if ((await run({ params: { teamId }, body })) && isDelegation) onNoManager();
  };
  return { apply, isPending };
}
