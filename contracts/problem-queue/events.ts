import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";
import { subjectProblems } from "../problem-fields.ts";
import { categories } from "../subject/api.ts";

const entry = { teamId: z.number().int(), entryId: z.number().int() };
const by = z.uuid();
const texts = {
  title: z.string(),
  category: z.enum(categories),
  problems: subjectProblems,
  /** Plain text. It belongs to the team and is not personal, as that of problems. */
  body: z.string().nullable(),
};

/** Stream `problem-queue-<teamId>`: problems that wait for their day. `entryId` is 1, 2 … per team. */
export const problemQueueEvents = {
  /** `accepted` at once if a manager proposed it. */
  ProblemProposed: event(1, z.object({ ...entry, ...texts, proposedBy: by, accepted: z.boolean() })),
  ProblemAccepted: event(1, z.object({ ...entry, acceptedBy: by })),
  ProblemEntryEdited: event(1, z.object({ ...entry, ...texts, editedBy: by })),
  /** To the place before another entry, or to the end with null. `order` lists all entries of the queue afterwards. */
  ProblemEntryMoved: event(
    1,
    z.object({ ...entry, before: z.number().int().nullable(), order: z.array(z.number().int()) }),
  ),
  ProblemEntryRemoved: event(1, z.object({ ...entry, removedBy: by })),
  /** It has become the problem of a day. */
  ProblemEntryPosted: event(1, z.object({ ...entry, date: programText })),
  /** Switched on with the first entry, unless it was switched before. */
  AutoPostingChanged: event(1, z.object({ teamId: z.number().int(), isOn: z.boolean(), changedBy: by })),
};
export type ProblemQueueEvent = EventOf<typeof problemQueueEvents>;
