/** Selects the conversation that a visitor's message continues. */
import { withDeleted } from "../../../floor/database/deleted.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { isSpam } from "../../../support/ticket/spam.ts";
import { accessConversation, findConversation, findOpen } from "./conversations.ts";
import type { Whose } from "./session.ts";

/** The named conversation while it can be continued or is spam, else the open one, else a new one. A deleted one begins anew. */
export async function threadFor(
  scope: Scope,
  whose: Whose,
  conversation: string | null,
): Promise<{ thread: string; begins: boolean }> {
  if (conversation) {
    const named = await withDeleted(scope, () => accessConversation(scope, whose, conversation));
    const shown = await findConversation(scope, whose, conversation);
    const reopens = shown?.reopens_until && new Date(shown.reopens_until) > scope.now;
    if (shown && (!shown.closed_on || reopens || isSpam(named)))
      return { thread: named.thread, begins: false };
  }
  const { open, last } = await findOpen(scope, whose);
  if (open) return { thread: open.thread, begins: false };
  return { thread: `${whose.externalId}:${last + 1}`, begins: true };
}
