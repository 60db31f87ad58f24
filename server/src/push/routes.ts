import { pushKey, pushState, pushSubscription, updateSubscription } from "@parley/contract/push";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { pushKeys } from "./keys.ts";
import { checkSubscription, subscribe, switchPush } from "./subscribe.ts";

export function pushRoutes(app: App, context: Context): void {
  app.get("/push-key", { config: { access: "agent" }, schema: { response: { 200: pushKey } } }, async () => ({
    key: (await pushKeys(context)).publicKey,
  }));

  app.post(
    "/subscribe",
    { config: { access: "agent" }, schema: { body: pushSubscription, response: { 200: pushState } } },
    async (request) => {
      await subscribe(context, request.caller, request.body);
      return { isPushSubscribed: true };
    },
  );

  app.post(
    "/check-subscription",
    { config: { access: "agent" }, schema: { body: pushSubscription, response: { 200: pushState } } },
    async (request) => ({ isPushSubscribed: await checkSubscription(context, request.caller, request.body) }),
  );

  app.post(
    "/update-subscription",
    { config: { access: "agent" }, schema: { body: updateSubscription, response: { 200: pushState } } },
    (request) =>
      request.work(async (scope) => ({
        isPushSubscribed: await switchPush(scope, request.caller.tokenHash, request.body.subscription),
      })),
  );
}
