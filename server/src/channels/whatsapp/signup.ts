/**
 * Embedded sign-up: a code is exchanged for a business's token, and the token connects the number that the window
 * named.
 */
import { randomInt } from "node:crypto";
import { reasonOf } from "@parley/contract/reasons";
import type { WhatsappSignup } from "@parley/contract/whatsapp";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, checkRights, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { askOrThrow, readCredentials } from "./accounts.ts";
import { connectNumber } from "./connect.ts";
import { installationApp, whatsappConfig } from "./settings.ts";
import { subscribeApp } from "./subscribe-app.ts";

/** Milliseconds from the code to the number; both arrive within seconds. */
const tokenLives = 15 * 60_000;

const needed = ["WHATSAPP_APP_ID", "WHATSAPP_APP_SECRET", "WHATSAPP_CONFIG_ID"] as const;

export function signupSettings({ config }: Pick<Context, "config">): WhatsappSignup {
  const settings = whatsappConfig(config);
  return {
    missing: needed.filter((name) => !settings[name]),
    app_id: settings.WHATSAPP_APP_ID ?? null,
    config_id: settings.WHATSAPP_CONFIG_ID ?? null,
    version: settings.WHATSAPP_GRAPH_VERSION,
    sdk_url: settings.WHATSAPP_SDK_URL,
  };
}

/** Exchanges the code, which the provider allows once, and keeps the token for the call that follows. */
export async function exchangeCode(context: Context, caller: Caller, code: string): Promise<void> {
  const app = installationApp(context.config);
  if (!app) throw notSetUp(context);
  await checkRights(context, caller);
  const { access_token: token } = await askOrThrow(context, `${app.id}|${app.secret}`, "oauth/access_token", {
    query: { client_id: app.id, client_secret: app.secret, code },
    result: z.object({ access_token: z.string().min(1) }),
  });
  await inCompany(context, caller, (scope) => keepToken(scope, context, token));
}

type Business = { phone_number_id?: string | null | undefined; waba_id: string };

/** Connects the number by the token of the caller's sign-up, which is then used up. Returns the account's id. */
export async function connectSignedUp(
  context: Context,
  caller: Caller,
  { phone_number_id: phoneNumberId, waba_id: wabaId }: Business,
): Promise<string> {
  if (!phoneNumberId) throw invalid("signup_without_number");
  const { accessToken, pin } = await inCompany(context, caller, async (scope) => ({
    accessToken: await findToken(scope, context),
    pin: await knownPin(scope, context, phoneNumberId),
  }));
  if (!accessToken) throw invalid("signup_over");
  const credentials = { accessToken, wabaId, phoneNumberId, app: null, pin: pin ?? newPin() };
  const { channelId } = await connectNumber(context, caller, credentials);
  await subscribeApp(context);
  await inCompany(context, caller, removeToken);
  return channelId;
}

async function keepToken(scope: Scope<AgentActor>, { secrets }: Context, token: string): Promise<void> {
  const kept = { token: secrets.seal(token), expires_on: new Date(scope.now.getTime() + tokenLives) };
  await scope.db
    .insertInto("channel_signup")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, platform: "whatsapp", ...kept })
    .onConflict((on) => on.columns(["company_id", "agent_id", "platform"]).doUpdateSet(kept))
    .execute();
}

async function findToken(scope: Scope<AgentActor>, { secrets }: Context): Promise<string | null> {
  const row = await scope.db
    .selectFrom("channel_signup")
    .select("token")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("platform", "=", "whatsapp")
    .where("expires_on", ">", scope.now)
    .executeTakeFirst();
  return row ? secrets.open(row.token) : null;
}

async function removeToken(scope: Scope<AgentActor>): Promise<void> {
  await scope.db
    .deleteFrom("channel_signup")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("platform", "=", "whatsapp")
    .execute();
}

/** A number that was connected before has a PIN already, and the provider refuses another. */
async function knownPin(scope: Scope, context: Context, phoneNumberId: string): Promise<string | null> {
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("platform", "=", "whatsapp")
    .where("external_id", "=", phoneNumberId)
    .orderBy("created_on", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row && readCredentials(context, row)?.pin) ?? null;
}

const newPin = () => String(randomInt(1_000_000)).padStart(6, "0");

const notSetUp = (context: Context) =>
  invalid(reasonOf("signup_not_set_up", { settings: signupSettings(context).missing.join(", ") }));
