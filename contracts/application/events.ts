import { z } from "zod";
import { type EventOf, event } from "../event.ts";

const application = z.object({
  recruitmentId: z.number().int(),
  applicationId: z.number().int(),
  applicantId: z.uuid(),
});
const applicationText = application.extend({ body: z.string().nullable() });
const personal = { personal: { subject: "applicantId", fields: ["body"] } };

/** Events in the stream of their recruitment, `recruitment-<id>`. */
export const applicationEvents = {
  ApplicationSubmitted: event(1, applicationText, personal),
  ApplicationEdited: event(1, applicationText, personal),
  ApplicationWithdrawn: event(1, application),
  ApplicationRemoved: event(1, application.extend({ removedBy: z.uuid() })),
  ApplicationsAccepted: event(
    1,
    z.object({
      recruitmentId: z.number().int(),
      teamId: z.number().int(),
      applicationIds: z.array(z.number().int()),
      applicantIds: z.array(z.uuid()),
    }),
  ),
};
export type ApplicationEvent = EventOf<typeof applicationEvents>;
