import type { MyApplication } from "#contracts/application/api";

/** What became of the caller's latest application to a recruitment, when somebody has answered it. */
export function outcomeOf(
  applications: readonly MyApplication[] | undefined,
  recruitmentId: number,
  isInTeam: boolean,
): "accepted" | "removed" | null {
  const here = applications?.filter((application) => application.recruitmentId === recruitmentId) ?? [];
  const latest = here.toSorted((a, b) => b.teamApplyId - a.teamApplyId)[0];
  // Whoever was accepted and has left the team since is no teammate any more.
  if (latest?.state === "accepted") return isInTeam ? "accepted" : null;
  return latest?.state === "removed" ? "removed" : null;
}
