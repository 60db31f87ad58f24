import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { changeSettings, viewSettings } from "./company.ts";
import { viewStatus } from "./status.ts";

export function settingRoutes(app: App, context: Context): void {
  route(app, calls.getSettings, (request) => request.work((scope) => viewSettings(scope, context.config)));

  route(app, calls.getCompanyStatus, (request) => request.work((scope) => viewStatus(scope, context.config)));

  route(app, calls.changeSettings, (request) =>
    request.work((scope) => changeSettings(scope, context.config, request.body)),
  );
}
