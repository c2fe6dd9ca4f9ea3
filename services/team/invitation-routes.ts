import { randomUUID } from "node:crypto";
import { seoulIsoWithOffset } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import {
  createInvitation,
  type Invitation,
  joinByInvitation,
  revokeInvitation,
} from "#contracts/invitation/api";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import type { AdmittingPlatform } from "./admission-routes.ts";
import { type TeamCommand, team } from "./team.ts";
import { findInvitation, newToken } from "./tokens.ts";

export interface InvitingPlatform extends AdmittingPlatform {
  /** Seals a token, as an entry password. */
  readonly seal: (token: string) => string;
  readonly linkOf: (token: string) => string;
  /** The invitation of a token's digest. */
  readonly invitationOf: (
    digest: string,
  ) => Promise<{ readonly teamId: number; readonly invitationId: string } | undefined>;
  readonly wasCreated: (of: { readonly teamId: number; readonly invitationId: string }) => Promise<boolean>;
  readonly nameOf: (memberId: string) => Promise<string>;
  readonly invitationMetrics: {
    readonly created: () => void;
    /** `ok` or the code of the refusal. */
    readonly joined: (result: string) => void;
  };
}

const dayMs = 24 * 3600_000;

/** spec/daily-use.md §5 calls 3, 5 and 7 */
export const invitationRoutes = (platform: InvitingPlatform): Route[] => [
  route(createInvitation, (call) => create(platform, call)),
  route(revokeInvitation, ({ params, caller, command }) =>
    handle(platform.store, command, {
      decider: team,
      stream: `team-${params.teamId}`,
      command: async ({ invitations }): Promise<TeamCommand> => ({
        type: "RevokeInvitation",
        ...params,
        callerId: caller as string,
        now: command.now,
        wasCreated: invitations.has(params.invitationId) || (await platform.wasCreated(params)),
      }),
    }),
  ),
  route(joinByInvitation, async (call) => {
    const { joined } = platform.invitationMetrics;
    try {
      const handled = await join(platform, call);
      if (!handled.repeated) joined("ok");
      return handled;
    } catch (error) {
      if (error instanceof Refused) joined(error.code);
      throw error;
    }
  }),
];

async function create(platform: InvitingPlatform, call: Call<typeof createInvitation>) {
  const { seal, linkOf, nameOf, store } = platform;
  const { teamId } = call.params;
  const { days, maxUses } = call.body;
  const { now } = call.command;
  const callerId = call.caller as string;
  const memberName = await nameOf(callerId);
  const { token, tokenDigest } = newToken();
  const invitationId = randomUUID();
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const made: Invitation = {
    invitationId,
    link: linkOf(token),
    createdBy: { uuid: callerId, memberName },
    expiresAt: seoulIsoWithOffset(expiresAt),
    maxUses,
    uses: 0,
    state: "usable",
  };
  const what = { teamId, callerId, now, invitationId, tokenDigest, token: seal(token), maxUses };
  const handled = await handle(store, call.command, {
    decider: team,
    stream: `team-${teamId}`,
    command: { type: "CreateInvitation", ...what, expiresAt: expiresAt.toISOString() } satisfies TeamCommand,
    answer: () => ({ data: made }),
  });
  if (!handled.repeated) platform.invitationMetrics.created();
  return handled;
}

async function join(platform: InvitingPlatform, { params, caller, command }: Call<typeof joinByInvitation>) {
  const found = await findInvitation(params.token, platform.invitationOf);
  let hasRecruitment = false;
  const handled = await handle(platform.store, command, {
    decider: team,
    stream: `team-${found.teamId}`,
    command: async (state): Promise<TeamCommand> => {
      hasRecruitment = state.recruitmentId !== null;
      return { type: "JoinByInvitation", ...found, callerId: caller as string, now: command.now };
    },
    answer: () => ({ data: { teamId: found.teamId } }),
  });
  // An application of the new member counts as accepted.
  return hasRecruitment ? platform.awaitConsequences(handled) : handled;
}
