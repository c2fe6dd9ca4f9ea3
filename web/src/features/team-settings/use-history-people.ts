import { useState } from "react";
import type { RoleHistoryEntry } from "#contracts/team/api";
import type { Choice } from "#web/ui/select.tsx";
import type { Member } from "./queries.ts";

type People = ReadonlyMap<string, string>;

/** Whom the history can be narrowed to: everybody in the team, and those met in the entries who have left it. */
export function useHistoryPeople(
  members: readonly Member[],
  entries: readonly RoleHistoryEntry[] | undefined,
): readonly Choice<string>[] {
  const [former, setFormer] = useState<People>(new Map());
  const met = (entries ?? []).flatMap(({ actor, target }) => (actor ? [target, actor] : [target]));
  const isNew = met.some(({ uuid, memberName }) => former.get(uuid) !== memberName);
  if (isNew) setFormer(new Map([...former, ...met.map((one) => [one.uuid, one.memberName] as const)]));
  const people = new Map([
    ...members.map((one) => [one.uuid, one.memberName] as const),
    ...[...former].filter(([uuid]) => members.every((one) => one.uuid !== uuid)),
  ]);
  return [...people].map(([value, label]) => ({ value, label }));
}
