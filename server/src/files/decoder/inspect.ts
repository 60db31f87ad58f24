/** A file's type and preview. */
import { type Inspected, unreadFields } from "./decoder.ts";
import { previewPicture } from "./picture.ts";
import { sniff } from "./sniff.ts";
import { readSound } from "./sound.ts";

export async function inspect(path: string): Promise<Inspected> {
  const found = await sniff(path);
  const unread = { ...found, ...unreadFields };
  switch (found.kind) {
    case "image":
      // A picture that cannot be shown is a document.
      return { ...unread, ...((await previewPicture(path)) ?? { kind: "document" }) };
    case "audio":
    case "video":
      return { ...unread, ...(await readSound(path, found)) };
    case "document":
      return unread;
  }
}
