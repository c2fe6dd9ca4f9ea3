import { createHash } from "node:crypto";
import { loadSharp } from "./sharp.ts";

interface DefaultPicture {
  readonly digest: string;
  readonly type: "image/png";
  readonly bytes: Buffer;
}

const side = 512;

/** The fallback picture of spec/ui.md §2: 146° from pink to purple. */
const onGradient = (figure: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 512 512">
  <defs>
    <linearGradient id="ground" x1=".22" y1="-.09" x2=".78" y2="1.09">
      <stop offset="0" stop-color="#fda2d0"/><stop offset="1" stop-color="#8488ec"/>
    </linearGradient>
    <clipPath id="round"><circle cx="218" cy="218" r="108"/></clipPath>
  </defs>
  <rect width="512" height="512" fill="url(#ground)"/>
  ${figure}
</svg>`;

const drawings: Readonly<Record<string, string>> = {
  "member.png": onGradient(`
    <g fill="#fff" fill-opacity=".92">
      <circle cx="256" cy="204" r="84"/>
      <path d="M256 316c-98 0-160 62-170 142-4 32 18 54 50 54h240c32 0 54-22 50-54-10-80-72-142-170-142z"/>
    </g>`),
  // The circle and the rounded square of the logo.
  "team.png": onGradient(`
    <circle cx="218" cy="218" r="108" fill="#fff" fill-opacity=".92"/>
    <rect x="226" y="226" width="186" height="186" rx="64" fill="#fff" fill-opacity=".6"/>
    <rect x="226" y="226" width="186" height="186" rx="64" fill="#6e74fa" fill-opacity=".8" clip-path="url(#round)"/>`),
};

const drawn = new Map<string, Promise<DefaultPicture>>();

/** `member.png` or `team.png`, rendered once; undefined for another name. */
export function defaultPicture(name: string): Promise<DefaultPicture> | undefined {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined;
  if (drawing === undefined) return undefined;
  const picture = drawn.get(name) ?? draw(drawing);
  drawn.set(name, picture);
  return picture;
}

async function draw(drawing: string): Promise<DefaultPicture> {
  const sharp = await loadSharp();
  const bytes = await sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer();
  return { bytes, type: "image/png", digest: createHash("sha256").update(bytes).digest("hex") };
}
