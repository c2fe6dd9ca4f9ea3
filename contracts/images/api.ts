/** Default pictures (spec/wire-contract.md §7). */
export const defaultMemberPicture = "/images/default/member.png";
export const defaultTeamPicture = "/images/default/team.png";

/** Available widths of stored pictures in pixels besides the original: small, medium and large. */
const pictureWidths = [96, 256, 640] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/**
 * The address of a stored picture with at least this width (device pixels), or of the original; other addresses stay
 * unchanged.
 */
export function pictureOfWidth(url: string, pixels: number): string {
  const width = pictureWidths.find((one) => one >= pixels);
  return width !== undefined && /^\/images\/[0-9a-f]{2}\/[^?]+$/.test(url) ? `${url}?width=${width}` : url;
}

/** The width in an address; undefined for the original. */
export const parseWidth = (text: unknown): PictureWidth | undefined =>
  pictureWidths.find((one) => String(one) === text);
