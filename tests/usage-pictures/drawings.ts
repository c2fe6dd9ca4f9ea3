import { readFile } from "node:fs/promises";
import sharp from "sharp";

const width = 400;
const png = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 144 }).resize(width, width).png().toBuffer();

/** The picture of a team, from `covers/`. */
export const cover = async (name: string): Promise<Buffer> =>
  png(await readFile(new URL(`./covers/${name}.svg`, import.meta.url), "utf8"));

export interface Looks {
  readonly ground: string;
  readonly skin: string;
  /** The two mascots of the logo: round or with corners. */
  readonly isRound: boolean;
}

/** The picture of a member: one of the two mascots. */
export const face = ({ ground, skin, isRound }: Looks): Promise<Buffer> =>
  png(`<svg viewBox="0 0 200 200" width="200" height="200" xmlns="http://www.w3.org/2000/svg">
    <rect width="200" height="200" fill="${ground}"/>
    <rect x="38" y="58" width="124" height="160" rx="${isRound ? 62 : 36}" fill="${skin}"/>
    <g fill="#1b1336"><circle cx="80" cy="112" r="8"/><circle cx="120" cy="112" r="8"/></g>
    <path d="M88 136c6 8 18 8 24 0" stroke="#1b1336" stroke-width="6" stroke-linecap="round" fill="none"/>
  </svg>`);
