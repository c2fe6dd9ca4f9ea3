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
export const inviteRequest = { invite: true } as const;
export const isInviteRequest = (state: unknown): boolean => isRecord(state) && state["invite"] === true;

/** Opens a team's page with the editor of its announcement. */
export const announceRequest = { announce: true } as const;
export const isAnnounceRequest = (state: unknown): boolean => isRecord(state) && state["announce"] === true;
