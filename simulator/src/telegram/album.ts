import { randomInt } from "node:crypto";
import type { Message } from "@grammyjs/types";
import type { MediaKind } from "../files.ts";
import { accessWritableChat, type Call, type Method } from "./call.ts";
import { append } from "./chat.ts";
import { captionOf } from "./formatting.ts";
import { mediaContent } from "./media.ts";
import { isRecord, Parameters } from "./parameters.ts";
import { receiveFile } from "./receive-file.ts";
import { badRequest } from "./refusal.ts";
import { replyFor } from "./send.ts";

const KINDS: MediaKind[] = ["photo", "video", "audio", "document"];

export const newAlbumId = (): string => `139${randomInt(10 ** 8, 10 ** 9)}`;

/** sendMediaGroup: 2 to 10 pieces, one message each, tied together by `media_group_id`. */
export const sendMediaGroup: Method = async (call) => {
  const chat = accessWritableChat(call);
  const media = (call.params.list("media") ?? []).map(checkItem);
  if (media.length === 0) throw badRequest("media group must be non-empty");
  if (media.length > 10) throw badRequest("too many messages to send as an album");
  checkMix(media.map(({ kind }) => kind));
  const reply = replyFor(call, chat);
  // All files are received before the first message is written: an album arrives whole or not at all.
  const contents = await Promise.all(media.map((item) => contentOf(call, item)));
  const media_group_id = newAlbumId();
  return contents.map(
    (content) => append(call.network, chat, true, { ...content, ...reply, media_group_id }).message,
  );
};

interface Item {
  kind: MediaKind;
  fields: Record<string, unknown>;
}

function checkItem(item: unknown): Item {
  if (!isRecord(item)) throw badRequest("can't parse InputMedia: expected an Object");
  const kind = KINDS.find((known) => known === item.type);
  if (!kind) throw badRequest(`can't parse InputMedia: invalid type specified`);
  return { kind, fields: item };
}

function checkMix(kinds: MediaKind[]): void {
  for (const alone of ["audio", "document"] as const) {
    if (kinds.includes(alone) && kinds.some((kind) => kind !== alone)) {
      throw badRequest(`${alone} can't be mixed with other media types`);
    }
  }
}

async function contentOf(call: Call, { kind, fields }: Item): Promise<Partial<Message>> {
  const own = new Parameters();
  own.setAll(fields);
  const caption = captionOf(own);
  const file = await receiveFile(call, kind, own.text("media"), kind);
  return { ...mediaContent(kind, file, call.bot.user.id), ...caption };
}
