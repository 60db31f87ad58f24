/** The lines above a forwarded mail, as mail programs write them: its author, time, subject and addressees. */
import type { Language } from "@parley/contract/sessions";
import type { QuotedMail } from "../../seam/adapter.ts";
import { dateOf } from "./quote-heading.ts";

type Words = { title: string; from: string; date: string; subject: string; to: string; cc: string };

const words: Record<Language, Words> = {
  en: { title: "Forwarded message", from: "From", date: "Date", subject: "Subject", to: "To", cc: "Cc" },
  af: {
    title: "Aangestuurde boodskap",
    from: "Van",
    date: "Datum",
    subject: "Onderwerp",
    to: "Aan",
    cc: "Cc",
  },
  bg: { title: "Препратено съобщение", from: "От", date: "Дата", subject: "Относно", to: "До", cc: "Копие" },
  tr: {
    title: "Yönlendirilen ileti",
    from: "Kimden",
    date: "Tarih",
    subject: "Konu",
    to: "Kime",
    cc: "Bilgi",
  },
  es: { title: "Mensaje reenviado", from: "De", date: "Fecha", subject: "Asunto", to: "Para", cc: "Cc" },
  ru: { title: "Пересылаемое сообщение", from: "От", date: "Дата", subject: "Тема", to: "Кому", cc: "Копия" },
  nl: {
    title: "Doorgestuurd bericht",
    from: "Van",
    date: "Datum",
    subject: "Onderwerp",
    to: "Aan",
    cc: "Cc",
  },
  ja: { title: "転送されたメッセージ", from: "差出人", date: "日付", subject: "件名", to: "宛先", cc: "Cc" },
};

type Forwarded = Pick<QuotedMail, "from" | "to" | "cc" | "subject" | "on" | "lang" | "zone">;

/** Written in the agent's language and the company's zone. */
export function forwardHeading({ from, to, cc, subject, on, lang, zone }: Forwarded): string[] {
  const say = words[lang];
  const list = (addresses: QuotedMail["to"]) => addresses.map(addressOf).join(", ");
  return [
    `---------- ${say.title} ----------`,
    `${say.from}: ${addressOf(from)}`,
    `${say.date}: ${dateOf({ on, lang, zone })}`,
    `${say.subject}: ${subject}`,
    ...(to.length > 0 ? [`${say.to}: ${list(to)}`] : []),
    ...(cc.length > 0 ? [`${say.cc}: ${list(cc)}`] : []),
  ];
}

const addressOf = ({ name, address }: QuotedMail["from"]) => (name ? `${name} <${address}>` : address);
