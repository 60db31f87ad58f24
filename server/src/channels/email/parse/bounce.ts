/** Bounces: reports by RFC 3464, and the texts of servers that write none. */
import { type Attachment, decodeWords } from "postal-mime";
import { probeHeader } from "../marks/probe-header.ts";
import { readAddresses } from "./addresses.ts";
import { answerers, isDaemon } from "./automatic.ts";
import type { Headers } from "./headers.ts";
import { readMessageId, readMessageIds } from "./message-ids.ts";
import type { Bounce, BouncedRecipient, ParsedMail } from "./parsed-mail.ts";

const mostRecipients = 100;
const longestDiagnostic = 500;
/** The number of characters of a report or a returned mail that are read. */
const longestPart = 100_000;

export function readBounce(headers: Headers, parts: Attachment[], text: string, from: string): Bounce | null {
  const report = parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType));
  const recipients = report ? reported(textOf(report)) : [];
  if (recipients.length > 0) return { recipients, ...returned(headers, parts, text) };
  if (!isByMachine(headers, from) || isReceipt(headers)) return null;
  const described = describedRecipients(headers, text);
  return described.length > 0 ? { recipients: described, ...returned(headers, parts, text) } : null;
}

/**
 * Reads a failure from a mail in unknown form to an envelope's address. Vacation notes come there too: their telephone
 * numbers are not a server's codes. Null: the mail reports no failure.
 */
export function failureIn({ text: shown, rest, automatic, from, headers }: Answered): string | null {
  if (automatic === "replied" && headers.some(({ name }) => answerers.includes(name))) return null;
  const start = startOf(`${shown}\n\n${rest}`);
  if (delayWords.test(start)) return null;
  const line = start.split("\n", mostLines).find((one) => failureWords.test(one));
  const isDaemons = !from || /^(mailer-daemon|postmaster)@/i.test(from.address);
  const answer = isDaemons || line || enhanced.test(start) ? answerIn(start) : null;
  return answer ?? line?.trim().slice(0, longestDiagnostic) ?? null;
}
type Answered = Pick<ParsedMail, "text" | "rest" | "automatic" | "from" | "headers">;
const enhanced = /\b5\d\d[ :#-]\s{0,4}5\.\d{1,3}\.\d{1,3}\b/;

/** An answer on whether a mail was read (RFC 8098). */
const isReceipt = (headers: Headers) => /disposition-notification/i.test(headers.first("content-type") ?? "");

const isByMachine = (headers: Headers, from: string) =>
  headers.first("return-path") === "<>" ||
  headers.has("x-failed-recipients") ||
  /^(mailer-daemon|postmaster|microsoftexchange[0-9a-f]+)@/i.test(from) ||
  isDaemon(headers);

/** Reads one block of fields per recipient, below the block about the mail. */
function reported(report: string): BouncedRecipient[] {
  return report
    .split(/\n\s*\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const address = addressIn(fields.get("final-recipient")) ?? addressIn(fields.get("original-recipient"));
      if (!address) return [];
      const action = (fields.get("action") ?? "failed").split(/\s/)[0]?.toLowerCase() ?? "failed";
      const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0] ?? "";
      return [{ address, action, status, diagnostic: diagnostic(fields.get("diagnostic-code") ?? "") }];
    })
    .slice(0, mostRecipients);
}

