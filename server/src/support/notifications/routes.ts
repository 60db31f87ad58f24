import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { clearInbox, resetCount } from "./inbox.ts";
import { listNotifications } from "./list.ts";

export function notificationRoutes(app: App, _context: Context): void {
  route(app, calls.listNotifications, (request) =>
    request.work((scope) => listNotifications(scope, request.query)),
  );

  route(app, calls.resetNotificationCount, async (request) => {
    await request.work(resetCount);
    return {};
  });

  route(app, calls.clearNotifications, async (request) => {
    await request.work(clearInbox);
    return {};
  });
}
