/** Turns what a gateway hands in into events of the desk. */
import type { FileKind } from "@parley/contract/channel-declaration";
import type { GatewayMessage, GatewayReceipt } from "@parley/contract/gateways";
import { reasonOf } from "@parley/contract/reasons";
import { saidLanguage } from "@parley/contract/said";
import { typesThat } from "@parley/contract/timeline";
import { invalid } from "../../floor/errors/errors.ts";
import type { Channel, IncomingEvent, IncomingMessage, Sender } from "../seam/adapter.ts";
import { addressOf, hostOf } from "./platform.ts";

/** A message for each file, the first with the text; throws 400 for one without content. */
export function messagesOf(given: GatewayMessage, now: Date): IncomingMessage[] {
  const { id, thread, text, files, location, quotes } = given;
  const from = senderOf(given);
  const common = {
    kind: "message" as const,
    ...{ from, sentOn: now, replyToExternalId: quotes ?? null },
    // Another person may write in the conversation of a client.
    ...(thread && { thread, author: from }),
  };
  const plain = { externalId: id, caption: null, media: null, album: null };
  if (files.length === 0 && location)
    return [{ ...common, ...plain, type: "location", content: JSON.stringify(location) }];
  if (files.length === 0) {
    if (!text.trim()) throw invalid("empty_field");
    return [{ ...common, ...plain, type: "text", content: text }];
  }
  return files.map((file, index) => ({
    ...common,
    externalId: index === 0 ? id : `${id}#${index + 1}`,
    type: kindOf(file.type),
    content: "",
    caption: index === 0 && text ? text : null,
    media: {
      ...{ ref: file.url, name: file.name, mediaType: file.type ?? null, size: null },
      ...{ width: null, height: null, duration: null },
    },
    album: files.length > 1 ? id : null,
  }));
}

const senderOf = ({ from: { id, name, language, country } }: GatewayMessage): Sender => ({
  externalId: id,
  name: name ?? id,
  username: null,
  lang: saidLanguage.parse(language) ?? null,
  country: country?.toUpperCase() ?? null,
});

/** A file of any other type is a document; the content decides in the end. */
const kindOf = (mediaType = ""): FileKind =>
  typesThat("file").find((kind) => mediaType.startsWith(`${kind}/`)) ?? "document";

/** The id is the desk's own, or the one that an answer gave. */
export function receiptOf({ id, status, reason: says }: GatewayReceipt, channel: Channel): IncomingEvent {
  const provider = hostOf(addressOf(channel));
  const failed = says
    ? reasonOf("provider", { provider, says })
    : reasonOf("client_not_reached", { provider });
  return {
    ...{ kind: "receipt", externalId: id, messageId: id },
    ...{ status, reason: status === "failed" ? failed : null },
  };
}
