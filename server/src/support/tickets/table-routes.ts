import { calls } from "@parley/contract/calls/table";
import { texts } from "@parley/contract/texts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { saveTableColumns, viewTableColumns } from "../table-columns/table-columns.ts";
import { exportTickets } from "./export.ts";
import { countByDay, countTickets } from "./figures.ts";
import { listFirstTickets, listMoreTickets } from "./table.ts";

export function ticketTableRoutes(app: App, context: Context): void {
  route(app, calls.getTicketTable, (request) =>
    request.work(async (scope) => ({
      tickets: await listFirstTickets(scope, request.query),
      widgetData: await countTickets(scope, request.query),
    })),
  );

  route(app, calls.listMoreTickets, async (request) => {
    const from = { ...request.params, ...request.query };
    const tickets = await request.work((scope) => listMoreTickets(scope, from));
    return tickets.length > 0 ? tickets : texts.tableEnd;
  });

  route(app, calls.listTicketDays, (request) => request.work((scope) => countByDay(scope, request.query)));

  route(app, calls.getTableColumns, (request) => request.work(viewTableColumns));

  route(app, calls.saveTableColumns, (request) =>
    request.work((scope) => saveTableColumns(scope, request.body)),
  );

  route(app, calls.exportTickets, (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="tickets.csv"')
      .send(exportTickets(context, request.caller, request.query)),
  );
}
