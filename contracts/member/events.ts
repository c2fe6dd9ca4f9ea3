import { z } from "zod";
import { type EventOf, event } from "../event.ts";

const memberId = z.uuid();
const profile = z.object({
  memberId,
  name: z.string().nullable(),
  explain: z.string().nullable(),
  /** Path under /images/, null for the default picture. */
  imageUrl: z.string().nullable(),
});
const personalProfile = { personal: { subject: "memberId", fields: ["name", "explain", "imageUrl"] } };

/** Stream `member-<uuid>`. */
export const memberEvents = {
  MemberSignedUp: event(1, z.object({ memberId, providerId: z.string().nullable() }), {
    personal: { subject: "memberId", fields: ["providerId"] },
  }),
  ProfileCompleted: event(1, profile, personalProfile),
  ProfileChanged: event(1, profile, personalProfile),
  /** Its append destroys the member's key in the same transaction. */
  MemberWithdrawn: event(1, z.object({ memberId })),
};
export type MemberEvent = EventOf<typeof memberEvents>;
