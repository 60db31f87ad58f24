import { notificationsAnswer, notificationsQuery } from "@parley/contract/notifications";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { clearInbox, resetCount } from "./inbox.ts";
import { listNotifications } from "./list.ts";

const config = { access: "agent" } as const;

export function notificationRoutes(app: App, _context: Context): void {
  app.get(
    "/notifications",
    { config, schema: { querystring: notificationsQuery, response: { 200: notificationsAnswer } } },
    (request) => request.work((scope) => listNotifications(scope, request.query)),
  );

  app.post("/reset-notifications-count", { config }, async (request) => {
    await request.work(resetCount);
    return {};
  });

  app.post("/clear-notifications", { config }, async (request) => {
    await request.work(clearInbox);
    return {};
  });
}
