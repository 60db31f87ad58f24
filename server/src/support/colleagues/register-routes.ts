import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { addColleague } from "./add-colleague.ts";

export function registerAgentRoutes(app: App, context: Context): void {
  route(app, calls.registerAgent, (request) => addColleague(context, request.caller, request.body));
}
