/** Pictures, decoded by libvips: a preview with the size, or a small square. */
import sharp, { type Metadata, type Sharp } from "sharp";

export type Picture = { width: number; height: number; thumbnail: Buffer; upright: Buffer | null };

export type Redrawn = { content: Buffer; width: number; height: number };

const megapixels = 1_000_000;
/**
 * Decoding takes time and memory by pixels, not by bytes. Formats that decode row by row, or at a smaller
 * scale, may hold more than those kept whole in memory. `docs/decisions/030-files.md` has the measurements.
 */
const mostPixels = {
  jpeg: 64 * megapixels,
  progressiveJpeg: 25 * megapixels,
  png: 64 * megapixels,
  interlacedPng: 16 * megapixels,
  webp: 32 * megapixels,
  gif: 16 * megapixels,
  avif: 16 * megapixels,
};
/**
 * Pixels that may be rotated and written again, with the whole picture in memory: noise takes 1.1 s as a JPEG of 25, 3
 * s as a WebP of 8.
 */
const mostUprightPixels: Partial<Record<string, number>> = {
  jpeg: 25 * megapixels,
  png: 8 * megapixels,
  webp: 8 * megapixels,
};
const thumbnailSide = 480;
const squareSide = 320;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
for (const format of ["Jpeg", "Png", "Webp", "Nsgif", "Heif"]) {
  sharp.unblock({ operation: [`VipsForeignLoad${format}`] });
}

/** Size as it is shown (a phone's rotation applied) and a preview; null when it is too large or cannot be decoded. */
export function previewPicture(path: string): Promise<Picture | null> {
  return decode(path, async (picture, about) => {
    const { autoOrient } = about;
    const thumbnail = await picture
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    const upright = await drawUpright(path, about);
    return { width: autoOrient.width, height: autoOrient.height, thumbnail, upright };
  });
}

/** Null when it needs no rotation, is animated, or is too large to be held whole, which rotating needs. */
async function drawUpright(path: string, about: Metadata): Promise<Buffer | null> {
  const { format, orientation = 1, pages = 1, width, height, chromaSubsampling } = about;
  const most = mostUprightPixels[format] ?? 0;
  if (orientation === 1 || pages > 1 || width * height > most) return null;
  const turned = sharp(path, { limitInputPixels: most }).autoOrient().keepIccProfile();
  switch (format) {
    case "jpeg":
      return turned
        .jpeg({ quality: 90, chromaSubsampling: chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0" })
        .toBuffer();
    case "png":
      return turned.png().toBuffer();
    case "webp":
      return turned.webp({ quality: 90 }).toBuffer();
    default:
      return null;
  }
}

const mostRedrawnSide = 4096;
/** Factors of the longer side, tried until the picture fits. */
const redrawnScales = [1, 0.7, 0.5, 0.35, 0.25];

/** A JPEG of at most so many bytes. Null when the picture is animated, too large, or cannot be decoded. */
export function redrawPicture(path: string, mostBytes: number): Promise<Redrawn | null> {
  return decode(path, async (_picture, { pages = 1, width, height }) => {
    if (pages > 1) return null;
    const longest = Math.min(Math.max(width, height), mostRedrawnSide);
    for (const scale of redrawnScales) {
      const side = Math.ceil(longest * scale);
      const { data, info } = await sharp(path, { limitInputPixels: mostPixels.jpeg, sequentialRead: true })
        .autoOrient()
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        // A JPEG holds no transparency: it would turn black.
        .flatten({ background: "#fff" })
        .jpeg({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      if (data.length <= mostBytes) return { content: data, width: info.width, height: info.height };
    }
    return null;
  });
}

/**
 * A square of the picture's middle, without metadata such as its location; null when it is too large or cannot be
 * decoded.
 */
export function squarePicture(path: string): Promise<Buffer | null> {
  return decode(path, (picture) =>
    picture.autoOrient().resize(squareSide, squareSide, { fit: "cover" }).webp({ quality: 82 }).toBuffer(),
  );
}

async function decode<Answer>(
  path: string,
  work: (picture: Sharp, about: Metadata) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const picture = sharp(path, { limitInputPixels: mostPixels.jpeg, sequentialRead: true });
    const about = await picture.metadata();
    if (about.width * about.height > limitOf(about)) return null;
    return await work(picture, about);
  } catch (error) {
    if (isSharps(error)) return null;
    throw error;
  }
}

function limitOf({ format, isProgressive }: Metadata): number {
  switch (format) {
    case "jpeg":
      return isProgressive ? mostPixels.progressiveJpeg : mostPixels.jpeg;
    case "png":
      return isProgressive ? mostPixels.interlacedPng : mostPixels.png;
    case "webp":
      return mostPixels.webp;
    case "gif":
      return mostPixels.gif;
    case "heif":
      return mostPixels.avif;
    default:
      return 0;
  }
}

/** libvips has no classes of errors: its refusal is a plain Error without a system's code. */
function isSharps(error: unknown): boolean {
  return error instanceof Error && !("code" in error);
}
