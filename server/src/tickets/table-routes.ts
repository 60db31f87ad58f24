import { texts } from "@parley/contract/texts";
import { ticketDay, ticketFilter, ticketPageQuery, ticketTable } from "@parley/contract/ticket-table";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { answerJson } from "../http/json.ts";
import { exportTickets } from "./export.ts";
import { countByDay, countTickets } from "./figures.ts";
import { listFirstTickets, listMoreTickets } from "./table.ts";

const config = { access: "agent" } as const;
const offset = z.coerce.number().int().min(0).max(1_000_000_000);

export function ticketTableRoutes(app: App, context: Context): void {
  app.get(
    "/get-tickets",
    { config, schema: { querystring: ticketFilter, response: { 200: ticketTable } } },
    (request) =>
      request.work(async (scope) => ({
        tickets: await listFirstTickets(scope, request.query),
        widgetData: await countTickets(scope, request.query),
      })),
  );

  app.get(
    "/:offset/get-tickets",
    { config, schema: { params: z.object({ offset }), querystring: ticketPageQuery } },
    async (request, reply) => {
      const from = { ...request.params, ...request.query };
      const tickets = await request.work((scope) => listMoreTickets(scope, from));
      return answerJson(reply, tickets.length > 0 ? tickets : texts.tableEnd);
    },
  );

  app.get(
    "/tickets-by-day",
    { config, schema: { querystring: ticketFilter, response: { 200: z.array(ticketDay) } } },
    (request) => request.work((scope) => countByDay(scope, request.query)),
  );

  app.get(
    "/export-tickets",
    { config: { ...config, weight: "export" }, schema: { querystring: ticketFilter } },
    (request, reply) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="tickets.csv"')
        .send(exportTickets(context, request.caller, request.query)),
  );
}
