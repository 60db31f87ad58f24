import { sendMediaGroup } from "./album.ts";
import { answerCallbackQuery, getChat, getFile, getMe, getUserProfilePhotos } from "./ask.ts";
import type { Method } from "./call.ts";
import {
  deleteMessage,
  editMessageCaption,
  editMessageReplyMarkup,
  editMessageText,
  setMessageReaction,
} from "./change.ts";
import { getUpdates } from "./poll.ts";
import { sendChatAction, sendContact, sendLocation, sendMedia, sendMessage, sendVenue } from "./send.ts";
import { deleteWebhook, getWebhookInfo, setWebhook } from "./webhook.ts";

const METHODS: Record<string, Method> = {
  getMe,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  getFile,
  getUserProfilePhotos,
  getChat,
  sendMessage,
  sendPhoto: sendMedia("photo"),
  sendVideo: sendMedia("video"),
  sendVideoNote: sendMedia("video_note"),
  sendAnimation: sendMedia("animation"),
  sendAudio: sendMedia("audio"),
  sendVoice: sendMedia("voice"),
  sendDocument: sendMedia("document"),
  sendSticker: sendMedia("sticker"),
  sendLocation,
  sendVenue,
  sendContact,
  sendMediaGroup,
  sendChatAction,
  answerCallbackQuery,
  editMessageText,
  editMessageCaption,
  editMessageReplyMarkup,
  deleteMessage,
  setMessageReaction,
};

const BY_LOWER_CASE = new Map(
  Object.entries(METHODS).map(([name, method]) => [name.toLowerCase(), { name, method }]),
);

export const findMethod = (name: string) => BY_LOWER_CASE.get(name.toLowerCase());
