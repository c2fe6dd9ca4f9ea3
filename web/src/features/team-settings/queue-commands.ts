import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { oneJobAtATime } from "#contracts/jobs";
import {
  changeAutoPosting,
  changeProblemEntry,
  type ProblemEntry,
  removeProblemEntry,
} from "#contracts/problem-queue/api";
import { type ProblemQueue, problemQueueQuery } from "#web/features/team/rhythm/problem-queue.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { accepted, moved, removed } from "./queue-order.ts";

const changeFailed = "대기열을 바꾸지 못했어요";

/** The cached queue of a team, as the commands change it before the server has answered. */
function useCachedQueue(teamId: number) {
  const client = useQueryClient();
  const { queryKey } = problemQueueQuery(teamId);
  return {
    /** Returns the rollback. */
    change(changed: (queue: ProblemQueue) => ProblemQueue) {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (queue) => queue && changed(queue));
      return () => void client.setQueryData(queryKey, before);
    },
    refresh: () => client.invalidateQueries({ queryKey }),
  };
}

/** Commands on the entries of a queue, one after the other; the effect of each is shown as soon as it is sent. */
export function useQueueCommands(teamId: number) {
  const { change, refresh } = useCachedQueue(teamId);
  // A command that is begun while another one is being sent is not dropped.
  const [inTurn] = useState(oneJobAtATime);
  const [waiting, setWaiting] = useState<readonly number[]>([]);
  /** An entry is accepted or removed once, however often its button is pressed meanwhile. */
  const once = async (entryId: number, command: () => Promise<unknown>) => {
    if (waiting.includes(entryId)) return;
    setWaiting((now) => [...now, entryId]);
    await inTurn(command);
    setWaiting((now) => now.filter((each) => each !== entryId));
  };
  const changeEntries = (changed: (entries: readonly ProblemEntry[]) => ProblemEntry[]) =>
    change((queue) => ({ ...queue, entries: changed(queue.entries) }));
  const paramsOf = (entryId: number) => ({ teamId: String(teamId), entryId: String(entryId) });

  const moving = useCommand(changeProblemEntry, {
    optimistic({ params, body }) {
      const before = body?.before ?? null;
      return changeEntries((entries) =>
        moved(entries, Number(params.entryId), before === null ? null : Number(before)),
      );
    },
    refresh,
    failure: changeFailed,
  });
  const accepting = useCommand(changeProblemEntry, {
    optimistic: ({ params }) => changeEntries((entries) => accepted(entries, Number(params.entryId))),
    refresh,
    success: "대기열에 넣었습니다.",
    failure: changeFailed,
  });
  const removing = useCommand(removeProblemEntry, {
    optimistic: ({ params }) => changeEntries((entries) => removed(entries, Number(params.entryId))),
    refresh,
    success: "대기열에서 뺐습니다.",
    failure: "대기열에서 빼지 못했어요",
  });
  const switching = useCommand(changeAutoPosting, {
    optimistic: ({ body: { isOn } }) => change((queue) => ({ ...queue, autoPosting: isOn })),
    refresh,
    failure: changeFailed,
  });
  return {
    /** Entries with a command that has not ended. */
    isWaiting: (entryId: number) => waiting.includes(entryId),
    /** False if it was not moved. */
    move: async (entryId: number, before: number | null): Promise<boolean> =>
      (await inTurn(() => moving.run({ params: paramsOf(entryId), body: { before } }))) !== null,
    accept: (entryId: number) =>
      void once(entryId, () => accepting.run({ params: paramsOf(entryId), body: { accepted: true } })),
    remove: (entryId: number) => void once(entryId, () => removing.run({ params: paramsOf(entryId) })),
    switchTo: (isOn: boolean) =>
      void inTurn(() => switching.run({ params: { teamId: String(teamId) }, body: { isOn } })),
  };
}
export type QueueCommands = ReturnType<typeof useQueueCommands>;

/** Saves the texts of an entry. */
export function useSaveEntry(teamId: number, entryId: number, onSaved: () => void) {
  const { refresh } = useCachedQueue(teamId);
  const { run, isPending } = useCommand(changeProblemEntry, {
    refresh,
    onSuccess: onSaved,
    success: "대기열을 바꾸었습니다.",
    failure: "문제를 고치지 못했어요",
  });
  const save = (texts: Pick<ProblemEntry, "title" | "category"> & { problems: Record<string, unknown>[] }) =>
    void run({ params: { teamId: String(teamId), entryId: String(entryId) }, body: texts });
  return { save, isPending };
}
