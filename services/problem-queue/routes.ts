import {
  changeAutoPosting,
  changeProblemEntry,
  proposeProblems,
  removeProblemEntry,
} from "#contracts/problem-queue/api";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import type { Platform } from "../platform/platform.ts";
import { countingOnce } from "../platform/quotas.ts";
import { isManager, rosterOf } from "../team/facts.ts";
import { type QueueCommand, queue, streamOf } from "./queue.ts";

interface QueuePlatform extends Pick<Platform, "store"> {
  /** @throws Refused too-many-requests */
  readonly countProposals: (memberId: string) => Promise<void>;
}

/** Commands of a team's problem queue (spec/rhythm.md §4). */
export function problemQueueRoutes(platform: QueuePlatform): Route[] {
  const { store } = platform;

  const byCaller = async ({
    params: { teamId },
    caller,
  }: {
    readonly params: { readonly teamId: number };
    readonly caller: string | null;
  }) => ({ teamId, callerId: caller as string, team: await rosterOf(store, teamId) });

  return [
    route(proposeProblems, (call) => propose(platform, call)),
    route(changeProblemEntry, (call) => {
      const { accepted, before, title, category, problems, body } = call.body;
      return handle(store, call.command, {
        decider: queue,
        stream: streamOf(call.params.teamId),
        command: async (): Promise<QueueCommand> => ({
          type: "ChangeEntry",
          ...(await byCaller(call)),
          entryId: call.params.entryId,
          accepted,
          before,
          texts: { title, category, problems, body },
        }),
      });
    }),
    route(removeProblemEntry, (call) =>
      handle(store, call.command, {
        decider: queue,
        stream: streamOf(call.params.teamId),
        command: async (): Promise<QueueCommand> => ({
          type: "RemoveEntry",
          ...(await byCaller(call)),
          entryId: call.params.entryId,
        }),
      }),
    ),
    route(changeAutoPosting, (call) =>
      handle(store, call.command, {
        decider: queue,
        stream: streamOf(call.params.teamId),
        command: async (): Promise<QueueCommand> => ({
          type: "ChangeAutoPosting",
          ...(await byCaller(call)),
          isOn: call.body.isOn,
        }),
      }),
    ),
  ];
}

function propose({ store, countProposals }: QueuePlatform, call: Call<typeof proposeProblems>) {
  const { teamId } = call.params;
  const callerId = call.caller as string;
  let isAccepted = false;
  return handle(store, call.command, {
    decider: queue,
    stream: streamOf(teamId),
    command: async (): Promise<QueueCommand> => {
      const team = await rosterOf(store, teamId);
      isAccepted = isManager(team, callerId);
      const entries = call.body.entries.map(({ title, category, problems, body }) => ({
        title,
        category,
        problems,
        body,
      }));
      return { type: "ProposeProblems", teamId, callerId, team, entries };
    },
    answer: (_, events) => ({
      data: {
        entryIds: events.flatMap(({ type, data }) => (type === "ProblemProposed" ? [data.entryId] : [])),
      },
      ...(isAccepted && { hasOtherMessage: true }),
    }),
    beforeAppend: countingOnce(() => countProposals(callerId)),
  });
}
