import { validate as isUuid, NIL as nobody } from "uuid";
import { Refused } from "#contracts/errors";
import {
  endPromise,
  excuseDay,
  setPromise,
  takeBackExcuse,
  takeBackRest,
  takeRest,
} from "#contracts/rhythm/api";
import { restsLeft } from "#contracts/rhythm/days";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import type { Platform } from "../platform/platform.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { countingOnce } from "../platform/quotas.ts";
import { type AttendanceCommand, attendance } from "./attendance.ts";
import { rhythmOf, type TeamRhythm } from "./facts.ts";
import { lastDayOf, promise, startOf } from "./promise.ts";

interface RhythmPlatform extends Pick<Platform, "store"> {
  /** @throws Refused too-many-requests */
  readonly countRestChange: (memberId: string) => Promise<void>;
}

/** Commands of spec/rhythm.md §4 about the promise and the days of members. */
export function rhythmRoutes({ store, countRestChange }: RhythmPlatform): Route[] {
  const counting = (memberId: string) => countingOnce(() => countRestChange(memberId));
  return [
    route(setPromise, (call) =>
      handle(store, call.command, {
        decider: promise,
        stream: `team-${call.params.teamId}`,
        command: { ...callerOf(call), type: "SetPromise", terms: call.body },
        answer: (state) => ({ data: { startsOn: startOf(state) } }),
      }),
    ),
    route(endPromise, (call) =>
      handle(store, call.command, {
        decider: promise,
        stream: `team-${call.params.teamId}`,
        command: { ...callerOf(call), type: "EndPromise" },
        answer: (state) => ({ data: { lastDay: lastDayOf(state, call.command.now) } }),
      }),
    ),
    route(takeRest, (call) => {
      const { teamId, date } = call.params;
      let team: TeamRhythm | undefined;
      return handle(store, call.command, {
        decider: attendance,
        stream: streamOf(teamId, call.caller as string),
        command: async (): Promise<AttendanceCommand> => {
          team = await rhythmOf(store, teamId);
          return { ...callerOf(call), type: "TakeRest", team, date };
        },
        answer: (state) => ({ data: { restsLeft: restsLeft(team?.promises ?? [], state, date) } }),
        beforeAppend: counting(call.caller as string),
      });
    }),
    route(takeBackRest, (call) =>
      handle(store, call.command, {
        decider: attendance,
        stream: streamOf(call.params.teamId, call.caller as string),
        command: async (): Promise<AttendanceCommand> => ({
          ...callerOf(call),
          type: "TakeBackRest",
          team: await rhythmOf(store, call.params.teamId),
          date: call.params.date,
        }),
        beforeAppend: counting(call.caller as string),
      }),
    ),
    route(excuseDay, (call) =>
      ofMember(call, ({ memberId, stream }) =>
        handle(store, call.command, {
          decider: attendance,
          stream,
          command: async (): Promise<AttendanceCommand> => ({
            ...callerOf(call),
            type: "ExcuseDay",
            team: await rhythmOf(store, call.params.teamId),
            memberId,
            date: call.params.date,
            reason: call.body.reason,
          }),
        }),
      ),
    ),
    route(takeBackExcuse, (call) =>
      ofMember(call, ({ memberId, stream }) =>
        handle(store, call.command, {
          decider: attendance,
          stream,
          command: async (): Promise<AttendanceCommand> => ({
            ...callerOf(call),
            type: "TakeBackExcuse",
            team: await rhythmOf(store, call.params.teamId),
            memberId,
            date: call.params.date,
          }),
        }),
      ),
    ),
  ];
}

const callerOf = ({
  params,
  caller,
  command,
}: Pick<Call<typeof endPromise>, "params" | "caller" | "command">) => ({
  teamId: params.teamId,
  callerId: caller as string,
  now: command.now,
});

const streamOf = (teamId: number, memberId: string) => `attendance-${teamId}_${memberId}`;

/** A command about the days of the member in the path. Other texts than a uuid name nobody. */
const ofMember = <Handled>(
  { params }: Pick<Call<typeof takeBackExcuse>, "params">,
  carryOut: (member: { readonly memberId: string; readonly stream: string }) => Promise<Handled>,
): Promise<Handled> => {
  const memberId = isUuid(params.uuid) ? params.uuid.toLowerCase() : nobody;
  return carryOut({ memberId, stream: streamOf(params.teamId, memberId) }).catch((error) => {
    // Withdrawn since the decision, so the reason has no key.
    throw error instanceof MemberForgotten && error.member === memberId
      ? new Refused("target-not-in-team")
      : error;
  });
};
