/** `npm run icons`: the installable app's icons, from the one drawing the console has (`console/public/favicon.svg`). */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const publicFolder = join(import.meta.dirname, "..", "console", "public");
const folder = join(publicFolder, "icons");
const drawing = readFileSync(join(publicFolder, "favicon.svg"), "utf8");
const { tile, mark, hole } = partsOf(drawing);

/** Whatever shape a launcher cuts out, the mark stays within the inner four fifths (W3C manifest, "safe zone"). */
const fullBleed = svg("0 0 32 32", `<path d="M0 0h32v32H0z" fill="${tile}"/>${mark}${hole}`);
/** The system uses only the alpha channel of a badge. */
const silhouette = svg(
  "6 7 20 20",
  `<mask id="m">${mark.replace(/fill="[^"]*"/, 'fill="#fff"')}${hole.replace(/fill="[^"]*"/, 'fill="#000"')}</mask>
  <path d="M0 0h32v32H0z" fill="#fff" mask="url(#m)"/>`,
);

mkdirSync(folder, { recursive: true });
await Promise.all([
  draw(drawing, "icon", 192),
  draw(drawing, "icon", 512),
  draw(fullBleed, "maskable", 192),
  draw(fullBleed, "maskable", 512),
  // iOS rounds the corners itself and shows transparent parts black.
  draw(fullBleed, "apple-touch", 180),
  draw(silhouette, "badge", 96),
]);

/** The drawing is a coloured tile, the mark on it, and a hole in the mark. */
function partsOf(source: string) {
  const tile = /<rect[^>]*fill="([^"]+)"/.exec(source)?.[1];
  const [mark, hole] = source.match(/<path[^>]*\/>/g) ?? [];
  if (!tile || !mark || !hole) throw new Error("favicon.svg is not drawn as a tile, a mark and a hole");
  return { tile, mark, hole };
}

function svg(viewBox: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;
}

async function draw(source: string, name: string, size: number): Promise<void> {
  const density = (72 * size) / 32;
  await sharp(Buffer.from(source), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, `${name}-${size}.png`));
}
