import { jpeg } from "#tests/support/pictures";

export type Form = Record<string, string | Blob>;

/** A different picture for each width. */
export const picture = async (width = 40) => new Blob([new Uint8Array(await jpeg(width))]);

/** Address of a stored picture. */
export const ownPicture = /^\/images\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.jpg$/;
