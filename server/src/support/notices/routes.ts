import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { changeNoticeSettings, viewNoticeSettings } from "./settings.ts";

export function noticeRoutes(app: App): void {
  route(app, calls.getNoticeSettings, (request) => request.work(viewNoticeSettings));

  route(app, calls.changeNoticeSettings, (request) =>
    request.work((scope) => changeNoticeSettings(scope, request.body)),
  );
}
