import type { MediaKind, Raw, StoredFile } from "../files.ts";
import type { Call } from "./call.ts";
import { storeMedia } from "./media.ts";
import { badRequest, Refusal } from "./refusal.ts";

const MB = 1024 * 1024;

/** The three ways to hand over a file: an upload, an id this bot already knows, an address Telegram fetches. */
export async function receiveFile(
  call: Call,
  kind: MediaKind,
  given: string | undefined,
  field: string,
): Promise<StoredFile> {
  const attached = given?.startsWith("attach://") ? given.slice("attach://".length) : field;
  const upload = call.params.upload(attached);
  if (upload) {
    checkSize(kind, upload.bytes.length);
    return storeMedia(call.network, kind, { ...upload, ...measures(call) });
  }
  if (!given || given.startsWith("attach://"))
    throw badRequest(`there is no ${kind.replace("_", " ")} in the request`);
  if (/^https?:\/\//i.test(given)) return storeMedia(call.network, kind, await download(given, kind));
  return known(call, kind, given);
}

function known({ network, bot }: Call, kind: MediaKind, fileId: string): StoredFile {
  const file = network.files.byFileId(bot.user.id, fileId);
  if (!file) throw badRequest("wrong file identifier/HTTP URL specified");
  if (file.kind !== kind) throw badRequest(`type of file mismatch`);
  return file;
}

function checkSize(kind: MediaKind, bytes: number): void {
  if (bytes === 0) throw badRequest("file must be non-empty");
  if (kind === "photo" && bytes > 10 * MB) throw badRequest("file is too big for a photo");
  if (bytes > 50 * MB) throw new Refusal(413, "Request Entity Too Large");
}

function measures({ params }: Call) {
  return {
    width: params.integer("width") ?? params.integer("length"),
    height: params.integer("height"),
    duration: params.integer("duration"),
    thumbnail: params.upload("thumbnail")?.bytes,
  };
}

async function download(url: string, kind: MediaKind): Promise<Raw> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw badRequest("failed to get HTTP URL content");
  });
  if (!answer.ok) throw badRequest("failed to get HTTP URL content");
  const mime = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "application/octet-stream";
  if (mime === "text/html") throw badRequest("wrong type of the web page content");
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > (kind === "photo" ? 5 : 20) * MB) throw badRequest("failed to get HTTP URL content");
  return { bytes, mime, name: new URL(url).pathname.split("/").pop() || undefined };
}
