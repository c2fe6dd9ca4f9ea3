const gone = new Set<string>();

/** A member who has withdrawn: this tab stores nothing of them any more, whatever is still open in it. */
export const isGone = (memberId: string): boolean => gone.has(memberId);
export const noteGone = (memberId: string): unknown => gone.add(memberId);
