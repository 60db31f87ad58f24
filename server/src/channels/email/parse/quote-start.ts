/** Finds the line where a client begins to quote, in time linear in the mail's length. */
import {
  forwardedWords,
  fromWords,
  headerWords,
  originalWords,
  subjectWords,
  wroteWords,
} from "./quote-words.ts";

export type QuoteStart = {
  /** The first line of the quote, its heading included. */
  at: number;
  /** The first line below the heading. */
  below: number;
  kind: "marker" | "attribution" | "block" | "forward";
};

/** The number of lines joined to find a wrapped attribution. */
const mostWrapped = 4;
const longestLine = 600;

export function findQuoteStart(given: string[]): QuoteStart | null {
  const lines = given.map(plain);
  for (let at = 0; at < lines.length; at++) {
    const start = startAt(lines, at);
    if (start) return start;
  }
  return null;
}

function startAt(lines: string[], at: number): QuoteStart | null {
  const line = lines[at] ?? "";
  if (line === "") return null;
  if (isMarker(line)) return { at, below: at + 1, kind: "marker" };
  const announced = betweenDashes(line);
  if (isForwarded(announced, line)) return { at, below: at + 1, kind: "forward" };
  if (announced !== null && originals.has(announced)) return { at, below: at + 1, kind: "block" };
  if ((announced !== null || isRule(line)) && headerBlock(lines, nextOfFew(lines, at + 1)))
    return { at, below: at + 1, kind: "block" };
  if (isHeaderLine(line)) return { at, below: at + 1, kind: "block" };
  if (headerBlock(lines, at)) return { at, below: at, kind: "block" };
  return attributionEndingAt(lines, at);
}

const isRule = (line: string) => /^[-–—_=*~]{3,}$/.test(line);

const originals = new Set(originalWords);
const forwarded = new Set(forwardedWords);

/** Recognises this desk's marker and other desks'. */
const isMarker = (line: string) => /^#{2,}\s?-.{3,120}-\s?#{2,}$/.test(line);

/** Returns the words of "-----Original Message-----", in lower case. */
function betweenDashes(line: string): string | null {
  const found = /^[-–—_=*]{2,}\s*([^-–—_=*\s].{2,60}?)\s*[-–—_=*]{2,}$/.exec(line);
  return found?.[1] ? lower(found[1]).replace(/[:：]$/, "") : null;
}

/** Matches "---------- Forwarded message ----------" and "Begin forwarded message:". */
export const isForwardHeading = (line: string) => isForwarded(betweenDashes(plain(line)), plain(line));

const isForwarded = (announced: string | null, line: string) =>
  forwarded.has(announced ?? lower(line).replace(/\s*[:：]$/, ""));

const froms = new Set(fromWords);
const others = new Set(headerWords);

const subjects = new Set(subjectWords);

/** Matches "From: … Sent: … To: … Subject: …", in any order. A list of a journey names no subject and no address. */
function headerBlock(lines: string[], at: number): boolean {
  const first = fieldName(lines[at]);
  if (first === null || !(froms.has(first) || others.has(first))) return false;
  const next = lines.slice(at + 1, at + 9);
  const end = next.indexOf("");
  // Above the sender's name no line is skipped.
  const block = froms.has(first) || end < 0 ? next.filter((line) => line !== "") : next.slice(0, end);
  const fields = [lines[at] ?? "", ...block.slice(0, 6)].flatMap((line) => {
    const name = fieldName(line);
    return name !== null && (froms.has(name) || others.has(name)) ? [{ name, line }] : [];
  });
  const known = fields.filter(({ name }) => others.has(name)).length;
  const named = fields.some(({ name, line }) => subjects.has(name) || line.includes("@"));
  return named && known >= 2 && fields.some(({ name }) => froms.has(name));
}

/** Matches "==== Message du : 02/03/2026 De : Desk Help ====". */
function isHeaderLine(line: string): boolean {
  if (line.length > longestLine || !/^[-–—_=*]{2,}/.test(line) || !hasDate(line)) return false;
  const names = [...line.matchAll(/(\p{L}[\p{L} ]{0,20}?)\s*[:：]/gu)].map(([, name]) => lower(name ?? ""));
  return names.some((name) => others.has(name)) && names.some((name) => froms.has(name));
}

