import { isRecord } from "#web/lib/navigation-state.ts";

/** The recruitment to edit, or the team of a new one. */
interface WriteTarget {
  readonly recruitId: number | null;
  readonly teamId: number | null;
}

const idOf = (value: unknown): number | null => {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Parses navigation state and address, both untrusted. */
export function writeTargetOf(state: unknown, search: string): WriteTarget {
  const given = isRecord(state) ? state : {};
  const query = new URLSearchParams(search);
  return {
    recruitId: idOf(given.recruitId) ?? idOf(query.get("recruitId")),
    teamId: idOf(given.teamId) ?? idOf(query.get("teamId")),
  };
}
