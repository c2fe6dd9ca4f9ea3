import { useQueryClient } from "@tanstack/react-query";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { useChangeRole } from "./commands.ts";
import { settingsKeys } from "./queries.ts";
import { roleChanges } from "./role-changes.ts";
import type { Selection } from "./selection.ts";

/** `적용하기`: asks, carries out, tells; afterwards the list is fetched again, after delegation the team page stands. */
export function useApply(
  teamId: number,
  told: { onGivingUp: (wish: boolean) => void; onNoManager: () => void; onApplied: () => void },
) {
  const client = useQueryClient();
  const { alert, confirm } = useDialogs();
  const changing = useChangeRole(teamId);
  const fetchAgain = () => {
    for (const queryKey of [settingsKeys.members(teamId), settingsKeys.history(teamId)])
      void client.invalidateQueries({ queryKey });
  };

  const run = useOnce(async (selection: Selection) => {
    const { question, success, failure } = roleChanges[selection.change];
    if (question && !(await confirm(question))) return;
    const isDelegation = selection.change === "delegate";
    if (isDelegation) told.onGivingUp(true);
    try {
      await changing.mutateAsync(selection);
    } catch (error) {
      told.onGivingUp(false);
      await alert({ title: failure, text: serverMessage(error) });
      if (isRefusal(error, "not-a-manager")) told.onNoManager();
      else fetchAgain();
      return;
    }
    told.onApplied();
    if (!isDelegation) fetchAgain();
    await alert(success);
    if (isDelegation) told.onNoManager();
  });
  return { run, isPending: changing.isPending };
}
