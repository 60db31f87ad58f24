import type { Message, MessageEntity } from "@grammyjs/types";
import { isRecord, type Parameters } from "./parameters.ts";
import { badRequest } from "./refusal.ts";

const LONGEST_TEXT = 4096;
const LONGEST_CAPTION = 1024;

const TAGS: Record<string, "bold" | "italic" | "underline" | "strikethrough" | "spoiler" | "code" | "pre"> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  code: "code",
  pre: "pre",
};

const ESCAPES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };

type Formatted = { text: string; entities?: MessageEntity[] };

export function textOf(params: Parameters): Pick<Message, "text" | "entities"> {
  const { text, entities } = format(params, params.text("text") ?? "", "entities");
  if (text.trim() === "") throw badRequest("message text is empty");
  if (text.length > LONGEST_TEXT) throw badRequest("message is too long");
  return { text, entities };
}

export function captionOf(params: Parameters): Pick<Message, "caption" | "caption_entities"> {
  const { text, entities } = format(params, params.text("caption") ?? "", "caption_entities");
  if (text.length > LONGEST_CAPTION) throw badRequest("message caption is too long");
  return text ? { caption: text, caption_entities: entities } : {};
}

/** Limits count UTF-16 units after the marks are parsed and removed; blanks at both ends are not sent. */
function format(params: Parameters, given: string, entitiesField: string): Formatted {
  const mode = params.text("parse_mode")?.toLowerCase();
  if (!mode) return { text: given.trim(), entities: entitiesGiven(params, entitiesField) };
  if (mode === "html") return parseHtml(given.trim());
  throw badRequest("unsupported parse_mode");
}

function entitiesGiven(params: Parameters, field: string): MessageEntity[] | undefined {
  const entities = params.list(field)?.filter(isRecord);
  return entities?.length ? (entities as unknown as MessageEntity[]) : undefined;
}

function parseHtml(given: string): Formatted {
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; url?: string }[] = [];
  let text = "";
  for (const [piece] of given.matchAll(/<[^>]*>|&[a-z]+;|[^<&]+|[<&]/gi)) {
    const [, closing, name = "", rest = ""] = piece.match(/^<(\/?)([a-z-]+)([^>]*)>$/i) ?? [];
    const tag = name.toLowerCase();
    if (!name) text += ESCAPES[piece.toLowerCase()] ?? plain(piece);
    else if (!closing)
      open.push({ tag: checkTag(tag), offset: text.length, url: /href="([^"]*)"/.exec(rest)?.[1] });
    else {
      const begun = open.pop();
      if (begun?.tag !== tag) throw badRequest(`can't parse entities: Unexpected end tag "${tag}"`);
      const place = { offset: begun.offset, length: text.length - begun.offset };
      const type = TAGS[tag];
      if (place.length > 0 && type) entities.push({ type, ...place });
      else if (place.length > 0 && begun.url) entities.push({ type: "text_link", url: begun.url, ...place });
    }
  }
  if (open.length)
    throw badRequest(
      `can't parse entities: Can't find end tag corresponding to start tag "${open.at(-1)?.tag}"`,
    );
  return { text, entities: entities.length ? entities.sort((a, b) => a.offset - b.offset) : undefined };
}

function plain(piece: string): string {
  if (piece.startsWith("<")) throw badRequest(`can't parse entities: Unsupported start tag`);
  return piece;
}

function checkTag(tag: string): string {
  if (tag !== "a" && !TAGS[tag]) throw badRequest(`can't parse entities: Unsupported start tag "${tag}"`);
  return tag;
}
