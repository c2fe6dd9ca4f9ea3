import type { RefusalCode } from "../errors.ts";

/** `makerGone`: its creator is no longer a manager of the team. */
export const invitationStates = ["usable", "revoked", "makerGone", "expired", "usedUp"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** The first applicable state, in the order of the refusals (spec/daily-use.md §5). */
export function invitationState(
  invitation: {
    readonly isRevoked: boolean;
    readonly isMakerManager: boolean;
    readonly expiresAt: string;
    readonly uses: number;
    readonly maxUses: number;
  },
  now: Date,
): InvitationState {
  if (invitation.isRevoked) return "revoked";
  if (!invitation.isMakerManager) return "makerGone";
  if (new Date(invitation.expiresAt) <= now) return "expired";
  return invitation.uses < invitation.maxUses ? "usable" : "usedUp";
}

/** The refusals for joining by an ended invitation. */
export const endedRefusals: Readonly<Record<Exclude<InvitationState, "usable">, RefusalCode>> = {
  revoked: "invitation-revoked",
  makerGone: "invitation-revoked",
  expired: "invitation-expired",
  usedUp: "invitation-used-up",
};
