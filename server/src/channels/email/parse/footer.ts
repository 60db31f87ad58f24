/** Finds footers that gateways, virus scanners and mailing lists append below everything else. */
import { isFilled, type Line } from "./lines.ts";

/** Words of notices about who may read a mail, one line for each notion, in the languages of mails. */
const notions = [
  /confiden[tzc]i|vertraulich|vertroulik|vertrouwelijk|confidentie|riservat|конфиденциальн|конфіденційн|поверителн|gizli|機密|秘密|poufn|důvěrn|fortrolig|konfidentiell|luottamuksel|privileged|bizalmas/iu,
  /intended (?:only|solely|for)|addressee|recipient|destinat[aá]|geadresseerde|empfänger|adressat|адресат|получател|одержувач|alıcı|muhatap|宛先|受信者|odbiorc|příjemc|modtager|mottak?ar?e|mottaker|vastaanottaja|címzett/iu,
  /in error|by mistake|irrtümlich|versehentlich|par erreur|por error|por engano|per errore|ten onrechte|abusievelijk|per abuis|по ошибке|ошибочно|помилково|по погрешка|yanlışlıkla|誤って|誤送信|omyłkowo|omylem|ved en fejl|av misstag|ved en feil|erehdyksessä/iu,
  /notify the sender|delete (?:it|this)|afsender|absender|expéditeur|remitente|mittente|afzender|отправител|відправник|подател|gönderen|送信者|nadawc|odesílatel|avsändar/iu,
];
const fewestNotions = 2;
/** A shorter paragraph may be a person's own. Half of that is enough in scripts without letters for sounds. */
const shortestNotice = 100;

const appended = [
  /(?:checked|scanned) (?:for|by) .{0,30}(?:virus|antivirus|malware)|virus-free|auf viren (?:geprüft|überprüft)|sans virus|libre de virus|проверен[оа]? .{0,30}(?:вирус|антивирус)/iu,
  /\bto unsubscribe\b|you received this message because|mailing[- ]?list/iu,
];
const starts =
  /e-?mail|message|nachricht|mensaje|mensagem|bericht|boodskap|messaggio|comunicazione|communicat|сообщени|письмо|съобщение|повідомлення|mesaj|ileti|e-posta|メール|disclaimer|notice|avis|aviso|hinweis|virus|subscribed/iu;

const line = /^[-–—_=*~#]{3,}$/;
const mostListLines = 10;
/** The number of lines of a paragraph, and of characters of each, that are read. */
const mostLines = 40;
const mostCharacters = 2_000;

/** The index of the footer's first line at or after `from`; the number of lines when there is none. */
export function footerStart(lines: Line[], from: number): number {
  for (let at = from; at < lines.length; ) {
    const end = paragraphEnd(lines, at);
    const found = startWithin(lines, at, end);
    if (found !== null) return withLineAbove(lines, from, found);
    at = end + 1;
  }
  return lines.length;
}

function paragraphEnd(lines: Line[], from: number): number {
  let at = from;
  while (at < lines.length && isFilled(lines[at] as Line)) at++;
  return at;
}

function startWithin(lines: Line[], from: number, end: number): number | null {
  const texts = lines
    .slice(from, Math.min(end, from + mostLines))
    .map(({ text }) => text.slice(0, mostCharacters));
  if (texts.length === 0) return null;
  const whole = texts.join(" ");
  if (isNotice(whole) || appended.some((pattern) => pattern.test(whole))) {
    const first = texts.findIndex((text) => isMarked(text));
    return from + Math.max(0, first);
  }
  const rule = texts.findIndex((text) => line.test(text.trim()) && text.trim().length >= 20);
  return rule >= 0 && isListFooter(lines.slice(from + rule + 1)) ? from + rule : null;
}

const isMarked = (text: string) => [starts, ...notions, ...appended].some((pattern) => pattern.test(text));

function isNotice(paragraph: string): boolean {
  const shortest = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(paragraph)
    ? shortestNotice / 2
    : shortestNotice;
  return (
    paragraph.length >= shortest && notions.filter((notion) => notion.test(paragraph)).length >= fewestNotions
  );
}

/** True for a name, an address and a link without a sentence's end. */
function isListFooter(lines: Line[]): boolean {
  const filled = lines.slice(0, 4 * mostListLines).filter(isFilled);
  if (filled.length === 0 || filled.length > mostListLines) return false;
  const texts = filled.map(({ text }) => text.slice(0, mostCharacters).trim());
  return texts.some((text) => /https?:\/\/\S+|www\.\S+|\S+@\S+\.\S+/.test(text));
}

/** Includes the line of dashes above the footer. */
function withLineAbove(lines: Line[], from: number, found: number): number {
  let at = found - 1;
  while (at >= from && !isFilled(lines[at] as Line)) at--;
  return at >= from && line.test((lines[at]?.text ?? "").trim()) ? at : found;
}
