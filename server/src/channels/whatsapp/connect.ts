/** Connects a company's number. Nothing is stored until the provider accepts the token and its calls come to us. */
import { createHash, createHmac } from "node:crypto";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import { isLoopbackUrl } from "../../floor/config/config-shapes.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { Refusal, type Why } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { idOfAccount, writeAccount } from "../accounts/account.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { openChannel } from "../accounts/find.ts";
import { replaceOldest } from "../accounts/replace-oldest.ts";
import { fetchTemplatesSoon } from "../accounts/review-templates.ts";
import type { ChannelRow, Connect, ConnectOptions } from "../seam/module.ts";
import { type Answer, createGraph, type Graph, provider } from "./api.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { findNumber, type NumberRecord } from "./numbers.ts";
import { reasonOfAnswer } from "./refused.ts";
import { installationApp, verifyTokenOf, webhookOf, whatsappConfig } from "./settings.ts";

const id = z
  .string()
  .trim()
  .regex(/^\d{1,30}$/);

const connectBody = z.object({
  access_token: z.string().trim().min(1).max(1000),
  waba_id: id,
  phone_number_id: id,
  app_id: id.optional(),
  app_secret: z.string().trim().min(16).max(200).optional(),
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
});

export type ConnectedNumber = { channelId: string; number: NumberRecord };

const callTimeout = 15_000;
const withTimeout = () => AbortSignal.timeout(callTimeout);

/**
 * The same number keeps its channel and its tickets. Throws 400 with the reason of the provider's refusal, 409 for a
 * number of another company, 503 when the provider cannot be reached.
 */
export async function connectNumber(
  context: Context,
  by: Caller | Desk,
  credentials: Credentials,
  options: ConnectOptions = {},
): Promise<ConnectedNumber> {
  checkAddress(context);
  const graph = createGraph(context.config);
  await checkToken(context, graph, credentials);
  const number = await checkNumber(graph, credentials);
  // The provider may have answered slowly, and the next calls to it cannot be rolled back.
  await checkRights(context, by);
  const channelId = await idOfAccount(context, by, accountOf(number.id));
  await subscribe(context, graph, credentials, channelId);
  const replaced = await inCompany(context, by, (scope) =>
    keep(scope, context, { channelId, credentials, number }, options),
  );
  channelsChanged(context);
  if (replaced) await disconnect(context, replaced);
  return { channelId, number };
}

export const connect: Connect<typeof connectBody> = {
  body: connectBody,
  async account(context, by, body, options) {
    const { access_token: accessToken, waba_id: wabaId, phone_number_id: phoneNumberId } = body;
    const app = body.app_secret ? { id: body.app_id ?? null, secret: body.app_secret } : null;
    const credentials = { accessToken, wabaId, phoneNumberId, app, pin: body.pin ?? null };
    const { channelId, number } = await connectNumber(context, by, credentials, options);
    return { channelId, answer: { number: number.display_phone_number } };
  },
  command: {
    about: "connect a number by a permanent token, so that its messages become tickets",
    options: [
      option("access-token", "the permanent token of a system user", "PARLEY_WHATSAPP_TOKEN"),
      option("waba-id", "the id of the WhatsApp Business account", "PARLEY_WHATSAPP_WABA"),
      option("phone-number-id", "the id of the number", "PARLEY_WHATSAPP_NUMBER"),
    ],
  },
};

function option(name: string, about: string, variable: string) {
  return { flags: `--${name} <value>`, about, variable, field: name.replaceAll("-", "_") };
}

/** The provider only calls https addresses; a simulator on this machine calls any. */
function checkAddress({ config }: Context): void {
  if (config.publicUrl.startsWith("https:")) return;
  if (isLoopbackUrl(whatsappConfig(config).WHATSAPP_API_URL)) return;
  throw refused(reasonOf("https_needed", { provider }));
}

const tokenFacts = z.object({
  data: z.object({
    app_id: z.coerce.string().optional(),
    is_valid: z.boolean().optional(),
  }),
});

/**
 * Without a secret of the company's own, a token must be of the installation's app, whose secret signs the webhook
 * calls.
 */
async function checkToken({ config }: Context, graph: Graph, credentials: Credentials): Promise<void> {
  if (credentials.app) return;
  const app = installationApp(config);
  if (!app) throw refused(reasonOf("app_missing", { provider }));
  const facts = accept(
    await graph.call(`${app.id}|${app.secret}`, "debug_token", {
      query: { input_token: credentials.accessToken },
      result: tokenFacts,
      signal: withTimeout(),
    }),
  );
  if (!facts.data.is_valid) throw refused(reasonOf("token_invalid", { provider }));
  if (facts.data.app_id !== app.id) throw refused(reasonOf("token_of_other_app", { provider }));
}

