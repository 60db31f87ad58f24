/** Turns a message into a call of the bot API, and Viber's answer into an outcome. */
import type { FileKind } from "@parley/contract/channel-declaration";
import { location } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Adapter, Channel, Outgoing, OutgoingFile, SendOutcome } from "../seam/adapter.ts";
import { type Answer, provider, type ViberApi } from "./api.ts";
import { declaration } from "./declaration.ts";
import { ratingKeyboard } from "./rate.ts";
import { refusedSend } from "./refused.ts";

const sent = z.object({ message_token: z.string() });
type Sent = z.infer<typeof sent>;

/** Days in which Viber tries to deliver a message, and may fetch its file. */
const linkDays = 14;
/** The API version from which a client supports a button that sends nothing into the chat. */
const silentButtons = 7;
const versionNotSupported = 13;

export const createViberSend =
  (api: ViberApi): Adapter["send"] =>
  async (channel, message, signal) => {
    const { file } = message;
    if (file && isForbidden(file.name))
      return { outcome: "refused", reason: reasonOf("file_type_refused", { provider, name: file.name }) };
    const post = (extra: object = {}) => {
      const body = { ...bodyOf(channel, message), ...extra };
      return api.call(channel.credentials, "send_message", { body, result: sent, signal });
    };
    return outcomeOf(message.ratingFor ? await ask(post, message.ratingFor.ticketId) : await post());
  };

/** A client with an older app is asked by buttons whose text it shows. */
async function ask(post: (extra: object) => Promise<Answer<Sent>>, ticketId: string) {
  const quiet = { min_api_version: silentButtons, keyboard: ratingKeyboard(ticketId, { silent: true }) };
  const answer = await post(quiet);
  if (answer.outcome !== "refused" || answer.status !== versionNotSupported) return answer;
  return post({ keyboard: ratingKeyboard(ticketId, { silent: false }) });
}

function outcomeOf(answer: Answer<Sent>): SendOutcome {
  switch (answer.outcome) {
    case "ok":
      return { outcome: "sent", externalId: answer.result.message_token };
    case "refused":
      return refusedSend(answer);
    case "notAccepted":
      return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    case "unknown":
      return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because: answer.reason }) };
  }
}

function bodyOf(channel: Pick<Channel, "name">, message: Outgoing): object {
  const common = {
    receiver: message.to,
    sender: { name: senderName(channel.name) },
    // Viber returns it with the client's next message.
    tracking_data: message.messageId,
  };
  if (message.type === "text") return { ...common, type: "text", text: message.content };
  if (message.type === "location") {
    const { latitude, longitude } = location.parse(JSON.parse(message.content));
    return { ...common, type: "location", location: { lat: latitude, lon: longitude } };
  }
  if (!message.file) throw new Error(`A message of type ${message.type} carries a file`);
  return { ...common, ...fileBody(message.type, message.file, message.caption ?? "") };
}

/** A file that Viber does not accept as its kind goes as a file, unchanged. */
function fileBody(type: Outgoing["type"], file: OutgoingFile, text: string) {
  const media = file.publicLink(linkDays);
  const { size } = file;
  if (type === "image" && isShown("image", file)) return { type: "picture", text, media };
  if (type === "video" && isVideo(file)) {
    const duration = file.duration === null ? undefined : Math.ceil(file.duration / 1000);
    return { type: "video", media, size, duration };
  }
  return { type: "file", media, size, file_name: withExtension(file.name, media) };
}

/** A client cannot open a file whose name has no extension. */
const withExtension = (name: string, link: string): string =>
  /\.\w+$/.test(name) ? name : `${name}.${link.split(".").at(-1)}`;

const isShown = (kind: FileKind, { mediaType, size }: OutgoingFile) =>
  size <= (declaration.upload[kind].shown?.[mediaType] ?? 0);

/** Viber's limit in milliseconds. */
const longestVideo = 180_000;
const isVideo = (file: OutgoingFile) =>
  isShown("video", file) && (file.duration === null || file.duration <= longestVideo);

const longestSender = 28;

/** The name is cut between code points, so that no character is halved. */
export const senderName = (name: string): string => [...name.trim()].slice(0, longestSender).join("") || "…";

const forbidden = new Set(
  (
    "action apk app bat bin cmd com command cpl csh exe gadget inf1 ins inx ipa isu job jse ksh lnk msc msi msp mst osx " +
    "out paf pif ps1 reg rgs run sct shb shs u3p vb vbe vbs vbscript workflow ws wsf"
  ).split(" "),
);

/** creators.viber.com/docs/bots-api/data-models/message#forbidden-file-formats */
const isForbidden = (name: string): boolean => forbidden.has(name.split(".").at(-1)?.toLowerCase() ?? "");
