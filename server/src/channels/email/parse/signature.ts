/**
 * Finds what a client or its user appends to every mail: the block below "-- ", and lines such as "Sent from my
 * iPhone".
 */

import { isFilled, type Line } from "./lines.ts";

const mostLines = 20;
/** A mobile client's line is among the last ones. */
const lastLines = 6;

const appended = [
  /^sent (?:from|via|with|using) (?:my |the )?.{2,60}$/i,
  /^get outlook for .{2,60}$/i,
  /^(?:gestuur|verstuur) (?:vanaf|van) my .{2,60}$/i,
  /^изпратено от (?:моя |моето )?.{2,60}$/iu,
  /^.{2,40}['’]?(?:[dt][ea]n|[dt]en|dan|tan|ımdan|imden|umdan|ümden) gönderildi\.?$/iu,
  /^enviado (?:desde|do|a partir do) (?:mi |meu |el |o )?.{2,60}$/i,
  /^отправлено (?:с|из|со) .{2,60}$/iu,
  /^(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via) (?:mijn )?.{2,60}$/i,
  /^.{1,30}から送信(?:されました)?。?$/u,
  /^(?:надіслано|відправлено) (?:з|із|зі|від) .{2,60}$/iu,
  /^(?:von meine[mr] .{2,40} gesendet|gesendet (?:von|mit|mit der) .{2,60})\.?$/i,
  /^envoyé (?:de|depuis|à partir de|avec) .{2,60}$/i,
  /^(?:wysłane|wysłano) (?:z|ze|za) .{2,60}$/i,
  /^inviato (?:da|dal|con) .{2,60}$/i,
  /^enviado (?:do|de|pelo) (?:meu )?.{2,60}$/i,
  /^(?:outlook für|outlook voor|outlook pour|outlook para|outlook per) .{2,40}(?:herunterladen|downloaden|télécharger)?$/i,
  /^(?:obtener outlook para|obter o outlook para|télécharger outlook pour|download outlook voor|scarica outlook per|pobierz program outlook dla|скачать outlook для|outlook for .{2,20}を入手) ?.{0,60}$/iu,
  /^yahoo mail[:：] .{2,80}$/i,
];

/** The index of the signature's first line at or after `from`; the number of lines when there is none. */
export function signatureStart(lines: Line[], from: number): number {
  const delimiter = lines.findLastIndex(({ text, quotes }) => quotes === 0 && /^(?:-- ?|—)$/.test(text));
  const below = delimiter < 0 ? 0 : lines.slice(delimiter + 1).filter(isFilled).length;
  if (delimiter >= from && below <= mostLines) return delimiter;
  let start = lines.length;
  for (let at = lines.length - 1, seen = 0; at >= from && seen < lastLines; at--) {
    const line = lines[at];
    if (!line || !isFilled(line)) continue;
    seen++;
    if (line.quotes === 0 && isAppended(line.text)) start = at;
  }
  return start;
}

function isAppended(text: string): boolean {
  const plain = text
    .slice(0, 300)
    .replace(/<https?:[^<>]*>/g, "")
    .replace(/\*/g, "")
    .trim();
  return appended.some((pattern) => pattern.test(plain));
}
