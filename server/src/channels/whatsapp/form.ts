/** The form in which the provider takes a file: as its kind, else as a document. */
import type { Outgoing, OutgoingFile } from "../adapters/adapter.ts";

export type Form = {
  type: "image" | "video" | "audio" | "document";
  mediaType: string;
  caption: boolean;
};

const MB = 2 ** 20;

/** Messages > Supported media types. */
const taken = {
  image: { types: ["image/jpeg", "image/png"], most: 5 * MB },
  video: { types: ["video/mp4", "video/3gpp"], most: 16 * MB },
  audio: {
    types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
    most: 16 * MB,
  },
};

export function formOf(type: Outgoing["type"], { mediaType, size }: OutgoingFile): Form {
  const named = mediaType === "audio/x-m4a" || mediaType === "audio/m4a" ? "audio/mp4" : mediaType;
  const own = type === "image" || type === "video" || type === "audio" ? type : null;
  if (own && taken[own].types.includes(named) && size <= taken[own].most)
    return { type: own, mediaType: named, caption: own !== "audio" };
  return { type: "document", mediaType: named, caption: true };
}
