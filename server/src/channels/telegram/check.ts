/** Checks that a bot's token still works and its updates come to us (core.telegram.org/bots/api#getwebhookinfo). */
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import { webhookOf } from "../accounts/webhook-address.ts";
import type { Channel, Checkup } from "../seam/adapter.ts";
import { type Answer, provider, type TelegramApi } from "./api.ts";
import { brokenToken } from "./refused.ts";

const me = z.object({ username: z.string().default("") });
const webhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.number().int().default(0),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
});
type WebhookInfo = z.infer<typeof webhookInfo>;

/** Seconds. An error older than the last success is ignored; Telegram keeps the last error for ever. */
const recent = 3600;

export async function checkTelegram(
  api: TelegramApi,
  channel: Channel,
  calledAt: string | null,
  signal: AbortSignal,
  accepted: () => void = () => undefined,
): Promise<Checkup> {
  const bot = await api.call(channel.credentials, "getMe", { result: me, signal });
  if (bot.outcome !== "ok") return notWorking(bot);
  accepted();
  const info = await api.call(channel.credentials, "getWebhookInfo", { result: webhookInfo, signal });
  if (info.outcome !== "ok") return notWorking(info);
  const name = `@${bot.result.username}`;
  return calledElsewhere(info.result, calledAt && webhookOf(calledAt, channel)) ?? flowing(name, info.result);
}

function notWorking(answer: Exclude<Answer<unknown>, { outcome: "ok" }>): Checkup {
  if (answer.outcome !== "refused") return { outcome: "unreachable", reason: answer.reason };
  const { code, description } = answer;
  if (code === 401 || code === 404) return { outcome: "broken", reason: brokenToken, mend: "connect_again" };
  const reason = description
    ? reasonOf("provider", { provider, says: `${code} ${description}` })
    : reasonOf("provider_status", { provider, status: code });
  return { outcome: "unreachable", reason };
}

/** An address may hold a secret, so only its host is shown. */
function calledElsewhere({ url }: WebhookInfo, wanted: string | null): Checkup | null {
  if (url === (wanted ?? "")) return null;
  const host = URL.canParse(url) ? new URL(url).host : "?";
  const elsewhere = reasonOf(wanted ? "called_elsewhere" : "webhook_left", { provider, host });
  const reason = url ? elsewhere : reasonOf("called_nowhere", { provider });
  return { outcome: "broken", reason, mend: "check_address" };
}

function flowing(name: string, info: WebhookInfo): Checkup {
  const { last_error_date: failedAt = 0, last_error_message: said, pending_update_count: waiting } = info;
  if (waiting > 0 && said && Date.now() / 1000 - failedAt < recent) {
    return {
      outcome: "attention",
      reason: reasonOf("updates_wait", { provider, bot: name, waiting, says: said }),
      mend: "check_address",
    };
  }
  return { outcome: "working", says: `${name} answers, ${waiting} updates wait` };
}
