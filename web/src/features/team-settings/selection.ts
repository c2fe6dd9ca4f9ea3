import type { Member } from "./queries.ts";
import { offeredChanges, type RoleChange } from "./role-changes.ts";

/** The one change that is being prepared. */
export interface Selection {
  readonly uuid: string;
  readonly change: RoleChange;
  /** As typed; may be empty. */
  readonly reason: string;
}

/** Another row or another kind of change drops the former; the reason stays while it is about the same person. */
export const chosen = (
  before: Pick<Selection, "uuid" | "reason"> | null,
  uuid: string,
  change: RoleChange,
): Selection => ({
  uuid,
  change,
  reason: before?.uuid === uuid ? before.reason : "",
});

/** The selection as far as the present list still offers it. */
export function standing(
  selection: Selection | null,
  members: readonly Member[],
  own: string | null,
): Selection | null {
  const member = members.find(({ uuid }) => uuid === selection?.uuid);
  const isOffered = selection && member && offeredChanges(member, members, own).includes(selection.change);
  return isOffered ? selection : null;
}
