import { registerAgent } from "@parley/contract/agent-registration";
import { agentRow } from "@parley/contract/agents";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { addColleague } from "./add-colleague.ts";

export function registerAgentRoutes(app: App, context: Context): void {
  app.post(
    "/auth/register",
    { config: { access: "admin" }, schema: { body: registerAgent, response: { 200: agentRow } } },
    (request) => addColleague(context, request.caller, request.body),
  );
}
