/** Turns a message into a call of the Bot API, and Telegram's answer into an outcome. */
import { location } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Adapter, Outgoing, OutgoingFile, SendOutcome } from "../seam/adapter.ts";
import type { Upload } from "../seam/transport.ts";
import type { Answer, CallOptions, TelegramApi } from "./api.ts";
import { externalIdOf, messageNumberOf } from "./parse.ts";
import { ratingKeyboard } from "./rate.ts";
import { refusedSend } from "./refused.ts";

const sent = z.object({ message_id: z.number().int() });
type Sent = z.infer<typeof sent>;
type Call = { method: string } & Pick<CallOptions<Sent>, "params"> & {
    file?: { field: string; file: OutgoingFile };
  };

export const createTelegramSend =
  (api: TelegramApi): Adapter["send"] =>
  async (channel, message, signal) => {
    const { method, params, file } = callFor(message);
    let upload: Upload | undefined;
    try {
      upload = file && (await openUpload(file.field, file.file));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code ? reasonOf("file_unreadable_error", { error: code }) : reasonOf("file_unreadable");
      return { outcome: "tryAgain", afterMs: null, reason };
    }
    const answer = await api.call(channel.credentials, method, { params, upload, result: sent, signal });
    return outcomeOf(answer, message.to);
  };

async function openUpload(field: string, file: OutgoingFile): Promise<Upload> {
  const { name, mediaType, size } = file;
  return { field, name, mediaType, size, stream: await file.read() };
}

function outcomeOf(answer: Answer<Sent>, chatId: string): SendOutcome {
  switch (answer.outcome) {
    case "ok":
      return { outcome: "sent", externalId: externalIdOf(chatId, answer.result.message_id) };
    case "refused":
      return refusedSend(answer);
    case "notAccepted":
      return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    case "unknown":
      return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because: answer.reason }) };
  }
}

/** Text has no parse mode: an agent's text is never markup. */
function callFor(message: Outgoing): Call {
  const common = {
    chat_id: Number(message.to),
    ...(message.replyToExternalId && { reply_parameters: replyTo(message.replyToExternalId) }),
    ...(message.ratingFor && { reply_markup: ratingKeyboard(message.ratingFor.ticketId) }),
  };
  if (message.type === "text") return { method: "sendMessage", params: { ...common, text: message.content } };
  if (message.type === "location") {
    const { latitude, longitude, name, address } = location.parse(JSON.parse(message.content));
    if (!name || !address) return { method: "sendLocation", params: { ...common, latitude, longitude } };
    return { method: "sendVenue", params: { ...common, latitude, longitude, title: name, address } };
  }
  if (!message.file) throw new Error(`A message of type ${message.type} carries a file`);
  const { file } = message;
  const kind = kindOf(message.type, file);
  return {
    method: kind.method,
    params: { ...common, caption: message.caption ?? undefined, ...kind.params },
    file: { field: kind.field, file },
  };
}

/** The quoted message may be deleted; the reply is sent without the quote. */
const replyTo = (externalId: string) => ({
  message_id: messageNumberOf(externalId),
  allow_sending_without_reply: true,
});

const photoLimit = 10 * 2 ** 20;

/** A file that Telegram does not accept as its kind is sent as a document, unchanged. */
function kindOf(type: Outgoing["type"], file: OutgoingFile) {
  const seconds = file.duration === null ? undefined : Math.round(file.duration / 1000);
  const { width, height } = { width: file.width ?? undefined, height: file.height ?? undefined };
  if (type === "image" && isPhoto(file)) return { method: "sendPhoto", field: "photo", params: {} };
  if (type === "image" && file.mediaType === "image/gif")
    return { method: "sendAnimation", field: "animation", params: { width, height } };
  if (type === "video" && file.mediaType === "video/mp4") {
    const params = { duration: seconds, width, height, supports_streaming: true };
    return { method: "sendVideo", field: "video", params };
  }
  if (type === "audio" && ["audio/ogg", "audio/opus"].includes(file.mediaType))
    return { method: "sendVoice", field: "voice", params: { duration: seconds } };
  if (type === "audio" && ["audio/mpeg", "audio/mp4", "audio/x-m4a"].includes(file.mediaType))
    return { method: "sendAudio", field: "audio", params: { duration: seconds } };
  return { method: "sendDocument", field: "document", params: {} };
}

/** Telegram's limits of a photo: 10 MB, both sides together 10 000 pixels, and no side 20 times the other. */
function isPhoto({ mediaType, size, width, height }: OutgoingFile): boolean {
  if (!["image/jpeg", "image/png"].includes(mediaType) || size > photoLimit) return false;
  if (!width || !height) return true;
  return width + height <= 10_000 && Math.max(width, height) <= 20 * Math.min(width, height);
}
