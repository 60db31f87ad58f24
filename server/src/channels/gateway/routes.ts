import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { receive } from "../inbound/receive.ts";
import { accessGateway, findHandedIn } from "./access.ts";
import { messagesOf, receiptOf } from "./incoming.ts";

/** A message is answered once it is committed, so a gateway hands in again what got no answer. */
export function gatewayRoutes(app: App, context: Context): void {
  route(app, calls.v1HandInMessage, async (request) => {
    const { params, body } = request;
    const channel = await request.work((scope) => accessGateway(context, scope, params.id));
    await receive(context, channel, messagesOf(body, context.clock()));
    return request.work((scope) => findHandedIn(scope, channel, body.id));
  });

  route(app, calls.v1HandInReceipt, async (request) => {
    const { params, body } = request;
    const channel = await request.work((scope) => accessGateway(context, scope, params.id));
    await receive(context, channel, [receiptOf(body, channel)]);
    return {};
  });
}
