/** Turns a message into a call, and the provider's answer into an outcome. */
import { location } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Adapter, Channel, Outgoing, OutgoingFile, SendOutcome } from "../seam/adapter.ts";
import type { Answer, Graph } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { formOf } from "./form.ts";
import { postMessage } from "./post-message.ts";
import { ratingQuestion } from "./rate.ts";
import { refusedSend } from "./refused.ts";
import { templateContent } from "./template.ts";

const sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const uploaded = z.object({ id: z.string() });

export const createWhatsAppSend =
  (graph: Graph): Adapter["send"] =>
  async (channel, message, signal) => {
    const content = message.file
      ? await uploadedContent(graph, channel, message, message.file, signal)
      : { outcome: "ready" as const, content: contentOf(message) };
    if (content.outcome !== "ready") return content;
    const json = {
      ...(message.replyToExternalId && { context: { message_id: message.replyToExternalId } }),
      ...content.content,
      // A status returns it, and so settles a send whose answer was lost.
      biz_opaque_callback_data: message.messageId,
    };
    return outcomeOf(await postMessage(graph, channel, message, json, { result: sent, signal }));
  };

function outcomeOf(answer: Answer<z.infer<typeof sent>>): SendOutcome {
  switch (answer.outcome) {
    case "ok":
      return { outcome: "sent", externalId: answer.result.messages[0]?.id ?? "" };
    case "refused":
      return refusedSend(answer);
    case "notAccepted":
      return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    case "unknown":
      return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because: answer.reason }) };
  }
}

type Content = { type: string } & Record<string, unknown>;

function contentOf({ type, content, ratingFor, template }: Outgoing): Content {
  if (template) return templateContent(template);
  if (type === "location") return { type, location: location.parse(JSON.parse(content)) };
  if (type !== "text") throw new Error(`A message of type ${type} carries a file`);
  if (ratingFor) return ratingQuestion(ratingFor.ticketId, content);
  return { type, text: { body: content, preview_url: false } };
}

/** An upload that fails has sent nothing yet, so that it may be tried again. */
async function uploadedContent(
  graph: Graph,
  channel: Channel,
  message: Outgoing,
  file: OutgoingFile,
  signal: AbortSignal,
): Promise<{ outcome: "ready"; content: Content } | SendOutcome> {
  const { accessToken, phoneNumberId } = credentialsOf(channel);
  const form = formOf(message.type, file);
  let stream: NodeJS.ReadableStream;
  try {
    stream = await file.read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ? reasonOf("file_unreadable_error", { error: code }) : reasonOf("file_unreadable");
    return { outcome: "tryAgain", afterMs: null, reason };
  }
  const upload = { field: "file", name: file.name, mediaType: form.mediaType, size: file.size, stream };
  const answer = await graph.call(accessToken, `${phoneNumberId}/media`, {
    method: "POST",
    form: { fields: { messaging_product: "whatsapp", type: form.mediaType }, upload },
    result: uploaded,
    signal,
  });
  if (answer.outcome === "refused") {
    const refused = refusedSend(answer);
    return refused.outcome === "unknown"
      ? { outcome: "tryAgain", afterMs: null, reason: refused.reason }
      : refused;
  }
  if (answer.outcome !== "ok") return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
  const caption = form.caption && message.caption ? { caption: message.caption } : {};
  const name = form.type === "document" ? { filename: file.name } : {};
  // Messages > Audio messages: shown as a voice message. The provider accepts only Opus in an Ogg file.
  const voice = form.type === "audio" && form.mediaType === "audio/ogg" ? { voice: true } : {};
  const media = { id: answer.result.id, ...caption, ...name, ...voice };
  return { outcome: "ready", content: { type: form.type, [form.type]: media } };
}