async function checkNumber(graph: Graph, credentials: Credentials): Promise<NumberRecord> {
  const { accessToken, wabaId, phoneNumberId, app } = credentials;
  // The provider refuses a call whose proof is not made with the app's secret.
  const proof = app && createHmac("sha256", app.secret).update(accessToken).digest("hex");
  const found = await findNumber(graph, { accessToken, wabaId, phoneNumberId, proof }, withTimeout());
  const number = accept(found, reasonOfIds);
  if (!number) throw refused("number_not_in_account");
  return number;
}

/**
 * Registers the number, and subscribes our address to the app's calls for it. The provider calls that address first.
 */
async function subscribe(
  context: Context,
  graph: Graph,
  { accessToken, wabaId, phoneNumberId, app, pin }: Credentials,
  channelId: string,
): Promise<void> {
  const call = async (path: string, json?: unknown) => {
    const result = z.object({ success: z.boolean().optional() });
    accept(await graph.call(accessToken, path, { method: "POST", json, result, signal: withTimeout() }));
  };
  if (pin) await call(`${phoneNumberId}/register`, { messaging_product: "whatsapp", pin });
  await call(`${wabaId}/subscribed_apps`);
  const address = app ? channelId : null;
  await call(phoneNumberId, {
    webhook_configuration: {
      override_callback_uri: webhookOf(context.config.publicUrl, address),
      verify_token: verifyTokenOf(context, address),
    },
  });
}

const accountOf = (externalId: string) =>
  ({ platform: "whatsapp", externalId, inUse: "number_taken" }) as const;

type Connection = { channelId: string; credentials: Credentials; number: NumberRecord };

async function keep(
  scope: Scope,
  context: Context,
  { channelId, credentials, number }: Connection,
  { replace = false, departmentId }: ConnectOptions,
): Promise<ChannelRow | null> {
  const replaced = replace ? await replaceOldest(scope, "whatsapp", channelId) : null;
  const department = departmentId ?? replaced?.department_id;
  const name = (number.verified_name || number.display_phone_number || number.id).slice(0, 200);
  const token = verifyTokenOf(context, credentials.app ? channelId : null);
  const connection = {
    username: number.display_phone_number || null,
    credentials: context.secrets.seal(JSON.stringify(credentials)),
    webhook_secret_hash: createHash("sha256").update(token).digest(),
    ...(department && { department_id: department }),
  };
  await writeAccount(scope, { ...accountOf(number.id), id: channelId, name }, connection);
  await fetchTemplatesSoon(scope, channelId);
  await record(scope, { kind: "channel_connect", subject: channelId, name, facts: {} });
  return replaced;
}

/** The provider stops calling us for a number that is no longer connected. */
export async function disconnect(context: Context, old: ChannelRow): Promise<void> {
  const { accessToken, phoneNumberId } = credentialsOf(openChannel(old, context.secrets));
  const { outcome } = await createGraph(context.config).call(accessToken, phoneNumberId, {
    method: "POST",
    json: { webhook_configuration: { override_callback_uri: "" } },
    result: z.unknown(),
    signal: withTimeout(),
  });
  if (outcome !== "ok")
    context.log.warn({ channel: old.id, outcome }, "A disconnected number keeps its webhook");
}

const refused = (reason: Why) => new Refusal(400, "provider_refused", reason);

function accept<Result>(answer: Answer<Result>, reasonIn = reasonOfEntry): Result {
  if (answer.outcome === "ok") return answer.result;
  if (answer.outcome === "refused") throw refused(reasonIn(reasonOfAnswer(answer)));
  throw new Refusal(503, "not_ready", reasonOf("setup_unreachable", { provider }));
}

/** Rewords a reason, since a number that is not connected yet cannot stop working. */
const reasonOfEntry = (reason: Reason): Reason =>
  reason.code === "credentials_refused" ? reasonOf("token_invalid", { provider }) : reason;

/** Listing an account's numbers uses its id and a proof by the app's secret: one of the two is wrong. */
function reasonOfIds(reason: Reason): Reason {
  if (reason.code !== "request_rejected") return reasonOfEntry(reason);
  const says = String(reason.facts?.says);
  return reasonOf("entry_refused", {
    field: says.includes("appsecret_proof") ? "app_secret" : "waba_id",
    provider,
    says,
  });
}
