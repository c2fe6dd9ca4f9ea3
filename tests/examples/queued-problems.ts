import type { ProblemQueueEvent } from "#contracts/problem-queue/events";
import { bamtol, dotori } from "./people.ts";

const teamId = 12;
const gamma = { provider: "programmers" as const, number: "67259", title: "", url: null };
export const texts = {
  title: "프로그래머스 67259",
  category: "코딩 테스트" as const,
  problems: [gamma],
  body: null,
};

type DataOf<Type extends ProblemQueueEvent["type"]> = Extract<ProblemQueueEvent, { type: Type }>["data"];

/** Queued by the manager. */
export const queued = (over: Partial<DataOf<"ProblemProposed">> = {}): ProblemQueueEvent => ({
  type: "ProblemProposed",
  data: { teamId, entryId: 1, ...texts, proposedBy: dotori, accepted: true, ...over },
});
/** Proposed by a member. */
export const proposed = (over: Partial<DataOf<"ProblemProposed">> = {}): ProblemQueueEvent =>
  queued({ entryId: 2, proposedBy: bamtol, accepted: false, ...over });
export const accepted = (entryId = 2): ProblemQueueEvent => ({
  type: "ProblemAccepted",
  data: { teamId, entryId, acceptedBy: dotori },
});
export const entryEdited = (over: Partial<DataOf<"ProblemEntryEdited">> = {}): ProblemQueueEvent => ({
  type: "ProblemEntryEdited",
  data: {
    teamId,
    entryId: 1,
    ...texts,
    title: "경주로 건설",
    body: "벽을 세워요",
    editedBy: dotori,
    ...over,
  },
});
export const moved = (entryId = 2, before: number | null = 1, order = [2, 1]): ProblemQueueEvent => ({
  type: "ProblemEntryMoved",
  data: { teamId, entryId, before, order },
});
export const entryRemoved = (entryId = 2, removedBy = bamtol): ProblemQueueEvent => ({
  type: "ProblemEntryRemoved",
  data: { teamId, entryId, removedBy },
});
export const entryPosted = (entryId = 1, date = "2025-12-12"): ProblemQueueEvent => ({
  type: "ProblemEntryPosted",
  data: { teamId, entryId, date },
});
export const autoPosting = (isOn = true, changedBy = dotori): ProblemQueueEvent => ({
  type: "AutoPostingChanged",
  data: { teamId, isOn, changedBy },
});
