import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { MediaKind, Raw } from "../files.ts";
import { confirmation } from "./pdf.ts";
import { SCENES, STICKER } from "./scenes.ts";
import { chime } from "./wav.ts";

const shipped = (name: string) => readFile(new URL(`../../media/${name}`, import.meta.url));
const scene = (name: keyof typeof SCENES): Raw => ({
  bytes: Buffer.from(SCENES[name]),
  mime: "image/svg+xml",
});

/** Each kind's samples by name; the first is sent when none is named. */
const SAMPLES: Record<MediaKind, Record<string, () => Raw | Promise<Raw>>> = {
  photo: {
    beach: () => scene("beach"),
    suitcase: () => scene("suitcase"),
    boardingPass: () => scene("boardingPass"),
    room: () => scene("room"),
  },
  voice: { note: async () => ({ bytes: await shipped("note.ogg"), mime: "audio/ogg" }) },
  audio: { chime: () => ({ bytes: chime(), mime: "audio/wav", name: "Station chime.wav", duration: 2 }) },
  video: {
    waves: async () => ({
      bytes: await shipped("waves.mp4"),
      mime: "video/mp4",
      name: "waves.mp4",
      width: 480,
      height: 270,
      duration: 3,
      thumbnail: Buffer.from(SCENES.beach),
    }),
  },
  video_note: {
    round: async () => ({
      bytes: await shipped("round.mp4"),
      mime: "video/mp4",
      width: 240,
      height: 240,
      duration: 3,
    }),
  },
  animation: {
    plane: async () => ({
      bytes: await shipped("round.mp4"),
      mime: "video/mp4",
      name: "plane.mp4",
      width: 240,
      height: 240,
      duration: 3,
    }),
  },
  document: {
    confirmation: () => ({ bytes: confirmation(), mime: "application/pdf", name: "Booking BG-20417.pdf" }),
    recording: async () => ({ bytes: await shipped("note.ogg"), mime: "audio/ogg", name: "Recording.ogg" }),
  },
  sticker: {
    smile: async () => ({
      bytes: await sharp(Buffer.from(STICKER)).webp({ quality: 80 }).toBuffer(),
      mime: "image/webp",
      width: 512,
      height: 512,
      emoji: "😄",
    }),
  },
};

const made = new Map<string, Promise<Raw>>();

export function sampleFor(kind: MediaKind, name?: string): Promise<Raw> {
  const [first = ""] = Object.keys(SAMPLES[kind]);
  const make = SAMPLES[kind][name ?? first];
  if (!make)
    throw new Error(`There is no ${kind} sample "${name}"; there are ${sampleNames(kind).join(", ")}`);
  const key = `${kind}:${name ?? first}`;
  const known = made.get(key) ?? Promise.resolve(make());
  made.set(key, known);
  return known;
}

export const sampleNames = (kind: MediaKind): string[] => Object.keys(SAMPLES[kind]);
