/**
 * Polls Telegram for updates, for a desk that Telegram cannot call. One process at a time holds a channel's lease. The
 * cursor moves after the updates are committed, so a crash repeats them and the index drops the repeats.
 */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { openChannel } from "../accounts/find.ts";
import { markBroken, markWorking } from "../accounts/health.ts";
import { acquireLease, releaseLease, saveCursor } from "../accounts/lease.ts";
import { receive } from "../inbound/receive.ts";
import type { Channel } from "../seam/adapter.ts";
import { type Answer, createTelegramApi, type TelegramApi } from "./api.ts";
import { forEachByKey } from "./concurrent.ts";

import { parseUpdate, readUpdate } from "./parse.ts";
import { brokenToken } from "./refused.ts";
import { telegramApiUrl } from "./settings.ts";
import { allowedUpdates, chatKeyOf, type TelegramUpdate } from "./update.ts";

/** Seconds that Telegram holds the poll open. */
const holdOpen = 25;
const callTimeout = (holdOpen + 15) * 1000;
/** Milliseconds between two tries to acquire the lease that another process holds. */
const leaseCheck = 3000;
const longestPause = 60_000;
/** Milliseconds between two polls of a server that answers at once with nothing new. */
const quickPause = 1_000;
const concurrency = 16;
/** Milliseconds. Connecting an account sets its webhook before it is stored, and takes less. */
const leftoverAfter = 30_000;

/** The failures since the last answer. */
type Trouble = { failures: number; webhookSince: Date | null };

/** Polls until the signal aborts, which also cancels a pending call. */
export async function pollTelegram(context: Context, channelId: string, signal: AbortSignal): Promise<void> {
  const api = createTelegramApi(telegramApiUrl(context.config));
  let trouble: Trouble = { failures: 0, webhookSince: null };
  while (!signal.aborted) {
    const then = await step(context, api, channelId, signal, trouble).catch((error: unknown) => {
      const message = isUnavailable(error) ? "Polling waits for the database" : "Polling failed";
      context.log.error({ err: error, channel: channelId }, message);
      return backoff(trouble);
    });
    // A quick answer is not a failure: otherwise, after many of them, the first real failure would wait a minute.
    if (then === "quick" || then === 0) trouble = { failures: 0, webhookSince: null };
    else trouble.failures += 1;
    const pause = then === "quick" ? quickPause : then;
    if (pause > 0) await rest(pause, signal);
  }
  await releaseLease(context, channelId);
}

/** Numbers may start anew after a quiet week, so the offset is the last one Telegram gave, larger or smaller. */
const cursor = z.object({ offset: z.number().int() }).catch({ offset: 0 });

/** Returns the pause before the next poll; `quick`: the answer was empty and came at once. */
async function step(
  context: Context,
  api: TelegramApi,
  channelId: string,
  signal: AbortSignal,
  trouble: Trouble,
): Promise<number | "quick"> {
  const row = await acquireLease(context, channelId);
  if (!row) return leaseCheck;
  const channel = openChannel(row, context.secrets);
  const { offset } = cursor.parse(row.place);
  const askedAt = performance.now();
  const answer = await ask(api, channel, offset, signal);
  const wasHeld = performance.now() - askedAt >= quickPause;
  if (signal.aborted) return 0;
  if (answer.outcome !== "ok") return recover(context, api, channel, answer, trouble);
  await receiveAll(context, channel, answer.result);
  const last = answer.result.at(-1);
  const next = last ? last.update_id + 1 : offset;
  if (next !== offset) await saveCursor(context, channelId, { offset: next });
  if (row.broken_on) await inDesk(context, channel, (scope) => markWorking(scope, channel.id));
  return next === offset && !wasHeld ? "quick" : 0;
}

const numbered = z.array(z.looseObject({ update_id: z.number().int() }));
type Numbered = z.infer<typeof numbered>;

function ask(api: TelegramApi, { credentials }: Channel, offset: number, signal: AbortSignal) {
  return api.call(credentials, "getUpdates", {
    params: { offset, timeout: holdOpen, allowed_updates: allowedUpdates },
    result: numbered,
    signal: AbortSignal.any([signal, AbortSignal.timeout(callTimeout)]),
  });
}

async function receiveAll(context: Context, channel: Channel, received: Numbered): Promise<void> {
  const updates: TelegramUpdate[] = [];
  for (const raw of received) {
    const update = readUpdate(raw);
    if (update) updates.push(update);
    else context.log.warn({ channel: channel.id }, "Telegram sent an update that cannot be read");
  }
  await forEachByKey(updates, { concurrency, keyOf: chatKeyOf }, (update) =>
    receiveOne(context, channel, update),
  );
}

const tries = 3;

/** An update that cannot be stored, while the database works, would otherwise block every client of the bot. */
async function receiveOne(context: Context, channel: Channel, update: TelegramUpdate): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await receive(context, channel, parseUpdate(update));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const facts = { err: error, channel: channel.id, update: update.update_id };
      if (attempt < tries) continue;
      context.log.error(facts, "An update was given up");
      return;
    }
  }
}

/** Repairs what it can; returns the pause before the next poll. */
async function recover(
  context: Context,
  api: TelegramApi,
  channel: Channel,
  answer: Exclude<Answer<unknown>, { outcome: "ok" }>,
  trouble: Trouble,
): Promise<number> {
  if (answer.outcome !== "refused") {
    context.log.warn({ channel: channel.id, reason: answer.reason }, "Telegram could not be asked");
    return backoff(trouble);
  }
  const { code, description, retryAfterMs } = answer;
  context.log.warn({ channel: channel.id, code, description }, "Telegram refused to give updates");
  if (code === 401 || code === 404) {
    await inDesk(context, channel, (scope) => markBroken(scope, channel.id, brokenToken));
    return longestPause;
  }
  if (code === 409 && /webhook/i.test(description) && !/terminated/i.test(description)) {
    trouble.webhookSince ??= context.clock();
    const lasts = context.clock().getTime() - trouble.webhookSince.getTime();
    if (lasts >= leftoverAfter) await removeLeftover(context, api, channel);
  }
  return retryAfterMs ?? backoff(trouble);
}

/**
 * The update may come only while the channel is polled: its account may have been connected with a webhook
 * meanwhile.
 */
async function removeLeftover(context: Context, api: TelegramApi, { id, credentials }: Channel) {
  if (!(await acquireLease(context, id))) return;
  const signal = AbortSignal.timeout(callTimeout);
  await api.call(credentials, "deleteWebhook", { result: z.unknown(), signal });
}

function inDesk(
  context: Context,
  { companyId }: Channel,
  work: (scope: Scope) => Promise<void>,
): Promise<void> {
  return inCompany(context, { kind: "desk", companyId }, work);
}

const backoff = ({ failures }: Trouble) => Math.min(longestPause, 500 * 2 ** Math.min(failures, 10));

async function rest(pause: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(pause, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
