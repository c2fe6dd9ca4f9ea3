/** What stands in for a picture that was not chosen (spec/wire-contract.md §7). */
export const defaultMemberPicture = "/images/default/member.png";
export const defaultTeamPicture = "/images/default/team.png";

/** Widths in pixels in which a kept picture can be had besides its own: small, medium and large faces. */
const pictureWidths = [96, 256, 640] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** The address of a kept picture at least so wide (pixels of the screen), or of the whole one; others stay as they are. */
export function pictureOfWidth(url: string, pixels: number): string {
  const width = pictureWidths.find((one) => one >= pixels);
  return width !== undefined && /^\/images\/[0-9a-f]{2}\/[^?]+$/.test(url) ? `${url}?width=${width}` : url;
}

/** The width that an address asks for; undefined for the whole picture. */
export const askedWidth = (text: unknown): PictureWidth | undefined =>
  pictureWidths.find((one) => String(one) === text);
