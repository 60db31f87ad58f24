/** The form in which the provider accepts a file: as its kind, else as a document. */
import type { FileKind } from "@parley/contract/channel-declaration";
import { isType } from "@parley/contract/timeline";
import type { Outgoing, OutgoingFile } from "../seam/adapter.ts";
import { declaration } from "./declaration.ts";

export type Form = {
  type: FileKind;
  mediaType: string;
  caption: boolean;
};

export function formOf(type: Outgoing["type"], { mediaType, size }: OutgoingFile): Form {
  const named = mediaType === "audio/x-m4a" || mediaType === "audio/m4a" ? "audio/mp4" : mediaType;
  const own = isType(type, "file") && type !== "document" ? type : null;
  if (own && size <= (declaration.upload[own].shown?.[named] ?? 0))
    return { type: own, mediaType: named, caption: own !== "audio" };
  return { type: "document", mediaType: named, caption: true };
}
