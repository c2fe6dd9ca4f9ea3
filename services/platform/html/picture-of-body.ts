/** A sanitised body and whether it has a place for a picture. */
export interface BodyText {
  readonly html: string;
  readonly hasImage: boolean;
}

/** The new picture; else none when the new body has no place for one; else the present one (spec/wire-contract.md §7). */
export function nextPicture(
  present: string | null,
  uploaded: string | undefined,
  body: BodyText | undefined,
): string | null {
  if (uploaded !== undefined) return uploaded;
  return body && !body.hasImage ? null : present;
}
