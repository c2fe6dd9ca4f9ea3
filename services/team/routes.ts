import { changeDiscussionOptions } from "#contracts/discussion/api";
import { Refused } from "#contracts/errors";
import { defaultTeamPicture } from "#contracts/images/api";
import {
  addCoManager,
  delegateManager,
  demoteManager,
  joinTeam,
  kickMember,
  leaveTeam,
} from "#contracts/membership/api";
import { changeDayEnd } from "#contracts/rhythm/api";
import {
  changeAnnouncement,
  changeTeamInfo,
  createTeam,
  deleteTeam,
  type TeamAdmin,
} from "#contracts/team/api";
import { memberPhaseOf } from "../member/facts.ts";
import { handle, permitEarly } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { type PictureOwner, storingPictures, withPresentState } from "../platform/platform.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { recruitmentFacts } from "../recruitment/facts.ts";
import { admissionRoutes, namedPeople } from "./admission-routes.ts";
import type { EntryPasswords } from "./entry-passwords.ts";
import { rosterOf } from "./facts.ts";
import { type InvitingPlatform, invitationRoutes } from "./invitation-routes.ts";
import { permits } from "./permits.ts";
import { type TeamCommand, type TeamState, team } from "./team.ts";

interface TeamPlatform extends InvitingPlatform {
  readonly entryPasswords: EntryPasswords;
  readonly forgetPictures: (owner: PictureOwner) => Promise<void>;
  readonly presentTeam: (teamId: number) => Promise<TeamAdmin | undefined>;
  /**
   * Counts a change of a member's role. A kick is none: it must always be possible, and needs a new join to be repeated.
   * @throws Refused too-many-requests
   */
  readonly countRoleChange: (teamId: number, targetId: string) => Promise<void>;
}

/** Commands of spec/wire-contract.md §4. */
export function teamRoutes(platform: TeamPlatform): Route[] {
  const { store, entryPasswords, awaitConsequences } = platform;

  const carryOut = (
    call: Call<typeof leaveTeam> | Call<typeof changeAnnouncement> | Call<typeof addCoManager>,
    command: TeamCommand | ((state: TeamState) => Promise<TeamCommand>),
    beforeAppend?: () => Promise<void>,
  ) =>
    handle(store, call.command, {
      decider: team,
      stream: `team-${call.params.teamId}`,
      command,
      ...(beforeAppend && { beforeAppend }),
    });

  const roleChange =
    (type: "AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember") =>
    (call: Call<typeof addCoManager>) => {
      const targetId = call.body.memberInfo.toLowerCase();
      let counted: Promise<void> | undefined;
      const count = () => (counted ??= platform.countRoleChange(call.params.teamId, targetId));
      return carryOut(
        call,
        async () => {
          const phase = await memberPhaseOf(store, targetId);
          const targetExists = phase === "signed-up" || phase === "complete";
          return { ...callerOf(call), type, targetId, targetExists, reason: call.body.reason || null };
        },
        type === "KickMember" ? undefined : count,
      ).catch((error) => {
        // Withdrawn since the decision, so the reason has no key.
        throw error instanceof MemberForgotten ? new Refused("member-not-found") : error;
      });
    };

  return [
    route(createTeam, (call) => create(platform, call)),
    route(
      changeTeamInfo,
      (call) => changeInfo(platform, call),
      ({ params: { teamId }, caller, commandId }) =>
        permitEarly(store, commandId, async () =>
          permits({ roster: await rosterOf(store, teamId) }, caller as string, "ChangeTeamInfo"),
        ),
    ),
    route(deleteTeam, async (call) =>
      awaitConsequences(await carryOut(call, { ...callerOf(call), type: "DeleteTeam" })),
    ),
    ...admissionRoutes(platform),
    ...invitationRoutes(platform),
    route(joinTeam, async (call) => {
      const { teamId, callerId } = callerOf(call);
      let hasRecruitment = false;
      const handled = await handle(store, call.command, {
        decider: team,
        stream: `team-${teamId}`,
        command: async (state): Promise<TeamCommand> => {
          if (state.roster.phase !== "live") throw new Refused("team-not-found");
          hasRecruitment = state.recruitmentId !== null;
          const attempt = {
            teamId,
            memberId: callerId,
            typed: call.body.password,
            sealed: state.entryPassword,
          };
          return {
            type: "JoinTeam",
            teamId,
            callerId,
            guess: await entryPasswords.guess(attempt, call.command.now),
          };
        },
        answer: () => ({ data: { teamId } }),
      });
      // An application of the new member counts as accepted.
      return hasRecruitment ? awaitConsequences(handled) : handled;
    }),
    route(leaveTeam, (call) => carryOut(call, { ...callerOf(call), type: "LeaveTeam" })),
    route(addCoManager, roleChange("AddCoManager")),
    route(delegateManager, roleChange("DelegateManager")),
    route(demoteManager, roleChange("DemoteManager")),
    route(kickMember, roleChange("KickMember")),
    route(changeAnnouncement, (call) =>
      carryOut(call, {
        ...callerOf(call),
        type: "ChangeAnnouncement",
        announcement: call.body.teamAnnouncement,
      }),
    ),
    route(changeDiscussionOptions, ({ params, caller, body, command }) =>
      handle(store, command, {
        decider: team,
        stream: `team-${params.teamId}`,
        command: { ...callerOf({ params, caller }), ...body, type: "ChangeDiscussionOptions" },
      }),
    ),
    route(changeDayEnd, ({ params, caller, body, command }) =>
      handle(store, command, {
        decider: team,
        stream: `team-${params.teamId}`,
        command: { ...callerOf({ params, caller }), ...body, type: "ChangeDayEnd" },
      }),
    ),
  ];
}

