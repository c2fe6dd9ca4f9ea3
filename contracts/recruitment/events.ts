import { z } from "zod";
import { type EventOf, event } from "../event.ts";

const recruitmentId = z.number().int();
const memberId = z.uuid();
const teamId = z.number().int();
const applicationId = z.number().int();
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
const application = z.object({ recruitmentId, applicationId, applicantId: memberId });
const applicationText = application.extend({ body: z.string().nullable() });
const personalApplication = { personal: { subject: "applicantId", fields: ["body"] } };
/** `applicantIds`: whose pending applications it concerns. */
const stateChange = z.object({ recruitmentId, changedBy: memberId, applicantIds: z.array(memberId) });

/** Stream `recruitment-<id>`: the post, its applications and the team that came of it. */
export const recruitmentEvents = {
  RecruitmentPosted: event(1, text.extend({ teamId: teamId.nullable() }), personalText),
  /** `editedBy` may be a manager of the linked team; the texts stay the writer's. */
  RecruitmentEdited: event(1, text.extend({ editedBy: memberId }), personalText),
  RecruitmentClosed: event(1, stateChange),
  RecruitmentResumed: event(1, stateChange),
  /** Also closes a stream that was promised to a team and never posted. */
  RecruitmentDeleted: event(
    1,
    z.object({ recruitmentId, teamId: teamId.nullable(), applicantIds: z.array(memberId) }),
  ),
  ApplicationSubmitted: event(1, applicationText, personalApplication),
  ApplicationEdited: event(1, applicationText, personalApplication),
  ApplicationWithdrawn: event(1, application),
  ApplicationRemoved: event(1, application.extend({ removedBy: memberId })),
  ApplicationsAccepted: event(
    1,
    z.object({
      recruitmentId,
      teamId,
      applicationIds: z.array(applicationId),
      applicantIds: z.array(memberId),
    }),
  ),
  /** A team about to be made from the recruitment holds the place of its team. */
  TeamReserved: event(1, z.object({ recruitmentId, teamId })),
  TeamLinked: event(1, z.object({ recruitmentId, teamId, applicantIds: z.array(memberId) })),
};
export type RecruitmentEvent = EventOf<typeof recruitmentEvents>;
