import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { accessTicket } from "../ticket/access.ts";
import { listAgentsByDepartment, listColleagues } from "./queries.ts";

export function agentRoutes(app: App, _context: Context): void {
  route(
    app,
    calls.listColleagues,
    (request) => request.share("listColleagues", { ofCompany: listColleagues }),
    { rightsWithReads: true, sharesAnswer: true },
  );

  route(app, calls.listTicketAgents, (request) =>
    request.work(async (scope) => {
      await accessTicket(scope, request.params.ticketid, "see");
      return listAgentsByDepartment(scope);
    }),
  );
}
