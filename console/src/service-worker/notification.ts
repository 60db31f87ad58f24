import { limits } from "@parley/contract/limits";
import type { PushMessage } from "@parley/contract/push";
import { isType } from "@parley/contract/timeline";
import { adminPaths, workspacePath } from "../paths.ts";
import { textsIn } from "./texts.ts";

type Shown = { title: string; options: NotificationOptions & { renotify: boolean; data: { path: string } } };

/** One notification per ticket or colleague: a newer one replaces it and sounds again. */
export function wordPush(message: PushMessage): Shown {
  const { about, ticketid, colleague, lang } = message;
  const place = workspacePath(ticketid ? { ticket: shortIdOf(ticketid) } : { colleague });
  return {
    title: titleOf(message),
    options: {
      body: bodyOf(message),
      lang,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      tag: ticketid ?? colleague ?? about,
      renotify: true,
      data: { path: about === "channel" ? adminPaths.channels : place },
    },
  };
}

function titleOf({ about, lang, name, ticketid }: PushMessage): string {
  const t = textsIn(lang);
  if (about === "ticket") return t("push.newTicket", { name });
  if (about === "rating") return t("push.rating", { id: shortIdOf(ticketid ?? "") });
  if (about === "channel") return t("push.channel", { name });
  if (about === "failed") return t("push.notSent", { name });
  if (about === "outgoing") return t("push.outgoing", { name });
  if (about === "followed") return t("push.followed", { name });
  if (about === "offer") return t("push.offer", { name });
  if (about === "mention") return t("push.mention", { name });
  return t("push.unread", { name });
}

function bodyOf({ about, lang, name, text, type, rating }: PushMessage): string {
  if (about === "rating") return `${starsOf(rating ?? 0)} ${name}`.trim();
  if (text) return text;
  const t = textsIn(lang);
  const named = type && isType(type, "crossesChannel") && isType(type, "named");
  return named ? t(`push.kind.${type}`) : "";
}

const shortIdOf = (id: string) => id.slice(0, limits.shortIdLength);
const starsOf = (rating: number) => "★".repeat(rating) + "☆".repeat(limits.maxRating - rating);
