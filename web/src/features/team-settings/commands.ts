import { useQueryClient } from "@tanstack/react-query";
import { addCoManager, delegateManager, demoteManager, kickMember } from "#contracts/membership/api";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { settingsKeys } from "./queries.ts";
import type { Selection } from "./role-changes.ts";
import { roleChanges } from "./role-changes.ts";

const endpoints = {
  coManager: addCoManager,
  delegate: delegateManager,
  demote: demoteManager,
  kick: kickMember,
} as const;

interface RoleChangeSettings {
  /** Called with true when the caller delegates the own role, and with false if that fails. */
  readonly onGivingUp: (isGivingUp: boolean) => void;
  readonly onNoManager: () => void;
  readonly onApplied: () => void;
}

/**
 * Executes the chosen role change or kick; after a delegation the caller leaves the page (spec/wire-contract.md §4.13).
 */
export function useChangeRole(
  teamId: number,
  selection: Selection | null,
  name: string,
  { onGivingUp, onNoManager, onApplied }: RoleChangeSettings,
) {
  const client = useQueryClient();
  const change = selection?.change ?? "kick";
  const { question, meaning, success, failure } = roleChanges[change];
  const isDelegation = change === "delegate";
  const { run, isPending } = useCommand(endpoints[change], {
    confirm: question && { ...question, text: meaning(name) },
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
