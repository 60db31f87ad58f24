/** Connects a company's bot. Nothing is stored until Telegram accepts the token and updates flow. */
import { reasonOf } from "@parley/contract/reasons";
import { setupTelegram } from "@parley/contract/telegram";
import { telegramDefaultText, telegramTexts } from "@parley/contract/telegram-texts";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { idOfAccount, writeAccount } from "../accounts/account.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { replaceOldest } from "../accounts/replace-oldest.ts";
import { webhookOf } from "../accounts/webhook-address.ts";
import type { ChannelRow, Connect, ConnectOptions } from "../seam/module.ts";
import { type Answer, createTelegramApi, provider, type TelegramApi } from "./api.ts";
import { refusedSetup } from "./refused.ts";
import { telegramApiUrl } from "./settings.ts";
import { allowedUpdates } from "./update.ts";
import { hashOfSecret } from "./webhook.ts";

export type ConnectedBot = { channelId: string; bot: { id: number; username: string; name: string } };

const me = z.object({ id: z.number().int(), first_name: z.string(), username: z.string().default("") });
type Me = z.infer<typeof me>;

/** The number before the colon stays the same over a bot's new tokens; the server's rule is 80 characters at most. */
const tokenShape = /^[1-9]\d{0,19}:[\w-]{1,70}$/;
const callTimeout = 15_000;

/**
 * The same bot keeps its channel and its tickets. Throws the catalogue's text for Telegram's refusal, 409 for a bot
 * of another company.
 */
export async function connectTelegram(
  context: Context,
  by: Caller | Desk,
  given: string,
  options: ConnectOptions = {},
): Promise<ConnectedBot> {
  const token = given.trim();
  if (!token) throw invalid("empty_field");
  if (!tokenShape.test(token)) throw invalid("setup_token_shape");
  // The body may have arrived long after its headers.
  await checkRights(context, by);
  const api = createTelegramApi(telegramApiUrl(context.config));
  const bot = accept(
    await api.call(token, "getMe", { result: me, signal: AbortSignal.timeout(callTimeout) }),
  );
  // Telegram may have answered slowly, and the next call to it cannot be rolled back.
  await checkRights(context, by);
  const channelId = await idOfAccount(context, by, accountOf(bot));
  const secret = await startUpdates(context, api, token, channelId);
  const replaced = await inCompany(context, by, (scope) =>
    keep(scope, context, { bot, token, channelId, secret }, options),
  );
  channelsChanged(context);
  if (replaced) await removeWebhook(context, replaced);
  return { channelId, bot: { id: bot.id, username: bot.username, name: bot.first_name } };
}

export const connect: Connect<typeof setupTelegram> = {
  body: setupTelegram,
  async account(context, by, { bot_id }, options) {
    const { channelId, bot } = await connectTelegram(context, by, bot_id, options);
    return { channelId, answer: { bot } };
  },
  command: {
    about: "connect a bot, so that its messages become tickets",
    options: [
      {
        flags: "--token <token>",
        about: "the token BotFather gave",
        variable: "PARLEY_TELEGRAM_TOKEN",
        field: "bot_id",
      },
    ],
  },
};

/**
 * Sets the webhook and returns its secret where the address is https; otherwise removes a leftover webhook,
 * which would forbid polling, and returns null.
 */
async function startUpdates(
  { config, secrets }: Context,
  api: TelegramApi,
  token: string,
  channelId: string,
): Promise<string | null> {
  const call = async (method: string, params: Record<string, unknown>) => {
    const signal = AbortSignal.timeout(callTimeout);
    accept(await api.call(token, method, { params, result: z.literal(true), signal }));
  };
  if (!config.publicUrl.startsWith("https:")) {
    await call("deleteWebhook", {});
    return null;
  }
  // The secret is derived, so that of two calls that connect the bot at once either may end last.
  const secret = secrets.sign(`telegram webhook of ${channelId} ${token}`);
  await call("setWebhook", {
    url: webhookOf(config.publicUrl, { platform, id: channelId }),
    secret_token: secret,
    allowed_updates: allowedUpdates,
  });
  return secret;
}

const platform = "telegram";
const accountOf = ({ id }: Me) => ({ platform, externalId: String(id), inUse: "bot_taken" }) as const;

type Connection = { bot: Me; token: string; channelId: string; secret: string | null };

async function keep(
  scope: Scope,
  { secrets }: Context,
  { bot, token, channelId, secret }: Connection,
  { replace = false, departmentId }: ConnectOptions,
): Promise<ChannelRow | null> {
  const replaced = replace ? await replaceOldest(scope, platform, channelId) : null;
  const department = departmentId ?? replaced?.department_id;
  await writeAccount(
    scope,
    { ...accountOf(bot), id: channelId, name: bot.first_name },
    {
      username: bot.username,
      credentials: secrets.seal(token),
      webhook_secret_hash: secret === null ? null : hashOfSecret(secret),
      ...(department && { department_id: department }),
    },
  );
  await record(scope, { kind: "channel_connect", subject: channelId, name: bot.first_name, facts: {} });
  return replaced;
}

/** A bot that is no longer connected need not go on calling. */
export async function removeWebhook(context: Context, old: ChannelRow): Promise<void> {
  if (!old.webhook_secret_hash) return;
  const api = createTelegramApi(telegramApiUrl(context.config));
  const token = context.secrets.open(old.credentials);
  const signal = AbortSignal.timeout(callTimeout);
  const { outcome } = await api.call(token, "deleteWebhook", { result: z.unknown(), signal });
  if (outcome !== "ok")
    context.log.warn({ channel: old.id, outcome }, "A disconnected bot keeps its webhook");
}

function accept<Result>(answer: Answer<Result>): Result {
  switch (answer.outcome) {
    case "ok":
      return answer.result;
    case "refused": {
      const { code: error_code, description } = answer;
      const text = telegramTexts[error_code >= 500 ? 500 : error_code] ?? telegramDefaultText;
      const reason = refusedSetup(error_code, description);
      throw new Refusal(400, "provider_refused", reason, {
        message: text,
        telegramError: { error_code, description },
      });
    }
    default:
      throw unreachable();
  }
}

const unreachable = () => new Refusal(503, "not_ready", reasonOf("setup_unreachable", { provider }));
