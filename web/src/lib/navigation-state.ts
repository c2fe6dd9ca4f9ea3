/**
 * Reads what one page hands over to another in the navigation state. A reload brings back what an older release wrote, so
 * that every field is looked at.
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A field that may also be missing or null. */
export const maybe = (type: "string" | "number", value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (type === "number" ? Number.isInteger(value) : typeof value === type);

/** For a team's page that opens with the window for invitations. */
export const askToInvite = { invite: true } as const;
export const isAskedToInvite = (state: unknown): boolean => isRecord(state) && state["invite"] === true;

/** For a team's page that opens with the editor of its announcement. */
export const askToAnnounce = { announce: true } as const;
export const isAskedToAnnounce = (state: unknown): boolean => isRecord(state) && state["announce"] === true;
