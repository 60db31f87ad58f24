/**
 * Connects a company's account. The token is stored before the webhook is registered, because Viber calls it before it
 * answers; a refused registration undoes what was stored.
 */
import { createHash } from "node:crypto";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { idOfAccount, writeAccount } from "../accounts/account.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { markRegistered } from "../accounts/register-webhooks.ts";
import { checkCallable, webhookOf } from "../accounts/webhook-address.ts";
import type { ChannelRow, Connect, ConnectOptions } from "../seam/module.ts";
import { type Account, account } from "./account.ts";
import { type Answer, createViberApi, provider, type ViberApi } from "./api.ts";
import { eventTypes } from "./event.ts";
import { meaningOf } from "./refused.ts";
import { viberApiUrl } from "./settings.ts";

const body = z.object({ token: z.string().max(200).default("") });
const platform = "viber";
const accountOf = ({ id }: { id: string }) => ({ platform, externalId: id, inUse: "bot_taken" }) as const;
/** Milliseconds in which Viber calls our webhook. */
const callTimeout = 20_000;

export const connect: Connect<typeof body> = {
  body,
  async account(context, by, { token: given }, options) {
    const token = given.trim();
    if (!token) throw invalid("empty_field");
    const { api, apiUrl } = apiOf(context);
    checkCallable(context.config, { provider, apiUrl });
    const found = accept(
      await api.call(token, "get_account_info", { body: {}, result: account, signal: limit() }),
      reasonOfEntry,
    );
    // Viber may have answered slowly, and the next call to it cannot be rolled back.
    await checkRights(context, by);
    const id = await idOfAccount(context, by, accountOf(found));
    const connecting = { id, found, token };
    await registerStored(context, by, connecting, options);
    await inCompany(context, by, (scope) => finish(scope, context, connecting, options));
    channelsChanged(context);
    return { channelId: id, answer: { account: { id: found.id, name: found.name } } };
  },
  command: {
    about: "connect an account, so that its messages become tickets",
    options: [
      {
        flags: "--token <token>",
        about: "the account's token, from Viber's admin panel",
        variable: "PARLEY_VIBER_TOKEN",
        field: "token",
      },
    ],
  },
};

/** Registers the webhook at the present address. Throws Viber's refusal. */
export async function registerWebhook(context: Context, row: ChannelRow): Promise<void> {
  const { apiUrl } = apiOf(context);
  checkCallable(context.config, { provider, apiUrl });
  await register(context, row, context.secrets.open(row.credentials));
}

/** Removing the webhook ends conversations with the account, which is no longer answered. */
export async function removeWebhook(context: Context, row: ChannelRow): Promise<void> {
  const { api } = apiOf(context);
  const token = context.secrets.open(row.credentials);
  const call = { body: { url: "" }, result: z.unknown(), signal: limit() };
  const { outcome } = await api.call(token, "set_webhook", call);
  if (outcome !== "ok")
    context.log.warn({ channel: row.id, outcome }, "A disconnected account keeps its webhook");
}

function apiOf({ config }: Context): { api: ViberApi; apiUrl: string } {
  const apiUrl = viberApiUrl(config);
  return { api: createViberApi(apiUrl), apiUrl };
}

const limit = () => AbortSignal.timeout(callTimeout);

async function register(
  context: Context,
  channel: Pick<ChannelRow, "platform" | "id">,
  token: string,
): Promise<void> {
  const url = webhookOf(context.config.publicUrl, channel);
  const { api } = apiOf(context);
  accept(
    await api.call(token, "set_webhook", {
      body: { url, event_types: eventTypes, send_name: true, send_photo: true },
      result: z.unknown(),
      signal: limit(),
    }),
  );
}

type Connecting = { id: string; found: Account; token: string };

