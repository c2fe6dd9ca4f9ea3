import { Refused } from "#contracts/errors";
import type { EventStore } from "../event-store/event-store.ts";
import type { Ids } from "../platform/database/ids.ts";
import { type CommandContext, handle } from "../platform/decider.ts";
import { streamOf } from "./facts.ts";
import { type SubjectCommand, subject } from "./subject.ts";

type Posting = Extract<SubjectCommand, { type: "PostSubject" }>;

/** Posts the problem of a day from a team's queue, unless the day has one. */
export const postQueuedProblem =
  (store: EventStore, ids: Ids) =>
  async (
    context: CommandContext,
    problem: Omit<Posting, "type" | "subjectId" | "imageUrl">,
  ): Promise<void> => {
    const subjectId = await ids.next("article");
    await handle(store, context, {
      decider: subject,
      stream: streamOf(problem.teamId, problem.date),
      command: { type: "PostSubject", ...problem, subjectId, imageUrl: null },
    }).catch((error) => {
      // A manager was quicker than the read model that says so.
      if (!(error instanceof Refused) || error.code !== "subject-exists") throw error;
    });
  };
