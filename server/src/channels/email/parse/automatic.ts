import type { Headers } from "./headers.ts";
import type { AutomaticKind } from "./parsed-mail.ts";

export const answerers = [
  "x-autoreply",
  "x-autorespond",
  "x-autoresponder",
  "x-auto-response",
  "x-autoreply-from",
  "x-mail-autoreply",
];
const listHeaders = ["list-id", "list-unsubscribe", "list-post"];
const machines =
  /^(?:mailer-daemon|postmaster|(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?)(?:[-+._].*)?)@/i;

/**
 * The kind of automatic mail by RFC 3834 and the headers that servers use beside it. Null for a mail that a person
 * wrote.
 */
export function readAutomatic(headers: Headers, from: string, contentType: string): AutomaticKind | null {
  if (/^multipart\/report\b/i.test(contentType)) return "report";
  const submitted = headers.first("auto-submitted")?.toLowerCase() ?? "no";
  if (submitted.startsWith("auto-replied") || answerers.some(headers.has)) return "replied";
  const precedence = headers.first("precedence")?.toLowerCase() ?? "";
  if (precedence === "auto_reply") return "replied";
  if (listHeaders.some(headers.has) || precedence === "list") return "list";
  if (precedence === "bulk" || precedence === "junk") return "bulk";
  if (!/^no\b/.test(submitted)) return "generated";
  if (/\b(all|oof|autoreply)\b/i.test(headers.first("x-auto-response-suppress") ?? "")) return "generated";
  if (headers.first("return-path") === "<>" || machines.test(from) || isDaemon(headers)) return "generated";
  return null;
}

/** Some daemons name themselves without an address: "MAILER-DAEMON <>". */
export const isDaemon = (headers: Headers): boolean =>
  /^"?(?:mailer-daemon|mail delivery (?:sub)?system)"?\s*(?:<>)?$/i.test(headers.first("from") ?? "");
