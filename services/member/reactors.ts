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

/**
 * Deletes sessions, account and pictures of a withdrawn member (spec/wire-contract.md §3.5). What else goes:
 * the key, which the append of the event deletes (`forget` in routes.ts, event-store/postgres/append.ts), with it the texts in
 * the log, and by cascade (`member_keys`) drafts, devices, the mail address and deliveries; rows, articles among them, by the handlers of `MemberWithdrawn` in projections/;
 * memberships, recruitments and applications, by the reactors of team and recruitment; what deleted rows leave in the database's files, in the night
 * (services/app/erasure.ts); texts of the device, in all its tabs (web/src/lib/storage/forget-member.ts); those of a restored
 * backup, from its list of erasures (services/ops/backup/restore.ts). Problems belong to the team and stay, like what was typed
 * into an unsaved room and the unsent texts of other devices. docs/operations/command-line.md has a table of what remains.
 */
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
