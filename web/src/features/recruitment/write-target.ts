import { isRecord } from "#web/lib/navigation-state.ts";

/** What the write screen is about: the recruitment to edit, or the team to write for. */
interface WriteTarget {
  readonly recruitId: number | null;
  readonly teamId: number | null;
}

const idOf = (value: unknown): number | null => {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Reads navigation state and address, both of unknown origin. */
export function writeTargetOf(state: unknown, search: string): WriteTarget {
  const given = isRecord(state) ? state : {};
  const query = new URLSearchParams(search);
  return {
    recruitId: idOf(given.recruitId) ?? idOf(query.get("recruitId")),
    teamId: idOf(given.teamId) ?? idOf(query.get("teamId")),
  };
}
