/** Applies a quote of a message that was not stored yet: the quote came first, or our send was not recorded. */
import { publishMessageUpdate, quoteFields } from "../../support/messages/publish.ts";
import { dropEvent, type LateQuote } from "./early-event.ts";
import { changeMessage, type Locating, lockMessage } from "./receive-update.ts";

/** Applies once both messages are stored. */
export async function applyQuote(locating: Locating, quote: LateQuote): Promise<void> {
  const { scope, channel } = locating;
  const quoting = await lockMessage(locating, quote);
  const original = await scope.db
    .selectFrom("message")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", quote.quoted)
    .executeTakeFirst();
  await dropEvent(locating, quote);
  if (!quoting || !original || quoting.message.type === "deleted") return;
  const changed = await changeMessage(locating, quoting.message, { original_id: original.id });
  await publishMessageUpdate(scope, quoting.ticket, changed, [...quoteFields]);
}
