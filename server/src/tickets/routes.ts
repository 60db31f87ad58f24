import { texts } from "@parley/contract/texts";
import {
  acceptTicket as acceptBody,
  changeDepartment as changeDepartmentBody,
  closeTicket as closeBody,
  reassignUser as reassignUserBody,
  ticketSearchState,
} from "@parley/contract/tickets";
import { createdOnHint, uuid } from "@parley/contract/values";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { answerJson } from "../http/json.ts";
import { acceptTicket } from "./accept.ts";
import { accessTicket } from "./access.ts";
import { closeTicket } from "./close.ts";
import { listClosed } from "./closed.ts";
import { findOpenTickets, searchTickets } from "./queries.ts";
import { changeDepartment, reassignUser } from "./reassign.ts";
import { shapeTickets, viewTicket } from "./view.ts";

const config = { access: "agent" } as const;
/** Whole or its first 8 characters. */
const ticketid = z.string().max(36);
const offset = z.coerce.number().int().min(0).max(1_000_000_000);
const keyword = z.string().trim().min(1).max(200);

export function ticketRoutes(app: App, context: Context): void {
  app.get("/tickets", { config }, async (request, reply) => {
    const tickets = await request.work(async (scope) => shapeTickets(scope, await findOpenTickets(scope)));
    return answerJson(reply, tickets.length > 0 ? tickets : texts.noTickets);
  });

  app.get("/tickets/:ticketid", { config, schema: { params: z.object({ ticketid }) } }, (request) =>
    request.work(async (scope) =>
      viewTicket(scope, (await accessTicket(scope, request.params.ticketid, "see")).id),
    ),
  );

  app.get(
    "/:offset/closed-tickets",
    { config, schema: { params: z.object({ offset }), querystring: z.object({ before: uuid.optional() }) } },
    (request) => {
      const from = { ...request.params, ...request.query };
      return request.work(async (scope) => shapeTickets(scope, await listClosed(scope, from)));
    },
  );

  app.get(
    "/search-ticket/:keyword/:state",
    {
      config: { ...config, weight: "search" },
      schema: { params: z.object({ keyword, state: ticketSearchState }) },
    },
    (request) => {
      const { keyword, state } = request.params;
      return request.work(async (scope) => shapeTickets(scope, await searchTickets(scope, keyword, state)));
    },
  );

  app.get(
    "/:ticketid/:created_on/ticketHandler",
    { config, schema: { params: z.object({ ticketid, created_on: createdOnHint }) } },
    async (request, reply) => {
      const ticket = await request.work((scope) => accessTicket(scope, request.params.ticketid, "see"));
      return answerJson(reply, ticket.handler_id);
    },
  );

  app.post("/acceptTicket", { config, schema: { body: acceptBody } }, (request) =>
    request.work((scope) => acceptTicket(scope, request.body.ticketid)),
  );

  app.post("/close-ticket", { config, schema: { body: closeBody } }, (request) =>
    request.work((scope) => closeTicket(scope, request.body.ticketid)),
  );

  app.post("/ticket/change-department", { config, schema: { body: changeDepartmentBody } }, (request) =>
    request.work((scope) => changeDepartment(context, scope, request.body)),
  );

  app.post("/ticket/reassign-user", { config, schema: { body: reassignUserBody } }, (request) =>
    request.work((scope) => reassignUser(context, scope, request.body)),
  );
}
