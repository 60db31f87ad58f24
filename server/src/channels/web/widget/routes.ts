import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../../floor/context.ts";
import type { App } from "../../../http/app.ts";
import { route } from "../../../http/calls.ts";
import { changeSecret, changeWidget, getWidget } from "./change.ts";

export function widgetRoutes(app: App, context: Context): void {
  route(app, calls.getWidget, (request) => getWidget(context, request.caller, request.params.channelid));

  route(app, calls.changeWidget, (request) =>
    changeWidget(context, request.caller, request.params.channelid, request.body),
  );

  route(app, calls.changeWidgetSecret, (request) =>
    changeSecret(context, request.caller, request.params.channelid),
  );
}
