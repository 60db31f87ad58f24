import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import * as change from "./change.ts";
import * as deliveries from "./deliveries.ts";
import { listWebhooks, newestEventOn } from "./rows.ts";

/** A webhook outlives the call that makes it, so the rights are held until then. */
const held = { hold: true };

export function webhookRoutes(app: App, context: Context): void {
  route(app, calls.listWebhooks, (request) =>
    request.work(async (scope) => ({
      webhooks: await listWebhooks(scope),
      newest_event_on: await newestEventOn(scope),
    })),
  );
  route(app, calls.createWebhook, (request) =>
    request.work((scope) => change.createWebhook(context, scope, request.body), held),
  );
  route(app, calls.updateWebhook, (request) =>
    request.work((scope) => change.updateWebhook(context, scope, request.body), held),
  );
  route(app, calls.rotateWebhook, (request) =>
    request.work((scope) => change.rotateWebhook(context, scope, request.body.webhookid), held),
  );
  route(app, calls.removeWebhook, async (request) => {
    await request.work((scope) => change.removeWebhook(scope, request.body.webhookid));
    return {};
  });
  route(app, calls.startWebhook, (request) =>
    request.work((scope) => change.startWebhook(scope, request.body.webhookid)),
  );
  route(app, calls.pauseWebhook, (request) =>
    request.work((scope) => change.pauseWebhook(scope, request.body.webhookid)),
  );
  route(app, calls.testWebhook, async (request) => {
    await request.work((scope) => deliveries.testWebhook(scope, request.body));
    return {};
  });
  route(app, calls.listDeliveries, (request) =>
    request.work((scope) => deliveries.listDeliveries(scope, request.params.webhookid, request.query)),
  );
  route(app, calls.getDeliveryRequest, (request) =>
    request.work((scope) => deliveries.requestOf(context, scope, request.params.deliveryid)),
  );
  route(app, calls.resendDelivery, async (request) => {
    await request.work((scope) => deliveries.resendDelivery(scope, request.body.deliveryid));
    return {};
  });
  route(app, calls.resendSince, (request) =>
    request.work((scope) => deliveries.resendSince(scope, request.body)),
  );
}
