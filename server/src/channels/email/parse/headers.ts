import type { Header } from "postal-mime";
import { decodeWords } from "postal-mime";
import { inOneCharset } from "./encoded-words.ts";
import type { MailLimits } from "./limits.ts";
import type { MailHeader } from "./parsed-mail.ts";

export type Headers = {
  list: MailHeader[];
  cut: boolean;
  /** The first header of this name, trimmed. An empty header counts as missing. */
  first(name: string): string | undefined;
  all(name: string): string[];
  has(name: string): boolean;
};

export function readHeaders(headers: Header[], limits: MailLimits): Headers {
  const list = headers
    .slice(0, limits.headers)
    .map(({ key, value }) => ({ name: key, value: value.slice(0, limits.headerCharacters).trim() }));
  const all = (name: string) =>
    headers.filter(({ key, value }) => key === name && value.trim() !== "").map(({ value }) => value.trim());
  return {
    list,
    cut:
      headers.length > limits.headers || headers.some(({ value }) => value.length > limits.headerCharacters),
    first: (name) => all(name)[0],
    all,
    has: (name) => headers.some(({ key }) => key === name),
  };
}

const longestSubject = 998;

export function readSubject(value: string | undefined): string {
  const decoded = decodeWords(inOneCharset(value?.slice(0, 8 * longestSubject) ?? ""));
  const clean = decoded.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
  return clean.replace(/\s+/g, " ").trim().slice(0, longestSubject);
}

/** Null for an invalid date, or one outside the range of the calendar. */
export function readDate(value: string | undefined): Date | null {
  const date = new Date(value ?? "");
  const year = date.getUTCFullYear();
  return year >= 1980 && year < 2200 ? date : null;
}
