/** Connects a company's bot: Telegram must know the token, and updates must flow, before anything is kept. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { telegramDefaultText, telegramTexts, texts } from "@parley/contract/texts";
import { z } from "zod";
import { recordAudit } from "../../audit/record.ts";
import type { Context } from "../../context.ts";
import type { Caller } from "../../database/caller.ts";
import { acrossCompanies, checkRights, type DeskActor, inCompany, type Scope } from "../../database/scope.ts";
import { conflict, invalid, notReady, Refusal } from "../../http/errors.ts";
import { channelsChanged } from "../changes.ts";
import type { ChannelRow } from "../find.ts";
import { type Answer, createTelegramApi, type TelegramApi } from "./api.ts";
import { allowedUpdates } from "./update.ts";

export type ConnectedBot = { bot: { id: number; username: string; name: string } };

const me = z.object({ id: z.number().int(), first_name: z.string(), username: z.string().default("") });
type Me = z.infer<typeof me>;

/** The number before the colon stays a bot's own over new tokens; the server's rule is 80 characters at most. */
const tokenShape = /^[1-9]\d{0,19}:[\w-]{1,70}$/;
const callTimeout = 15_000;

/**
 * The same bot keeps its channel, and with it its tickets; another bot takes the place of the one before. Refuses with
 * the catalogue's text for what Telegram said, with 409 for a bot of another company.
 */
export async function connectTelegram(
  context: Context,
  by: Caller | DeskActor,
  given: string,
): Promise<ConnectedBot> {
  const token = given.trim();
  if (!token) throw invalid(texts.emptyField);
  if (!tokenShape.test(token)) throw invalid(texts.invalidBotId);
  const api = createTelegramApi(context.config.telegramApiUrl);
  const bot = accept(
    await api.call(token, "getMe", { result: me, signal: AbortSignal.timeout(callTimeout) }),
  );
  // Telegram may have taken its time, and what it is told next cannot be rolled back.
  await checkRights(context, by);
  const channelId = (await findOwn(context, by, bot)) ?? randomUUID();
  const secret = await letUpdatesFlow(context, api, token, channelId);
  const replaced = await inCompany(context, by, (scope) =>
    keep(scope, context, { bot, token, channelId, secret }),
  );
  channelsChanged(context);
  for (const old of replaced) await silence(context, api, old);
  return { bot: { id: bot.id, username: bot.username, name: bot.first_name } };
}

/** The channel this company has or had for the bot. */
async function findOwn(context: Context, by: Caller | DeskActor, bot: Me): Promise<string | null> {
  const channels = await acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .select(["id", "company_id", "removed_on"])
      .where("platform", "=", "telegram")
      .where("external_id", "=", String(bot.id))
      .orderBy("created_on", "desc")
      .execute(),
  );
  const foreign = channels.some((row) => row.removed_on === null && row.company_id !== by.companyId);
  if (foreign) throw takenElsewhere();
  const own = channels.filter((row) => row.company_id === by.companyId);
  return (own.find((row) => row.removed_on === null) ?? own[0])?.id ?? null;
}

const takenElsewhere = () => conflict("conflict", "This bot is connected to another company.");

/**
 * With https Telegram calls us, and the answer is the secret it will repeat; else we ask, which a webhook left by
 * somebody would forbid, and the answer is null.
 */
async function letUpdatesFlow(
  { config }: Context,
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
  const secret = randomBytes(32).toString("base64url");
  await call("setWebhook", {
    url: webhookOf(config.publicUrl, channelId),
    secret_token: secret,
    allowed_updates: allowedUpdates,
  });
  return secret;
}

export const webhookOf = (publicUrl: string, channelId: string) =>
  `${publicUrl}/webhooks/telegram/${channelId}`;

export const hashOfSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type Connection = { bot: Me; token: string; channelId: string; secret: string | null };

async function keep(
  scope: Scope,
  { secrets }: Context,
  { bot, token, channelId, secret }: Connection,
): Promise<ChannelRow[]> {
  // Two admins at once connect one after the other: a company has one Telegram bot.
  await scope.db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", scope.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const replaced = await scope.db
    .updateTable("channel")
    .set({ removed_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("platform", "=", "telegram")
    .where("id", "!=", channelId)
    .where("removed_on", "is", null)
    .returningAll()
    .execute();
  const connection = {
    name: bot.first_name,
    username: bot.username,
    credentials: secrets.seal(token),
    webhook_secret_hash: secret === null ? null : hashOfSecret(secret),
    broken_on: null,
    broken_reason: null,
    removed_on: null,
  };
  try {
    await scope.db
      .insertInto("channel")
      .values({
        company_id: scope.companyId,
        id: channelId,
        platform: "telegram",
        external_id: String(bot.id),
        created_on: scope.now,
        ...connection,
      })
      .onConflict((on) => on.columns(["company_id", "id"]).doUpdateSet(connection))
      .execute();
  } catch (error) {
    // Another company, or another admin, connected the same bot between the look and this.
    if ((error as { constraint?: string }).constraint === "channel_account") throw takenElsewhere();
    throw error;
  }
  await recordAudit(scope, "channel_connect", { type: "channel", id: channelId, name: bot.first_name });
  return replaced;
}

/** The bot that was replaced need not go on calling. It may be gone itself, so it is no matter when it does not hear. */
async function silence(context: Context, api: TelegramApi, old: ChannelRow): Promise<void> {
  if (!old.webhook_secret_hash) return;
  const token = context.secrets.open(old.credentials);
  const signal = AbortSignal.timeout(callTimeout);
  const { outcome } = await api.call(token, "deleteWebhook", { result: z.unknown(), signal });
  if (outcome !== "ok") context.log.warn({ channel: old.id, outcome }, "A replaced bot keeps its webhook");
}

function accept<Result>(answer: Answer<Result>): Result {
  switch (answer.outcome) {
    case "ok":
      return answer.result;
    case "refused": {
      const { code: error_code, description } = answer;
      const text = telegramTexts[error_code >= 500 ? 500 : error_code] ?? telegramDefaultText;
      throw new Refusal(400, "provider_refused", text, { telegramError: { error_code, description } });
    }
    default:
      throw unreachable();
  }
}

function unreachable(): Refusal {
  const { status, code } = notReady();
  return new Refusal(status, code, "Telegram cannot be reached at the moment. Please try again.");
}
