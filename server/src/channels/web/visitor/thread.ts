/** Selects the conversation that a visitor's message continues. */
import type { Scope } from "../../../floor/database/scope.ts";
import { isSpam } from "../../../support/ticket/spam.ts";
import { accessConversation, findOpen, viewConversation } from "./conversations.ts";
import type { Whose } from "./session.ts";

/** The named conversation while it can be continued or is spam, else the open one, else a new one. */
export async function threadFor(
  scope: Scope,
  whose: Whose,
  conversation: string | null,
): Promise<{ thread: string; begins: boolean }> {
  if (conversation) {
    const { closed_on, reopens_until } = await viewConversation(scope, whose, conversation);
    const named = await accessConversation(scope, whose, conversation);
    const reopens = reopens_until && new Date(reopens_until) > scope.now;
    if (!closed_on || reopens || isSpam(named)) return { thread: named.thread, begins: false };
  }
  const { open, last } = await findOpen(scope, whose);
  if (open) return { thread: open.thread, begins: false };
  return { thread: `${whose.externalId}:${last + 1}`, begins: true };
}
