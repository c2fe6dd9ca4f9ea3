import { z } from "zod";
import type { ApplicationEvent } from "../application/events.ts";
import { type EventOf, event } from "../event.ts";

const recruitmentId = z.number().int();
const memberId = z.uuid();
const teamId = z.number().int();
const text = z.object({
  recruitmentId,
  authorId: memberId,
  title: z.string().nullable(),
  /** Sanitised HTML. */
  body: z.string().nullable(),
  contact: z.string().nullable(),
  imageUrl: z.string().nullable(),
  revision: z.number().int(),
});
const personalText = { personal: { subject: "authorId", fields: ["title", "body", "contact", "imageUrl"] } };
/** `applicantIds`: members with pending applications. */
const stateChange = z.object({ recruitmentId, changedBy: memberId, applicantIds: z.array(memberId) });

/** Stream `recruitment-<id>`: the post and the team created from it. Its applications are in the same stream. */
export const recruitmentEvents = {
  RecruitmentPosted: event(1, text.extend({ teamId: teamId.nullable() }), personalText),
  /** `editedBy` may be a manager of the linked team; the texts remain the writer's. */
  RecruitmentEdited: event(1, text.extend({ editedBy: memberId }), personalText),
  RecruitmentClosed: event(1, stateChange),
  RecruitmentResumed: event(1, stateChange),
  /** Also closes a stream that was reserved for a team and never posted. */
  RecruitmentDeleted: event(
    1,
    z.object({ recruitmentId, teamId: teamId.nullable(), applicantIds: z.array(memberId) }),
  ),
  /** Reserves the recruitment for a team that is being created from it. */
  TeamReserved: event(1, z.object({ recruitmentId, teamId })),
  TeamLinked: event(1, z.object({ recruitmentId, teamId, applicantIds: z.array(memberId) })),
};
/** All events of the stream. */
export type RecruitmentEvent = EventOf<typeof recruitmentEvents> | ApplicationEvent;
