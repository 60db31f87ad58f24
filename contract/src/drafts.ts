import { z } from "zod";
import { limits } from "./limits.ts";
import { mailFile, mailLimits } from "./mail.ts";
import { timestamp, uuid } from "./values.ts";

/** The addresses as typed; they are checked when the mail is sent. */
const draftAddresses = z
  .array(z.object({ name: z.string().max(200).nullable(), address: z.string().max(mailLimits.address) }))
  .max(mailLimits.recipients);

const draftFile = mailFile.extend({
  name: z.string().max(255),
  type: z.string().max(255).nullable(),
  path: z.string().max(2000).nullable(),
  inline: z.boolean(),
  /**
   * The draft's file is gone: files are kept for 30 days after the draft's last change. Only answers carry this field.
   */
  gone: z.boolean().optional(),
});

/** The parts of an unsent mail beyond its text. */
export const draftMail = z.object({
  kind: z.enum(["reply", "all", "forward"]),
  /** The mail that the draft answers or forwards; null where the ticket has none. */
  about: uuid.nullable(),
  /** The answered mail goes along below the text. */
  quoted: z.boolean(),
  to: draftAddresses,
  cc: draftAddresses,
  bcc: draftAddresses,
  subject: z.string().max(mailLimits.subject),
  html: z.string().max(limits.draftHtml),
  /** Files uploaded before; `inline` ones are pictures within the HTML. */
  files: z.array(draftFile).max(mailLimits.files),
});
export type DraftMail = z.infer<typeof draftMail>;

/** An agent's unsent text in a ticket, the same on each of their devices. */
export const draft = z.object({
  ticketid: uuid,
  /** The text; for a mail, the same text without its layout. */
  content: z.string(),
  updated_on: timestamp,
  mail: draftMail.optional(),
});
export type Draft = z.infer<typeof draft>;

export const drafts = z.array(draft).max(limits.draftsListed);

/**
 * An empty `content` without a mail removes the draft. `tab` is an id by which the writer recognises their own change.
 */
export const saveDraft = z.object({
  ticketid: uuid,
  content: z.string().max(limits.messageText),
  mail: draftMail.optional(),
  tab: uuid.optional(),
});
export type SaveDraft = z.input<typeof saveDraft>;

/** An empty `content` without a mail means that the draft is gone. */
export const draftChange = draft.extend({ tab: uuid.optional() });
export type DraftChange = z.infer<typeof draftChange>;
