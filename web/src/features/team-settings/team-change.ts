import type { TeamAdmin } from "#contracts/team/api";
import { multiLine, singleLine } from "#contracts/texts";
import type { TeamForm } from "#web/features/team/team-form.ts";

export const formOf = ({ teamName, teamExplain, topic, memberLimit, password }: TeamAdmin): TeamForm => ({
  teamName,
  teamExplain,
  topic,
  memberLimit: String(memberLimit),
  password,
});

export interface TeamParts {
  readonly teamName: string;
  readonly teamExplain: string;
  readonly topic: string;
  readonly memberLimit: string;
  /** Absent to keep the stored one. */
  readonly password?: string;
}

/**
 * The fields to send: an empty name or description falls back to the stored one, an unchanged or blank password is
 * omitted (spec/ui.md §15.1).
 */
export function partsOf(form: TeamForm, stored: TeamAdmin): TeamParts {
  const password = form.password.trim();
  return {
    teamName: singleLine(form.teamName) || stored.teamName,
    teamExplain: multiLine(form.teamExplain) || stored.teamExplain,
    topic: form.topic ?? stored.topic,
    memberLimit: form.memberLimit,
    ...(password !== "" && password !== stored.password && { password }),
  };
}

/** Whether saving would change anything. */
export function isChanged(form: TeamForm, picture: Blob | null, stored: TeamAdmin): boolean {
  const parts = partsOf(form, stored);
  return (
    picture !== null ||
    parts.password !== undefined ||
    parts.teamName !== singleLine(stored.teamName) ||
    parts.teamExplain !== stored.teamExplain ||
    parts.topic !== stored.topic ||
    parts.memberLimit !== String(stored.memberLimit)
  );
}
