import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { saveFigureMail, viewFigureMail } from "./weekly.ts";

export function figureMailRoutes(app: App): void {
  route(app, calls.getFigureMail, (request) => request.work(viewFigureMail));

  route(app, calls.saveFigureMail, (request) => request.work((scope) => saveFigureMail(scope, request.body)));
}
