import sharp from "sharp";

export type Picture = { width: number; height: number; thumbnail: Buffer };

/** Decoding takes memory by pixels, not by bytes: a few kilobytes can hold a picture of 20 000 × 20 000. */
const mostPixels = 64_000_000;
const thumbnailSide = 480;

/** Size as it is shown (a phone's rotation applied) and a preview; null when it is too large or cannot be decoded. */
export async function inspectPicture(path: string): Promise<Picture | null> {
  try {
    const picture = sharp(path, { limitInputPixels: mostPixels, sequentialRead: true });
    const { autoOrient } = await picture.metadata();
    const thumbnail = await picture
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, thumbnail };
  } catch (error) {
    if (isSharps(error)) return null;
    throw error;
  }
}

/** libvips has no classes of errors: what it refuses is a plain Error without a system's code. */
function isSharps(error: unknown): boolean {
  return error instanceof Error && !("code" in error);
}
