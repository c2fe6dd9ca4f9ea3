import { invalidFields, Refused } from "#contracts/errors";
import { completeProfile } from "#contracts/member/api";
import type { MemberEvent } from "#contracts/member/events";
import type { Decider } from "../platform/decider.ts";

interface ProfileTexts {
  readonly name: string | null;
  readonly explain: string | null;
  /** Path under /images/, null for the default picture. */
  readonly imageUrl: string | null;
}

export type MemberState =
  | { readonly phase: "absent" | "signed-up" | "withdrawn" }
  | ({ readonly phase: "complete" } & ProfileTexts);

interface ProfileChange {
  readonly memberId: string;
  readonly name: string | undefined;
  readonly explain: string | undefined;
  readonly imageUrl: string | undefined;
}

export type MemberCommand =
  | ({ readonly type: "CompleteProfile" } & ProfileChange)
  | ({ readonly type: "ChangeProfile" } & ProfileChange)
  | { readonly type: "Withdraw"; readonly memberId: string };

/** A member's profile (spec/wire-contract.md §3). Signing up belongs to identity, which writes the first event. */
export const member: Decider<MemberState, MemberCommand, MemberEvent> = {
  initial: { phase: "absent" },

  decide(command, state) {
    if (state.phase === "absent" || state.phase === "withdrawn") throw new Refused("bad-token");
    const { memberId } = command;
    if (command.type === "Withdraw") return [{ type: "MemberWithdrawn", data: { memberId } }];
    const before = state.phase === "complete" ? state : { name: null, explain: null, imageUrl: null };
    const next = {
      memberId,
      name: command.name ?? before.name,
      explain: command.explain ?? before.explain,
      imageUrl: command.imageUrl ?? before.imageUrl,
    };
    if (command.type === "ChangeProfile") {
      const given = [command.name, command.explain, command.imageUrl].some((value) => value !== undefined);
      if (!given) throw new Refused("nothing-to-change");
    }
    if (next.name === null || next.explain === null) throw invalidFields(missingTexts(next));
    if (state.phase === "signed-up") return [{ type: "ProfileCompleted", data: next }];
    const isSame =
      next.name === before.name && next.explain === before.explain && next.imageUrl === before.imageUrl;
    return isSame ? [] : [{ type: "ProfileChanged", data: next }];
  },

  evolve(state, event) {
    switch (event.type) {
      case "MemberSignedUp":
        return { phase: "signed-up" };
      case "ProfileCompleted":
      case "ProfileChanged":
        return {
          phase: "complete",
          name: event.data.name,
          explain: event.data.explain,
          imageUrl: event.data.imageUrl,
        };
      case "MemberWithdrawn":
        return { phase: "withdrawn" };
      default:
        return state;
    }
  },
};

/** Reuses the texts of the contract's own schema. */
function missingTexts(profile: { name: string | null; explain: string | null }): Record<string, string> {
  const given = {
    ...(profile.name === null ? {} : { memberName: profile.name }),
    ...(profile.explain === null ? {} : { memberExplain: profile.explain }),
  };
  const parsed = completeProfile.body.schema.safeParse(given);
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]),
  );
}
