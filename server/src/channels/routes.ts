import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { channelModules } from "./registry.ts";
import { webhookRoutes } from "./webhook-routes.ts";

export async function channelRoutes(app: App, context: Context): Promise<void> {
  for (const module of channelModules) module.routes(app, context);
  await webhookRoutes(app, context);
}
