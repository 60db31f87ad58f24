import { calls } from "@parley/contract/calls/table";
import type { App } from "../../../http/app.ts";
import { route } from "../../../http/calls.ts";
import { getVisit } from "./get.ts";

export function visitRoutes(app: App): void {
  route(app, calls.getVisit, (request) => request.work((scope) => getVisit(scope, request.params.ticketid)));
}
