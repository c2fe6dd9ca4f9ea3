import { applicationEvents } from "./application/events.ts";
import { articleEvents } from "./article/events.ts";
import { discussionEvents } from "./discussion/events.ts";
import type { EventOf } from "./event.ts";
import { inboxEvents } from "./inbox/events.ts";
import { memberEvents } from "./member/events.ts";
import { problemQueueEvents } from "./problem-queue/events.ts";
import { recruitmentEvents } from "./recruitment/events.ts";
import { attendanceEvents } from "./rhythm/events.ts";
import { subjectEvents } from "./subject/events.ts";
import { teamEvents } from "./team/events.ts";

/** Every type of event that the log may contain. */
export const eventCatalogue = {
  ...memberEvents,
  ...teamEvents,
  ...articleEvents,
  ...subjectEvents,
  ...discussionEvents,
  ...attendanceEvents,
  ...problemQueueEvents,
  ...recruitmentEvents,
  ...applicationEvents,
  ...inboxEvents,
};
export type DomainEvent = EventOf<typeof eventCatalogue>;
export type EventType = DomainEvent["type"];
