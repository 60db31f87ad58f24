import type { Update } from "@grammyjs/types";
import type { Bot } from "../network.ts";
import type { Call } from "./call.ts";
import { conflict } from "./refusal.ts";

/** getUpdates with long polling: answers when an update arrives, when the time is up, or when it is ended. */
export async function getUpdates({ network, bot, params }: Call): Promise<Update[]> {
  if (bot.webhook) {
    throw conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const limit = Math.min(Math.max(params.integer("limit") ?? 100, 1), 100);
  const waitMs = Math.min((params.integer("timeout") ?? 0) * 1000, network.timing.pollMs);
  const allowed = params.strings("allowed_updates");
  if (allowed) bot.allowedUpdates = allowed.length ? allowed : undefined;

  bot.poller?.end(
    conflict("terminated by other getUpdates request; make sure that only one bot instance is running"),
  );
  confirm(bot, params.integer("offset") ?? 0);

  const ready = () => bot.queue.waiting().slice(0, limit);
  if (ready().length === 0 && waitMs > 0) await arrival(bot, waitMs);
  return ready().map(({ update }) => update);
}

/** A negative offset keeps that many of the newest updates and forgets the rest. */
function confirm(bot: Bot, offset: number): void {
  if (offset > 0) bot.queue.confirmBelow(offset);
  const first = offset < 0 ? bot.queue.waiting().at(offset) : undefined;
  if (first) bot.queue.confirmBelow(first.update.update_id);
}

function arrival(bot: Bot, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => poller.end(null), waitMs);
  const poller = {
    end(refusal: Error | null) {
      clearTimeout(timer);
      if (bot.poller === poller) bot.poller = undefined;
      bot.queue.onArrival(() => undefined);
      if (refusal) reject(refusal);
      else resolve();
    },
  };
  bot.poller = poller;
  // Some updates are made together (an album); waiting for the end of the event loop's turn hands them over together.
  bot.queue.onArrival(() => setImmediate(() => bot.poller === poller && poller.end(null)));
  return promise;
}
