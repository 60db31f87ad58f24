/** One line of a message, for a page that does not show the chat. */
import type { VisitorMessage } from "@parley/contract/visitors";
import type { Peek } from "../../protocol.ts";
import { t } from "../texts.ts";
import { chat } from "./store.ts";

const longest = 160;

/** Null for a message without words of a person. */
export function peekOf(message: VisitorMessage): Peek | null {
  const text = excerptOf(message);
  if (!text) return null;
  const company = chat().settings?.company ?? "";
  const author = message.author ? t("peek.from", { name: message.author, company }) : company;
  return { author, text: text.length > longest ? `${text.slice(0, longest)}…` : text };
}

export function excerptOf({ type, content, caption, file }: VisitorMessage): string | null {
  if (type === "text") return content;
  if (type === "document") return caption || file?.name || t("type.document");
  if (type === "image" || type === "video" || type === "audio") return caption || t(`type.${type}`);
  if (type === "location") return t("type.location");
  return null;
}
