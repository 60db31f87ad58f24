// Numbers, tokens and the targets of calls.
import { createHmac, randomBytes } from "node:crypto";
import type { Network } from "../network.ts";
import { badParameter, badToken, GraphRefusal, unknownObject } from "./refusal.ts";
import { type PhoneNumber, stateOf, type Token } from "./state.ts";

type Fields = Record<string, unknown>;

/** Called with an app's own token, "<id>|<secret>". */
export function debugToken(network: Network, appToken: string, input: string): object {
  const { apps, tokens } = stateOf(network);
  const [id = "", secret] = appToken.split("|");
  if (!secret || apps.get(id)?.secret !== secret) throw badToken();
  const token = tokens.get(input);
  if (!token)
    return { data: { is_valid: false, error: { code: 190, message: "Invalid OAuth access token." } } };
  const scopes = ["whatsapp_business_management", "whatsapp_business_messaging"];
  const granular_scopes = scopes.map((scope) => ({ scope, target_ids: [...token.wabas] }));
  return { data: { app_id: token.appId, is_valid: true, expires_at: 0, scopes, granular_scopes } };
}

/** A proof that was not made with the app's secret is refused. */
function checkProof(network: Network, { token, appId }: Token, proof: string | undefined): void {
  if (proof === undefined) return;
  const secret = stateOf(network).apps.get(appId)?.secret ?? "";
  if (createHmac("sha256", secret).update(token).digest("hex") !== proof)
    throw new GraphRefusal(100, "Invalid appsecret_proof provided in the API argument");
}

export function listNumbers(network: Network, token: Token, wabaId: string, query: Record<string, string>) {
  checkProof(network, token, query.appsecret_proof);
  const all = [...stateOf(network).numbers.values()].filter((one) => one.wabaId === wabaId);
  const limit = Number(query.limit ?? 25);
  const from = Number(query.after ?? 0);
  const page = all.slice(from, from + limit);
  const next = from + limit < all.length;
  return {
    data: page.map((number) => view(number, token)),
    paging: {
      cursors: { before: String(from), after: String(from + page.length) },
      ...(next && { next: "https://graph.example/next" }),
    },
  };
}

export function viewNumber(_network: Network, number: PhoneNumber, token: Token, fields = "id"): object {
  const all: Fields = view(number, token);
  const wanted = ["id", ...fields.split(",")];
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)));
}

function view(number: PhoneNumber, { appId }: Token) {
  const override = number.overrides.get(appId);
  return {
    id: number.id,
    display_phone_number: number.display,
    verified_name: number.name,
    quality_rating: number.quality ?? "GREEN",
    code_verification_status: "VERIFIED",
    name_status: "APPROVED",
    status: number.registered ? "CONNECTED" : "PENDING",
    platform_type: "CLOUD_API",
    throughput: { level: "STANDARD" },
    last_onboarded_time: "2026-10-02T09:14:00+0000",
    webhook_configuration: override ? { phone_number: override } : {},
  };
}

export function subscribedApps(network: Network, { appId }: Token, wabaId: string, verb: string): object {
  const waba = stateOf(network).wabas.get(wabaId);
  if (!waba) throw unknownObject(wabaId);
  if (verb === "GET")
    return { data: [...waba.subscribed].map((id) => ({ whatsapp_business_api_data: { id, name: "Desk" } })) };
  if (verb === "DELETE") waba.subscribed.delete(appId);
  else waba.subscribed.add(appId);
  return { success: true };
}

export function register(number: PhoneNumber, { pin }: Fields): object {
  if (typeof pin !== "string" || !/^\d{6}$/.test(pin)) throw badParameter("pin has 6 digits");
  if (number.pin !== null && number.pin !== pin)
    throw new GraphRefusal(133005, "(#133005) Two step verification PIN mismatch");
  number.pin = pin;
  number.registered = true;
  return { success: true };
}

/** An override is called first: only an address that answers the challenge is accepted. */
export async function changeNumber(number: PhoneNumber, { appId }: Token, body: Fields): Promise<object> {
  const configuration = body.webhook_configuration as
    | { override_callback_uri?: string; verify_token?: string }
    | undefined;
  const url = configuration?.override_callback_uri;
  if (url === undefined) throw badParameter("webhook_configuration is required");
  if (url === "") {
    number.overrides.delete(appId);
    return { success: true };
  }
  if (!URL.canParse(url) || url.length > 200) throw badParameter("override_callback_uri is not an address");
  const challenge = String(randomBytes(4).readUInt32BE());
  const asked = new URL(url);
  asked.searchParams.set("hub.mode", "subscribe");
  asked.searchParams.set("hub.challenge", challenge);
  asked.searchParams.set("hub.verify_token", configuration?.verify_token ?? "");
  const answer = await number.reach.get(asked.href);
  if (answer.status !== 200 || answer.body !== challenge)
    throw new GraphRefusal(2200, "(#2200) Callback verification failed", {
      details: `The callback answered ${answer.status}`,
    });
  number.overrides.set(appId, url);
  return { success: true };
}
