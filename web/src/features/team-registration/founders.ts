/** What a recruitment hands over when its applicants become a team. */
export interface Founders {
  readonly teamMemberUuids: readonly string[];
  readonly teamRecruitId: number | null;
}

/** The recruitment that the address names: after a login or a reload the state may be gone. */
export function recruitIdOf(search: string): number | null {
  const named = new URLSearchParams(search).get("recruitId") ?? "";
  return /^\d{1,15}$/.test(named) ? Number(named) : null;
}

/** Reads the founders out of a navigation state of unknown origin; anything malformed counts as none. */
export function foundersOf(state: unknown): Founders {
  const given = typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
  const uuids = given.teamMemberUuids;
  const recruitId = Number(given.teamRecruitId ?? Number.NaN);
  return {
    teamMemberUuids: Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === "string") : [],
    teamRecruitId: Number.isSafeInteger(recruitId) ? recruitId : null,
  };
}
