import type { ChatFullInfo, File, UserProfilePhotos } from "@grammyjs/types";
import { fileIdFor, type StoredFile } from "../files.ts";
import { accessChat, type Call, type Method } from "./call.ts";
import { names, telegramChat } from "./chat.ts";
import { photoSize } from "./media.ts";
import { badRequest } from "./refusal.ts";

export const LARGEST_DOWNLOAD = 20 * 1024 * 1024;

export const getMe: Method = ({ bot }) => bot.user;

export function getFile({ network, bot, params }: Call): File {
  const fileId = params.text("file_id");
  if (!fileId) throw badRequest("file_id not specified");
  const file = network.files.byFileId(bot.user.id, fileId);
  if (!file) throw badRequest("invalid file_id");
  if (file.size > LARGEST_DOWNLOAD) throw badRequest("file is too big");
  return {
    file_id: fileIdFor(bot.user.id, file),
    file_unique_id: file.uniqueId,
    file_size: file.size,
    file_path: file.path,
  };
}

export function getUserProfilePhotos({ network, bot, params }: Call): UserProfilePhotos {
  const person = network.people.get(params.integer("user_id") ?? 0);
  if (!person) throw badRequest("user not found");
  const offset = params.integer("offset") ?? 0;
  const limit = params.integer("limit") ?? 100;
  const pictures = person.pictures.slice(offset, offset + limit);
  const photos = pictures.map((id) =>
    sizesOf(network.files.byUniqueId(id)).map((file) => photoSize(file, bot.user.id)),
  );
  return { total_count: person.pictures.length, photos };
}

export function getChat(call: Call): ChatFullInfo {
  const { network, bot } = call;
  const chat = accessChat(call);
  const sizes = sizesOf(network.files.byUniqueId(chat.person.pictures[0] ?? ""));
  const [small] = sizes;
  const big = sizes.at(-1);
  const photo = small &&
    big && {
      small_file_id: fileIdFor(bot.user.id, small),
      small_file_unique_id: small.uniqueId,
      big_file_id: fileIdFor(bot.user.id, big),
      big_file_unique_id: big.uniqueId,
    };
  return {
    ...telegramChat(chat),
    bio: chat.person.bio,
    photo,
    accent_color_id: chat.person.user.id % 7,
    max_reaction_count: 11,
    accepted_gift_types: NO_GIFTS,
  };
}

const NO_GIFTS = {
  unlimited_gifts: false,
  limited_gifts: false,
  unique_gifts: false,
  premium_subscription: false,
  gifts_from_channels: false,
};

/** Each press may be answered once and in time. */
export const answerCallbackQuery: Method = ({ network, bot, params }) => {
  const id = params.text("callback_query_id") ?? "";
  const press = bot.callbacks.get(id);
  const text = params.text("text") ?? "";
  if (text.length > 200) throw badRequest("MESSAGE_TOO_LONG");
  if (!press || network.now() - press.askedOn > network.timing.callbackAnswerMs) {
    throw badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  bot.callbacks.delete(id);
  network.live.publish({
    type: "callbackAnswer",
    ...names(press.chat),
    text,
    alert: params.flag("show_alert"),
  });
  return true;
};

const sizesOf = (file: StoredFile | undefined): StoredFile[] => (file ? [...(file.smaller ?? []), file] : []);
