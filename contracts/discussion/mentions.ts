/** A mention as it stands in a text: `@{<member uuid>}` (spec/discussion.md rule 5). */
export const mentionToken = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/gi;

/** The different members whom a text names, in the order of their first mention. */
export const mentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mentionToken)].map(([, uuid = ""]) => uuid.toLowerCase())),
];
