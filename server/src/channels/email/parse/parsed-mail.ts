/** A received mail as `parseMail` reads it. */

export type MailAddress = { name: string | null; address: string };

export type MailAttachment = {
  /** One safe path segment, never empty. */
  name: string;
  /** The type as the sender declares it. */
  mediaType: string;
  content: Uint8Array;
  /** Content-ID without its brackets. */
  cid: string | null;
  /** The HTML shows this picture. */
  inline: boolean;
};

/**
 * The reasons why a mail is automatic: RFC 3834, list headers (RFC 2369, 2919), reports (RFC 6522) and
 * conventions of servers.
 */
export type AutomaticKind = "replied" | "generated" | "bulk" | "list" | "report";

export type BouncedRecipient = {
  address: string;
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded` (RFC 3464). */
  action: string;
  /** The enhanced status (RFC 3463), such as 5.1.1. Empty when the report names none. */
  status: string;
  /** The reporting server's words. */
  diagnostic: string;
};

export type Bounce = {
  recipients: BouncedRecipient[];
  originalMessageId: string | null;
  /** The mark of a mail that the desk sent to itself, found in the returned mail. */
  probe: string | null;
  /** The address the returned mail was sent to, by its own header. */
  sentTo: string | null;
};

/** The result of DMARC (RFC 7489): whether the mail is from the domain in From. */
export type AuthenticationResult = "pass" | "fail" | "none";

export type MailProblem =
  /** The header alone was read. */
  | "too_large"
  | "headers_cut"
  | "recipients_cut"
  | "parts_cut"
  | "text_cut"
  /** Encrypted by S/MIME or PGP: an attachment holds the content. */
  | "encrypted"
  /** The mail could not be read and is its own attachment. */
  | "unreadable";

export type ParsedMail = {
  /** The id with its angle brackets. */
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  sender: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  /** Addresses of Delivered-To, X-Original-To and Envelope-To. */
  deliveredTo: string[];
  /** The number of addresses of To and Cc beyond the limit. */
  moreRecipients: number;
  subject: string;
  sentOn: Date | null;
  /** The text without quotes and signature, unless there is nothing else. */
  text: string;
  /** The text that `text` leaves out. */
  rest: string;
  /** True if `rest` holds a quote, and not a signature alone. */
  quotes: boolean;
  /** The HTML, sanitised. */
  html: string | null;
  /** The HTML, sanitised, without quotes and signature. */
  shownHtml: string | null;
  attachments: MailAttachment[];
  automatic: AutomaticKind | null;
  bounce: Bounce | null;
  /** Headers in the mail's order, with names in lower case. */
  headers: MailHeader[];
  problems: MailProblem[];
};

export type MailHeader = { name: string; value: string };
