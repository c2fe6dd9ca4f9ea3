/** Draws the icons and the preview card of web/public from its favicon: `node web/icons.mjs`, after a change of the logo. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("public/", import.meta.url));
const mark = (await readFile(`${folder}favicon.svg`, "utf8")).trim().replace(/^<svg[^>]*>|<\/svg>$/g, "");
const white = "#fff";

/** The mark on a square, `share` of its width wide; `ground` null leaves it transparent. */
const square = (side, share, ground) => {
  const width = side * share;
  const at = (side - width) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${
    ground ? `<rect width="${side}" height="${side}" fill="${ground}"/>` : ""
  }<g transform="translate(${at} ${at}) scale(${width / 64})">${mark}</g></svg>`;
};

/** The word 알고모임 as the logo draws it, in lines 5 wide on a ground of 170 × 46. */
const word = `<g fill="none" stroke="#1b1a3a" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><g transform="translate(3 0)"><circle cx="11.5" cy="11.5" r="8"/><path d="M30 3v16.5M30 11.5h6.5M7 26.5h23v7.8H7.5v8H31"/></g><path transform="translate(46.5)" d="M6 6.5h27v14M19.5 22.5v16M3 39.5h34"/><g transform="translate(90 0)"><rect x="7" y="5.5" width="25" height="17" rx="4.5"/><path d="M19.5 23v16M3 39.5h34"/></g><g transform="translate(134.5 0)"><circle cx="11.5" cy="11.5" r="8"/><path d="M32 3v16.5"/><rect x="8" y="26.5" width="24" height="15.8" rx="4.5"/></g></g>`;

const preview = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<defs><radialGradient id="g" cx=".5" cy=".5" r=".6"><stop offset="0" stop-color="#c2c5fb"/><stop offset="1" stop-color="#fda2d0" stop-opacity=".5"/></radialGradient></defs>
<rect width="1200" height="630" fill="#fafaff"/><rect width="1200" height="630" fill="url(#g)" opacity=".3"/>
<g transform="translate(228 217) scale(3)">${mark}</g><g transform="translate(462 240) scale(3.2)">${word}</g></svg>`;

const pictures = {
  "icon-192.png": square(192, 0.92, null),
  "icon-512.png": square(512, 0.92, null),
  // The safe zone of a mask is a circle of four fifths; the mark keeps within it.
  "icon-maskable-512.png": square(512, 0.54, white),
  "apple-touch-icon.png": square(180, 0.68, white),
  "preview.png": preview,
};
for (const [name, svg] of Object.entries(pictures)) {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(folder + name);
}
