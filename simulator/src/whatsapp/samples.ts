import sharp from "sharp";
import { SCENES } from "../samples/scenes.ts";

/** A picture in the form that phones send. */
export const photo = async (name: keyof typeof SCENES = "beach") => ({
  bytes: await sharp(Buffer.from(SCENES[name])).jpeg({ quality: 80 }).toBuffer(),
  mime: "image/jpeg",
});