const callerOf = (call: { params: { teamId: number }; caller: string | null }) => ({
  teamId: call.params.teamId,
  callerId: call.caller as string,
});

async function create(platform: TeamPlatform, call: Call<typeof createTeam>) {
  const { body, picture } = call;
  const { store, awaitConsequences } = platform;
  const callerId = call.caller as string;
  const recruitmentId = body.teamRecruitId ?? null;
  const teamId = await platform.ids.next("team");
  const owner: PictureOwner = `team:${teamId}`;
  const storePictures = storingPictures(platform, call, [owner]);
  // A picture of a team that is not created after all, or was created by a repetition of this call, would have no
  // owner.
  const forget = async () => (picture ? platform.forgetPictures(owner) : undefined);
  const handled = await handle(store, call.command, {
    decider: team,
    stream: `team-${teamId}`,
    isNewStream: true,
    command: async (): Promise<TeamCommand> => ({
      type: "CreateTeam",
      teamId,
      callerId,
      info: {
        name: body.teamName,
        explain: body.teamExplain ?? "",
        topic: body.topic,
        memberLimit: body.memberLimit,
        imageUrl: picture?.url ?? null,
      },
      entryPassword: platform.entryPasswords.seal(body.password),
      recruitmentId,
      recruitment: recruitmentId === null ? undefined : await recruitmentFacts(store, recruitmentId),
      applicants: await namedPeople(store, body.teamMemberUuids),
    }),
    answer: () => ({ data: { teamId } }),
    beforeAppend: async (events, position) => {
      if (recruitmentId !== null)
        await platform.reserveTeam(call.command, { recruitmentId, teamId, callerId });
      await storePictures(events, position);
    },
  }).catch(async (error) => {
    if (error instanceof Refused) await forget();
    throw error;
  });
  if (handled.answer.data.teamId !== teamId) await forget();
  return recruitmentId === null ? handled : awaitConsequences(handled);
}

function changeInfo(platform: TeamPlatform, call: Call<typeof changeTeamInfo>) {
  const { teamId, callerId } = callerOf(call);
  const { body, picture, ifMatch } = call;
  const { seal, open } = platform.entryPasswords;
  const stream = `team-${teamId}`;
  const present = () => platform.presentTeam(teamId);
  const info = {
    name: body.teamName,
    explain: body.teamExplain,
    topic: body.topic,
    memberLimit: body.memberLimit,
    imageUrl: picture?.url,
  };
  return withPresentState(platform, present, () =>
    handle(platform.store, call.command, {
      decider: team,
      stream,
      command: async (state): Promise<TeamCommand> => {
        // Without a team there is no password to decrypt: the decider refuses.
        const known = state.info && open(state.entryPassword);
        const { password } = body;
        const entryPassword = password && password !== known ? seal(password) : undefined;
        return { type: "ChangeTeamInfo", teamId, callerId, ifMatch, info, entryPassword };
      },
      answer: (state) => ({ data: teamAdminOf(teamId, state, open), etag: state.revision }),
      beforeAppend: storingPictures(platform, call, [`team:${teamId}`]),
    }),
  );
}

function teamAdminOf(teamId: number, state: TeamState, open: (sealed: string) => string): TeamAdmin {
  const { info, revision } = state;
  if (!info) throw new Refused("team-not-found");
  return {
    teamId,
    teamName: info.name,
    teamExplain: info.explain,
    topic: info.topic,
    memberLimit: info.memberLimit,
    password: open(state.entryPassword),
    teamIconUrl: info.imageUrl ?? defaultTeamPicture,
    revision,
  };
}
