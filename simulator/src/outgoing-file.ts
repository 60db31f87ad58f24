import sharp from "sharp";
import type { Raw, StoredFile } from "./files.ts";
import type { Network } from "./network.ts";
import type { FileInput, OutgoingMedia } from "./phone.ts";
import { oggSeconds } from "./samples/ogg.ts";
import { sampleFor } from "./samples/samples.ts";

/** The given file, or the kind's sample. */
export async function rawOf({ type, file = {}, emoji }: OutgoingMedia): Promise<Raw> {
  const bytes = file.bytes ?? (file.base64 === undefined ? undefined : Buffer.from(file.base64, "base64"));
  const raw: Raw = bytes
    ? { ...file, bytes: Buffer.from(bytes), mime: file.mime ?? "application/octet-stream" }
    : { ...(await sampleFor(type, file.sample)), ...given(file) };
  return { ...raw, ...(emoji ? { emoji } : {}) };
}

/** Stores a person's file as most phones send it: photos as JPEG of at most 1600 pixels, others unchanged. */
export async function storeOutgoing(network: Network, outgoing: OutgoingMedia): Promise<StoredFile> {
  const { thumbnail, ...raw } = await rawOf(outgoing);
  if (outgoing.type === "photo" && !outgoing.file?.asIs)
    return network.files.keep({ kind: "photo", ...(await asJpeg(raw)) });
  const duration = raw.duration ?? (raw.mime === "audio/ogg" ? oggSeconds(raw.bytes) : undefined);
  const stored = network.files.keep({ kind: outgoing.type, ...raw, duration });
  if (thumbnail)
    stored.thumbnail = network.files.keep({
      kind: "thumbnail",
      ...(await asJpeg({ bytes: thumbnail, mime: "image/*" })),
    });
  return stored;
}

async function asJpeg(raw: Raw): Promise<Omit<Raw, "thumbnail">> {
  const upright = sharp(raw.bytes).rotate().flatten({ background: "#fff" });
  const { data, info } = await upright
    .resize(1600, 1600, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const size = raw.size === undefined ? {} : { size: raw.size };
  return { bytes: data, mime: "image/jpeg", width: info.width, height: info.height, ...size };
}

/** Only given facts may overrule the sample's own. */
function given({ name, mime, size, width, height, duration }: FileInput): Partial<Raw> {
  const facts = { name, mime, size, width, height, duration };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
