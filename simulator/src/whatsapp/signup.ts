// The embedded sign-up: a script for a desk's page, a window with a dialog, and codes that become tokens.
import { randomBytes } from "node:crypto";
import type { Network } from "../network.ts";
import { WhatsAppControl } from "./control.ts";
import { officeOf } from "./office.ts";
import { badParameter, GraphRefusal } from "./refusal.ts";
import { newId, type Reach, stateOf } from "./state.ts";

const CODE_LIVES = 30_000;

export type Signup = {
  code: string;
  business: { phone_number_id: string; waba_id: string; business_id: string };
};

/** A business that finished the dialog: its number is new, and its code waits to be exchanged. */
export function finishSignup(
  network: Network,
  { name, reach, numbers = 1 }: { name: string; reach?: Reach; numbers?: number },
): Signup {
  const control = new WhatsAppControl(network);
  const { number, token } = control.createNumber({ name, ...(reach && { reach }) });
  for (let more = 1; more < numbers; more += 1) control.createNumber({ name, wabaId: number.wabaId });
  number.registered = false;
  const code = `AQ${randomBytes(24).toString("base64url")}`;
  officeOf(network).codes.set(code, { token, until: network.now() + CODE_LIVES, used: false });
  return {
    code,
    business: { phone_number_id: number.id, waba_id: number.wabaId, business_id: newId() },
  };
}

export function exchange(network: Network, query: Record<string, string>): object {
  const { client_id = "", client_secret, code = "" } = query;
  const app = stateOf(network).apps.get(client_id);
  if (!app || app.secret !== client_secret) throw new GraphRefusal(101, "Error validating client secret.");
  const known = officeOf(network).codes.get(code);
  if (!known) throw badParameter("Invalid verification code format.");
  if (known.used) throw new GraphRefusal(100, "This authorization code has been used.", { subcode: 36009 });
  if (known.until < network.now())
    throw new GraphRefusal(100, "This authorization code has expired.", { subcode: 36007 });
  known.used = true;
  return { access_token: known.token, token_type: "bearer" };
}

/** `POST /{app}/subscriptions`: sets the address of an app's calls. The address is called first. */
export async function subscribeApp(
  network: Network,
  appId: string,
  appToken: string,
  body: Record<string, unknown>,
): Promise<object> {
  const app = stateOf(network).apps.get(appId);
  if (!app || appToken !== `${app.id}|${app.secret}`)
    throw new GraphRefusal(190, "Invalid OAuth access token.");
  const { callback_url: url, verify_token: token, object } = body as Record<string, string>;
  if (object !== "whatsapp_business_account" || !url || !URL.canParse(url))
    throw badParameter("callback_url");
  const challenge = String(randomBytes(4).readUInt32BE());
  const asked = new URL(url);
  asked.searchParams.set("hub.mode", "subscribe");
  asked.searchParams.set("hub.challenge", challenge);
  asked.searchParams.set("hub.verify_token", token ?? "");
  const answer = await officeOf(network).reach.get(asked.href);
  if (answer.status !== 200 || answer.body !== challenge)
    throw new GraphRefusal(2200, "(#2200) Callback verification failed");
  app.callbackUrl = url;
  return { success: true };
}

/** Stands for the provider's script: the parts of FB that a sign-up uses. */
export const sdkScript = (origin: string): string => `"use strict";
window.FB = {
  init({ appId, version }) { this.settings = { appId, version }; },
  login(answered, { config_id }) {
    const query = new URLSearchParams({ client_id: this.settings.appId, config_id });
    const page = window.open(${JSON.stringify(origin)} + "/whatsapp/dialog?" + query, "whatsapp-dialog", "popup,width=460,height=560");
    if (!page) return answered({ status: "unknown", authResponse: null });
    let over = false;
    const end = (response) => {
      if (over) return;
      over = true;
      clearInterval(watch);
      window.removeEventListener("message", hear);
      answered(response);
    };
    const hear = ({ origin, data }) => {
      if (origin !== ${JSON.stringify(origin)} || typeof data !== "object" || !data.code) return;
      end({ status: "connected", authResponse: { code: data.code } });
    };
    const watch = setInterval(() => page.closed && end({ status: "unknown", authResponse: null }), 400);
    window.addEventListener("message", hear);
  },
};
`;

/** The provider's window. */
export const dialogPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Simulated sign-up with Meta</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1.25rem; color: #1c2b33 }
  h1 { font-size: 1.3rem } label { display: grid; gap: .3rem; margin: 1.2rem 0; font-weight: 600 }
  input { font: inherit; padding: .6rem .8rem; border: 1px solid #b6c1c7; border-radius: .5rem }
  button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid #b6c1c7; background: none }
  button[type=submit] { background: #0064e0; border-color: #0064e0; color: #fff }
</style>
<h1>Connect a business</h1>
<p>This window stands for the provider's. It makes a business account with one number.</p>
<form>
  <label>Name of the business <input name="name" value="Harbour Travel" required maxlength="60"></label>
  <button type="submit">Finish</button> <button type="button">Cancel</button>
</form>
<script>
  const say = (message) => window.opener?.postMessage(message, "*");
  const signup = (event, data) => say(JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event, version: "3", data }));
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    const answer = await fetch("/whatsapp/dialog", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    const { code, business } = await answer.json();
    signup("FINISH", business);
    say({ code });
    window.close();
  });
  document.querySelector("button[type=button]").addEventListener("click", () => {
    signup("CANCEL", { current_step: "BUSINESS" });
    window.close();
  });
</script>
</html>
`;
