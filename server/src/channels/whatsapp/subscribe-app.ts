/** Subscribes the installation's webhook to reports on business accounts, such as reviews of templates. */
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { ask } from "./accounts.ts";
import { installationApp, verifyTokenOf, webhookOf } from "./settings.ts";

const fields = "messages,message_template_status_update,template_category_update,account_update";

/** A refusal is only logged: messages come to the numbers' own addresses, and reviews are polled. */
export async function subscribeApp(context: Context): Promise<void> {
  const app = installationApp(context.config);
  if (!app) return;
  const answer = await ask(context, `${app.id}|${app.secret}`, `${app.id}/subscriptions`, {
    method: "POST",
    json: {
      object: "whatsapp_business_account",
      callback_url: webhookOf(context.config.publicUrl, null),
      verify_token: verifyTokenOf(context, null),
      fields,
    },
    result: z.object({ success: z.boolean() }),
  });
  if ("reason" in answer)
    context.log.warn({ reason: answer.reason }, "The app's webhook was not registered at WhatsApp");
}
