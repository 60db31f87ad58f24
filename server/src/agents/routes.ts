import { colleague } from "@parley/contract/agents";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { accessTicket } from "../tickets/access.ts";
import { listAgentsByDepartment, listColleagues } from "./queries.ts";

export function agentRoutes(app: App, _context: Context): void {
  app.get(
    "/auth/agents",
    { config: { access: "agent" }, schema: { response: { 200: z.array(colleague) } } },
    (request) => request.work(listColleagues),
  );

  app.get(
    "/:ticketid/get-agents",
    {
      config: { access: "agent" },
      schema: { params: z.object({ ticketid: z.string().max(36) }), response: { 200: z.array(colleague) } },
    },
    (request) =>
      request.work(async (scope) => {
        await accessTicket(scope, request.params.ticketid, "see");
        return listAgentsByDepartment(scope);
      }),
  );
}
