const gone = new Set<string>();

/** From now on this tab stores nothing of a member who has withdrawn, whatever is still open in it. */
export const noteGone = (memberId: string): unknown => gone.add(memberId);
export const isGone = (memberId: string): boolean => gone.has(memberId);
