import type { Checkpoint } from "../event-store/event-store.ts";
import type { PictureOwner } from "../platform/platform.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";

interface MemberReactorDeps {
  /** Ends every session. */
  readonly revokeAll: (memberId: string) => Promise<void>;
  /** The social account becomes a new member at its next sign-in. */
  readonly forgetAccount: (memberId: string) => Promise<void>;
  readonly forgetPictures: (owner: PictureOwner) => Promise<void>;
  /** Data of the member in deleted rows must be removed, too. */
  readonly eraseLater: (memberId: string, withdrawal: Checkpoint) => Promise<void>;
}

/** Deletes data of a withdrawn member outside the log (spec/wire-contract.md §3.5). */
export const memberReactors = (deps: MemberReactorDeps): Reactor[] => [
  {
    name: "member-withdrawal",
    to: ["MemberWithdrawn"],
    async on({ data, checkpoint }) {
      const memberId = String(data["memberId"]);
      await deps.revokeAll(memberId);
      await deps.forgetAccount(memberId);
      await deps.forgetPictures(`member:${memberId}`);
      await deps.eraseLater(memberId, checkpoint);
    },
  },
];
