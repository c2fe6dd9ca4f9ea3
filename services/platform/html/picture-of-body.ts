/** A sanitised body and whether it contains a placeholder for a picture. */
export interface BodyText {
  readonly html: string;
  readonly hasImage: boolean;
}

const address = /\/images\/[0-9a-f]{2}\/([0-9a-f]{64})\b/g;

/** Digests of the stored pictures whose addresses occur in texts; other values are ignored. */
export const picturesIn = (texts: readonly unknown[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      typeof text === "string" ? [...text.matchAll(address)].map(([, digest]) => digest as string) : [],
    ),
  ),
];

/**
 * The new picture; otherwise none if the new body has no placeholder; otherwise the current one
 * (spec/wire-contract.md §7).
 */
export function nextPicture(
  present: string | null,
  uploaded: string | undefined,
  body: BodyText | undefined,
): string | null {
  if (uploaded !== undefined) return uploaded;
  return body && !body.hasImage ? null : present;
}
