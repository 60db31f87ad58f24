import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { pushKeys } from "./keys.ts";
import { checkSubscription, subscribe, switchPush } from "./subscribe.ts";

export function pushRoutes(app: App, context: Context): void {
  route(app, calls.getPushKey, async () => ({ key: (await pushKeys(context)).publicKey }));

  route(app, calls.subscribe, async (request) => {
    await subscribe(context, request.caller, request.body);
    return { isPushSubscribed: true };
  });

  route(app, calls.checkSubscription, async (request) => ({
    isPushSubscribed: await checkSubscription(context, request.caller, request.body),
  }));

  route(app, calls.updateSubscription, (request) =>
    request.work(async (scope) => ({
      isPushSubscribed: await switchPush(scope, request.caller.tokenHash, request.body.subscription),
    })),
  );
}
