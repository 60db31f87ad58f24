import { z } from "zod";
import { limits } from "./limits.ts";
import { mailFile, mailLimits } from "./mail.ts";
import { timestamp, uuid } from "./values.ts";

/** As it was typed: checked when it is sent. */
const draftAddresses = z
  .array(z.object({ name: z.string().max(200).nullable(), address: z.string().max(mailLimits.address) }))
  .max(mailLimits.recipients);

const draftFile = mailFile.extend({
  name: z.string().max(255),
  type: z.string().max(255).nullable(),
  path: z.string().max(2000).nullable(),
  inline: z.boolean(),
  /** Answered alone: it was kept for 30 days after the draft's last change, and is not there any more. */
  gone: z.boolean().optional(),
});

/** What an unsent mail has beyond its text. */
export const draftMail = z.object({
  kind: z.enum(["reply", "all", "forward"]),
  /** The mail that is answered or forwarded; null where the ticket has none. */
  about: uuid.nullable(),
  /** That mail goes along below the text. */
  quoted: z.boolean(),
  to: draftAddresses,
  cc: draftAddresses,
  bcc: draftAddresses,
  subject: z.string().max(mailLimits.subject),
  html: z.string().max(limits.draftHtml),
  /** Uploaded before; `inline` are pictures within the HTML. */
  files: z.array(draftFile).max(mailLimits.files),
});
export type DraftMail = z.infer<typeof draftMail>;

/** An agent's unsent text in a ticket, the same on each of their devices. */
export const draft = z.object({
  ticketid: uuid,
  /** Of a mail the same text without its layout. */
  content: z.string(),
  updated_on: timestamp,
  mail: draftMail.optional(),
});
export type Draft = z.infer<typeof draft>;

export const drafts = z.array(draft).max(limits.draftsListed);

/** An empty `content` without a mail removes the draft. `tab` is any id by which the writer knows their own change again. */
export const saveDraft = z.object({
  ticketid: uuid,
  content: z.string().max(limits.messageText),
  mail: draftMail.optional(),
  tab: uuid.optional(),
});
export type SaveDraft = z.input<typeof saveDraft>;

/** Empty `content` and no mail: there is none any more. */
export const draftChange = draft.extend({ tab: uuid.optional() });
export type DraftChange = z.infer<typeof draftChange>;
