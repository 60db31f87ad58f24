import { changeSettings as changeBody, companyStatus, settingsAnswer } from "@parley/contract/settings";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { changeSettings, viewSettings } from "./company.ts";
import { viewStatus } from "./status.ts";

const config = { access: "admin" } as const;

export function settingRoutes(app: App, context: Context): void {
  app.get("/admin/settings", { config, schema: { response: { 200: settingsAnswer } } }, (request) =>
    request.work((scope) => viewSettings(scope, context.config)),
  );

  app.get("/admin/company-status", { config, schema: { response: { 200: companyStatus } } }, (request) =>
    request.work((scope) => viewStatus(scope, context.config)),
  );

  app.put(
    "/admin/settings",
    { config, schema: { body: changeBody, response: { 200: settingsAnswer } } },
    (request) => request.work((scope) => changeSettings(scope, context.config, request.body)),
  );
}
