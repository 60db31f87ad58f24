import sharp from "sharp";
import { SCENES } from "../samples/scenes.ts";

/** As a phone sends a picture. */
export const photo = async (name: keyof typeof SCENES = "beach") => ({
  bytes: await sharp(Buffer.from(SCENES[name])).jpeg({ quality: 80 }).toBuffer(),
  mime: "image/jpeg",
});
