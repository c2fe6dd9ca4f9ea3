import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";
import { roles } from "../membership/api.ts";
import { weekdays } from "../rhythm/days.ts";
import { topics } from "./api.ts";

const teamId = z.number().int();
const memberId = z.uuid();
const info = z.object({
  teamId,
  name: z.string(),
  explain: z.string(),
  topic: z.enum(topics),
  memberLimit: z.number().int(),
  /** Path under /images/, null for the default picture. */
  imageUrl: programText.nullable(),
  /** Increases with every accepted change of the fields that PUT can change (spec/wire-contract.md §1.10). */
  revision: z.number().int(),
});

const reason = z.string().nullable();
/** The reason belongs to the member whom the change concerns. */
const reasonOf = (subject: "memberId" | "toId") => ({ personal: { subject, fields: ["reason"] } });

/** Stream `team-<id>`: the team, its members and their roles. `entryPassword` is sealed with the server key. */
export const teamEvents = {
  TeamCreated: event(
    1,
    info.extend({
      entryPassword: programText,
      creatorId: memberId,
      recruitmentId: z.number().int().nullable(),
    }),
  ),
  TeamInfoChanged: event(1, info),
  EntryPasswordChanged: event(
    1,
    z.object({ teamId, entryPassword: programText, revision: z.number().int() }),
  ),
  AnnouncementChanged: event(1, z.object({ teamId, announcement: z.string() })),
  DiscussionOptionsChanged: event(
    1,
    z.object({ teamId, reviewPartner: z.boolean(), solveFirst: z.boolean(), changedBy: memberId }),
  ),
  /** `HH:mm`; it counts from the next command on (spec/rhythm.md rule 1). */
  DayEndChanged: event(1, z.object({ teamId, dayEndsAt: programText, changedBy: memberId })),
  /** From the Monday `startsOn` on; it replaces one that waits for the same day. Either `weekdays` or `perWeek` is null. */
  PromiseSet: event(
    1,
    z.object({
      teamId,
      startsOn: programText,
      weekdays: z.array(z.enum(weekdays)).nullable(),
      perWeek: z.number().int().nullable(),
      restsPerMonth: z.number().int(),
      setBy: memberId,
    }),
  ),
  /** A first one that waited. */
  PromiseWithdrawn: event(1, z.object({ teamId, startsOn: programText, withdrawnBy: memberId })),
  /** The one in force ends with the Sunday `lastDay`, and one that waits never begins. */
  PromiseEnded: event(1, z.object({ teamId, lastDay: programText, endedBy: memberId })),
  /** `address` is sealed with the server key. */
  DiscordLinked: event(1, z.object({ teamId, address: programText, linkedBy: memberId })),
  /** `refused`: Discord said that the webhook is gone. `unlinkedBy` is then null. */
  DiscordUnlinked: event(
    1,
    z.object({ teamId, because: z.enum(["manager", "refused"]), unlinkedBy: memberId.nullable() }),
  ),
  /** Both ids are null without an invitation. The upcaster is the example for later ones: no log contains version 1. */
  MemberJoined: event(
    2,
    z.object({ teamId, memberId, invitationId: z.uuid().nullable(), invitedBy: memberId.nullable() }),
    { upcasters: { 1: (data) => ({ invitationId: null, invitedBy: null, ...data }) } },
  ),
  /** `token` is sealed with the server key, `tokenDigest` is its SHA-256 in hexadecimal. */
  InvitationCreated: event(
    1,
    z.object({
      teamId,
      invitationId: z.uuid(),
      tokenDigest: programText,
      token: programText,
      createdBy: memberId,
      expiresAt: programText,
      maxUses: z.number().int(),
    }),
  ),
  /** `revokedBy` is null if an operator revoked it. */
  InvitationRevoked: event(1, z.object({ teamId, invitationId: z.uuid(), revokedBy: memberId.nullable() })),
  ApplicantsAdmitted: event(
    1,
    z.object({ teamId, recruitmentId: z.number().int(), memberIds: z.array(memberId), admittedBy: memberId }),
  ),
  /** Left voluntarily, or by withdrawal from the site. */
  MemberLeft: event(1, z.object({ teamId, memberId, role: z.enum(roles), withdrawn: z.boolean() })),
  MemberKicked: event(
    1,
    z.object({ teamId, memberId, role: z.enum(roles), kickedBy: memberId, reason }),
    reasonOf("memberId"),
  ),
  CoManagerAdded: event(1, z.object({ teamId, memberId, addedBy: memberId, reason }), reasonOf("memberId")),
  /** `fromId` becomes a regular member in the same step. */
  ManagerDelegated: event(
    1,
    z.object({ teamId, fromId: memberId, toId: memberId, reason }),
    reasonOf("toId"),
  ),
  ManagerDemoted: event(1, z.object({ teamId, memberId, demotedBy: memberId, reason }), reasonOf("memberId")),
  ManagerSucceeded: event(1, z.object({ teamId, memberId })),
  /** The team's recruitment, reserved before it is posted (docs/decisions/commands.md). */
  RecruitmentReserved: event(1, z.object({ teamId, recruitmentId: z.number().int(), reservedBy: memberId })),
  /** Also closes a stream that was reserved for a recruitment and never created. */
  TeamDeleted: event(1, z.object({ teamId })),
};
export type TeamEvent = EventOf<typeof teamEvents>;
