import { z } from "zod";
import { limits } from "./limits.ts";
import { timestamp, uuid } from "./values.ts";

/** An agent's unsent text in a ticket, the same on each of their devices. */
export const draft = z.object({ ticketid: uuid, content: z.string(), updated_on: timestamp });
export type Draft = z.infer<typeof draft>;

export const drafts = z.array(draft).max(limits.draftsListed);

/** An empty `content` removes the draft. `tab` is any id by which the writer knows their own change again. */
export const saveDraft = z.object({
  ticketid: uuid,
  content: z.string().max(limits.messageText),
  tab: uuid.optional(),
});
export type SaveDraft = z.input<typeof saveDraft>;

/** Empty `content`: there is none any more. */
export const draftChange = draft.extend({ tab: uuid.optional() });
export type DraftChange = z.infer<typeof draftChange>;