function fieldName(line: string | undefined): string | null {
  return /^\*?\s*([\p{L}][\p{L} -]{0,20}?)\s*\*?\s*[:：]/u.exec(line ?? "")?.[1]?.toLowerCase() ?? null;
}

/** Matches "On 2 Mar 2026 at 10:00, Ann <ann@a.example> wrote:", wrapped over a few lines. */
function attributionEndingAt(lines: string[], end: number): QuoteStart | null {
  const dashed = dashedAttribution(lines, end);
  if (dashed) return dashed;
  if (!/[:：]$/.test(lines[end] ?? "")) return null;
  let addressed: number | null = null;
  for (let at = end; at > end - mostWrapped && at >= 0; at--) {
    const line = lines[at] ?? "";
    if (line === "" || (at < end && /[:：.!?]$/.test(line))) break;
    const whole = lines
      .slice(at, end + 1)
      .join(" ")
      .replace(/\s+>/, ">");
    if (whole.length > longestLine) break;
    if (!isAttribution(whole, lines, end)) continue;
    if (hasDate(whole)) return attribution(lines, at, end);
    addressed ??= at;
  }
  return addressed === null ? null : attribution(lines, addressed, end);
}

/** Matches "---- On 2 Mar 2026 Ann <ann@a.example> wrote ----". */
function dashedAttribution(lines: string[], end: number): QuoteStart | null {
  if (!/[^-–—_=*][-–—_=*]{2,}$/.test(lines[end] ?? "")) return null;
  for (let at = end; at > end - mostWrapped && at >= 0 && lines[at] !== ""; at--) {
    const whole = lines.slice(at, end + 1).join(" ");
    if (whole.length > longestLine) return null;
    const words = /^[-–—_=*]{2,}\s*(.+?)\s*[-–—_=*]{2,}$/.exec(whole)?.[1];
    if (words) return wrote(words) && hasDate(words) ? { at, below: end + 1, kind: "attribution" } : null;
  }
  return null;
}

/** A heading that begins with the address has its name on the line above. */
function attribution(lines: string[], at: number, end: number): QuoteStart {
  const named = /^[<(]/.test(lines[at] ?? "") && at > 0 && lines[at - 1] !== "";
  return { at: named ? at - 1 : at, below: end + 1, kind: "attribution" };
}

function isAttribution(line: string, lines: string[], end: number): boolean {
  const address = /[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@"]+/.test(line);
  if (!address && !hasDate(line)) return false;
  if (wrote(line)) return true;
  if (address && hasDate(line) && /[<([][^<>@\s]+@[^<>@\s]+[>)\]]\s*[:：]$/.test(line)) return true;
  const dated = /\b20\d\d\b/.test(line) && /\d{1,2}[:.]\d{2}/.test(line);
  return (address || dated) && /^>/.test(lines[nextFilled(lines, end + 1)] ?? "");
}

const hasDate = (line: string) =>
  /\b(?:19|20)\d\d\b|\d{1,2}[:.h]\d{2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d年\d{1,2}月/.test(line);

const wroteSet = new Set(wroteWords);

/** True if the verb stands last, or before the name: "schreef Ann <…>:", "schrieb Ann:". */
function wrote(line: string): boolean {
  const words = line.toLowerCase().replace(/\s*[:：]$/, "");
  if (wroteWords.some((verb) => words.endsWith(verb))) return true;
  return words.split(/[\s,]+/).some((word) => word.length > 3 && wroteSet.has(word)) && hasDate(line);
}

/** The first filled line of the next few. */
function nextOfFew(lines: string[], from: number): number {
  const at = lines.slice(from, from + mostWrapped).findIndex((line) => line !== "");
  return at < 0 ? lines.length : from + at;
}

function nextFilled(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at] === "") at++;
  return at;
}

/** A capital Turkish İ in lower case leaves a separate dot. */
const lower = (words: string) => words.toLowerCase().replace(/\u0307/g, "");

/** Trims, and unifies the spaces and marks that clients vary. */
function plain(line: string): string {
  return line
    .slice(0, longestLine)
    .replace(/[\u00a0\u202f\u2007]/g, " ")
    .replace(/[\u200b\u200e\u200f\ufeff]/g, "")
    .trim();
}