function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\n[ \t]+/g, " ").split("\n")) {
    const [, name, value] = /^([\w-]{1,60})[ \t]{0,4}:(.*)$/.exec(line) ?? [];
    if (name && value !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** Reads "rfc822; ann@a.example". */
function addressIn(value: string | undefined): string | null {
  return /[^\s<>;:()"',]+@[^\s<>;()"',]+/.exec(value ?? "")?.[0] ?? null;
}

function diagnostic(value: string): string {
  const plain = decodeWords(value.replace(/^\s*(?:smtp|x-[\w-]+|dns)\s*;\s*/i, ""));
  return plain.replace(/\s+/g, " ").trim().slice(0, longestDiagnostic);
}

/** Servers without reports name the addresses and the other server's answer in the text. */
function describedRecipients(headers: Headers, text: string): BouncedRecipient[] {
  const start = startOf(text);
  const answer = answerIn(start);
  if (!answer && !failureWords.test(start)) return [];
  const named = headers.all("x-failed-recipients").flatMap((value) => value.split(","));
  const addresses = named.length > 0 ? named : addressesIn(start);
  const unique = [...new Set(addresses.map((address) => addressIn(address)?.toLowerCase() ?? ""))].filter(
    Boolean,
  );
  const delayed = delayWords.test(start);
  return unique.slice(0, mostRecipients).map((address) => ({
    address,
    action: delayed ? "delayed" : "failed",
    status: /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(answer ?? start)?.[0] ?? "",
    diagnostic: diagnostic(answer ?? ""),
  }));
}

const startOf = (text: string): string => text.slice(0, longestPart).split(belowReport)[0] ?? "";

const mostLines = 2_000;
const address = /[^\s<>:,;*()"]{1,64}@[^\s<>:,;()"]{1,255}/.source;
/** A line that is an address, followed by a server's finding about it. */
const addressLine = new RegExp(
  `^\\s{0,8}(?:\\* )?<?(${address})>?(?:\\s*<mailto:[^>]*>)?(?:\\s*[:)]?\\s*$|\\s+on\\s+\\w{3},\\s|[:,]?\\s+error\\b|\\s*:\\s*(?:smtp\\s*;\\s*)?[45]\\d\\d\\b)`,
  "i",
);
/** A sentence that names the address. */
const namedIn = new RegExp(
  `(?:delivering your (?:mail|message) to|(?:could ?n['’o]t|unable to|cannot|can['’]t) (?:be )?deliver(?:ed)?(?: your (?:mail|message))? to|group you tried to contact)\\s*\\(?<?(${address})>?`,
  "i",
);

function addressesIn(start: string): string[] {
  const lines = start.split("\n", mostLines).filter(({ length }) => length < 1_000);
  const alone = lines.flatMap((line) => addressLine.exec(line)?.[1] ?? []);
  return alone.length > 0
    ? alone
    : lines.flatMap((line) => namedIn.exec(line)?.[1]?.replace(/\.$/, "") ?? []);
}

/** The space before a sentence ends with its line: empty lines would be read once for each of them. */
const belowReport =
  /^[^\S\n\r\u2028\u2029]*(?:-{3,}\s*(?:below this line is a copy of the message|this is a copy of (?:the|your) message|original message|returned message|message header follows)|original message follows|message headers follow|below is a copy of the original message)/im;
const failureWords =
  /could ?n['’o]t (?:be )?deliver|could not (?:be )?deliver|undeliver|unable to deliver|cannot be delivered|delivery (?:has )?fail|error (?:has occurred )?(?:while attempting to deliver|delivering)|failed permanently|did not reach|was(?:n['’]| no)t (?:able to )?deliver|rejected by the server|may not exist, or you may not have permission|permanent error|unzustellbar|nicht zugestellt|non remis|no se pudo entregar|не доставлено|не удалось доставить/i;
const delayWords =
  /will (?:continue|be retried|keep trying)|has not (?:yet )?been delivered|delivery (?:is |has been )?delayed|warning message only/i;

/** Finds "550 5.1.1 User unknown", or Exchange's "#5.1.1". */
function answerIn(text: string): string | null {
  const found =
    /^.{0,200}?\b([45]\d\d[ :#-]\s{0,4}[45]\.\d{1,3}\.\d{1,3}[^\n]{0,400}|[45]\d\d[ :-][^\n]{3,400})$/m.exec(
      text,
    ) ?? /^.{0,200}?(#[45]\.\d{1,3}\.\d{1,3}\b[^\n>]{0,400})/m.exec(text);
  return found?.[1] ?? null;
}

function returned(headers: Headers, parts: Attachment[], text: string): Omit<Bounce, "recipients"> {
  const part = parts.find(({ mimeType }) =>
    /^(message\/(rfc822|global)|text\/rfc822-headers|message\/(rfc822|global)-headers)$/.test(mimeType),
  );
  const source = part ? textOf(part) : text.slice(0, longestPart);
  const fields = fieldsOf(part ? (source.split(/\n\s*\n/)[0] ?? "") : source);
  // A server that returns nothing may answer the mail.
  const answered = readMessageIds(headers.first("in-reply-to") ?? headers.first("references")).at(-1);
  return {
    originalMessageId: readMessageId(fields.get("message-id")) ?? answered ?? null,
    probe: fields.get(probeHeader) ?? null,
    sentTo: readAddresses([fields.get("to") ?? ""])[0]?.address ?? null,
  };
}

function textOf({ content }: Attachment): string {
  const text =
    typeof content === "string"
      ? content
      : new TextDecoder().decode(new Uint8Array(content).subarray(0, longestPart));
  return text.replace(/\r\n?/g, "\n");
}
