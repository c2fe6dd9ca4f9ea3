import { joinTeam } from "#contracts/team/api";
import { call } from "#web/lib/calls/api.ts";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import type { JoinAnswer } from "./join-machine.ts";

/** Joins by password; refusals are answers, the machine tells them. */
export async function join(teamId: number, password: string): Promise<JoinAnswer> {
  try {
    await call(joinTeam, { params: { teamId }, body: { password } });
    return { joined: true };
  } catch (error) {
    return { joined: false, message: serverMessage(error) };
  }
}
