/** A sanitised body and whether it has a place for a picture. */
export interface BodyText {
  readonly html: string;
  readonly hasImage: boolean;
}

const address = /\/images\/[0-9a-f]{2}\/([0-9a-f]{64})\b/g;

/** Digests of the kept pictures whose addresses stand in texts; other values are passed over. */
export const picturesIn = (texts: readonly unknown[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      typeof text === "string" ? [...text.matchAll(address)].map(([, digest]) => digest as string) : [],
    ),
  ),
];

/** The new picture; else none when the new body has no place for one; else the present one (spec/wire-contract.md §7). */
export function nextPicture(
  present: string | null,
  uploaded: string | undefined,
  body: BodyText | undefined,
): string | null {
  if (uploaded !== undefined) return uploaded;
  return body && !body.hasImage ? null : present;
}