/** Stores the account and registers its webhook. Throws Viber's refusal once the row is as it was. */
async function registerStored(
  context: Context,
  by: Caller | Desk,
  connecting: Connecting,
  options: ConnectOptions,
  mayRepeat = true,
): Promise<void> {
  const { id, token } = connecting;
  const before = await store(context, by, connecting, options);
  try {
    await register(context, { platform, id }, token);
  } catch (error) {
    // Viber calls the webhook before it answers. A refused call of the same time has removed the account meanwhile.
    if (mayRepeat && !(await isStored(context, by.companyId, id)))
      return registerStored(context, by, connecting, options, false);
    await restore(context, by.companyId, id, before);
    throw error;
  }
}

async function isStored(context: Context, companyId: string, id: string): Promise<boolean> {
  const row = await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
    db
      .selectFrom("channel")
      .select("id")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .where("removed_on", "is", null)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Returns the row as it was; null for a new one. */
async function store(
  context: Context,
  by: Caller | Desk,
  connecting: Connecting,
  options: ConnectOptions,
): Promise<Stored | null> {
  const before = await inCompany(context, by, async (scope) => {
    const known = await scope.db
      .selectFrom("channel")
      .select(["credentials", "username", "department_id", "webhook_secret_hash", "place"])
      .select(["broken_on", "broken_reason", "removed_on"])
      .where("company_id", "=", scope.companyId)
      .where("id", "=", connecting.id)
      .forUpdate()
      .executeTakeFirst();
    await write(scope, context, connecting, options);
    return known ?? null;
  });
  channelsChanged(context);
  return before;
}

async function write(
  scope: Scope,
  { secrets }: Context,
  { id, found, token }: Connecting,
  { departmentId }: ConnectOptions,
): Promise<void> {
  await writeAccount(
    scope,
    { ...accountOf(found), id, name: found.name || found.id },
    {
      username: found.uri ?? null,
      credentials: secrets.seal(token),
      webhook_secret_hash: createHash("sha256").update(token).digest(),
      place: null,
      ...(departmentId && { department_id: departmentId }),
    },
  );
}

type Stored = Pick<
  ChannelRow,
  | "credentials"
  | "username"
  | "department_id"
  | "webhook_secret_hash"
  | "place"
  | "broken_on"
  | "broken_reason"
  | "removed_on"
>;

/**
 * The desk acts here, since the administrator may have lost the right meanwhile. An account with a cursor is
 * one that another call has connected since.
 */
async function restore(
  context: Context,
  companyId: string,
  id: string,
  before: Stored | null,
): Promise<void> {
  await inCompany(context, { kind: "desk", companyId }, async ({ db }) => {
    if (before) {
      const place = before.place && JSON.stringify(before.place);
      await db
        .updateTable("channel")
        .set({ ...before, place })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .where("place", "is", null)
        .execute();
    } else {
      await db
        .deleteFrom("channel")
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .where("place", "is", null)
        .execute();
    }
  });
  channelsChanged(context);
}

/** The row is written once more: a refused call of the same time may have removed the account. */
async function finish(
  scope: Scope,
  context: Context,
  connecting: Connecting,
  options: ConnectOptions,
): Promise<void> {
  const { id, found } = connecting;
  await write(scope, context, connecting, options);
  await markRegistered(scope, id, webhookOf(context.config.publicUrl, { platform, id }));
  await record(scope, { kind: "channel_connect", subject: id, name: found.name || found.id, facts: {} });
}

function accept<Result>(answer: Answer<Result>, reasonFor = (reason: Reason) => reason): Result {
  if (answer.outcome === "ok") return answer.result;
  if (answer.outcome === "refused")
    throw new Refusal(400, "provider_refused", reasonFor(meaningOf(answer).reason));
  throw new Refusal(503, "not_ready", reasonOf("setup_unreachable", { provider }));
}

/** Rewords a reason, since an account that is not connected yet cannot stop working. */
const reasonOfEntry = (reason: Reason): Reason =>
  reason.code === "credentials_refused" ? reasonOf("token_invalid", { provider }) : reason;
