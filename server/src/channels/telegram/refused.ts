/** Why Telegram refused a send, in words for the agent. See docs/decisions/020-what-is-sent-again.md. */
import type { SendOutcome } from "../channel.ts";
import type { Answer } from "./api.ts";

type Refused = Extract<Answer<unknown>, { outcome: "refused" }>;

export const brokenToken =
  "Telegram no longer accepts this bot's token. An administrator has to connect the bot again.";

export function refusedSend({ code, description, retryAfterMs }: Refused): SendOutcome {
  if (code === 429)
    return { outcome: "tryAgain", afterMs: retryAfterMs, reason: "Telegram asks to slow down." };
  // Its servers failed somewhere between taking the message and answering.
  if (code >= 500) {
    return {
      outcome: "unknown",
      reason: `It may or may not have reached the client: Telegram had an error of its own (${code}).`,
    };
  }
  if (code === 401 || code === 404) return { outcome: "refused", reason: brokenToken, channelBroken: true };
  if (code === 403) return { outcome: "refused", reason: unreachable(description), unreachable: true };
  if (code === 413) return { outcome: "refused", reason: "This file is too large for Telegram." };
  return { outcome: "refused", reason: known(description) };
}

function unreachable(description: string): string {
  if (/blocked/i.test(description)) return "The client has blocked the bot.";
  if (/deactivated/i.test(description)) return "The client's Telegram account no longer exists.";
  if (/initiate/i.test(description)) return "The client has not started a conversation with the bot.";
  return "Telegram does not let the bot write to this client.";
}

function known(description: string): string {
  if (/chat not found/i.test(description)) return "Telegram does not know this client.";
  if (/message is too long|caption is too long/i.test(description))
    return "This text is too long for Telegram.";
  return `Telegram refused it: ${description.replace(/^Bad Request: /, "")}`;
}
