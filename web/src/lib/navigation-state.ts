/**
 * Reads the navigation state that one page passes to another. A reload restores the state of an older release, so every
 * field is checked.
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A field that may also be missing or null. */
export const maybe = (type: "string" | "number", value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (type === "number" ? Number.isInteger(value) : typeof value === type);

/** Opens a team's page with the dialog for invitations. */
export const askToInvite = { invite: true } as const;
export const isAskedToInvite = (state: unknown): boolean => isRecord(state) && state["invite"] === true;

/** Opens a team's page with the editor of its announcement. */
export const askToAnnounce = { announce: true } as const;
export const isAskedToAnnounce = (state: unknown): boolean => isRecord(state) && state["announce"] === true;
