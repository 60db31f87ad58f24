/** The sample company's web chat, on the pages of its shop. */

import type { MadeWebhook } from "@parley/contract/webhooks";
import type { Context } from "../../server/src/floor/context.ts";
import type { Shop } from "../../simulator/src/shop/server.ts";
import { signIn } from "./desk-client.ts";
import { samplePassword } from "./plant.ts";

/** The shop's own program hears what happens, and checks that it comes from the desk. */
export async function plantWebhook(url: string, shop: Shop): Promise<void> {
  const ingrid = await signIn(url, "ingrid@harbour.example", samplePassword);
  const body = {
    ...{ name: "Shop", url: `${shop.url}/hook` },
    types: ["ticket_create", "ticket_message", "ticket_accept", "ticket_close", "ticket_rating"],
    condition: { field: "spam", operator: "is", value: false },
  };
  const { webhook, secret } = await ingrid.post<MadeWebhook>("/create-webhook", body);
  shop.received.trust(secret);
  await ingrid.post("/create-rule", {
    ...{ name: "The shop hears of few stars", enabled: true, departmentids: null, stops: false },
    when: { kind: "event", events: ["rated"] },
    condition: { field: "rating", operator: "at_most", value: 2 },
    actions: [{ kind: "webhook", webhookid: webhook.webhookid }],
  });
}

/** The shop shows the chat from now on. */
export async function plantShop(context: Context, companyId: string, shop: Shop): Promise<void> {
  const web = context.channels.find("web");
  if (!web) throw new Error("There is no channel module for web");
  const body = web.connect.body.parse({ name: "Harbour Travel", origins: [shop.url] });
  const { answer } = await web.connect.account(context, { kind: "desk", companyId }, body, {});
  shop.show({ desk: context.config.publicUrl, key: String(answer.key) });
}
