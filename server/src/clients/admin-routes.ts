import { actionQuery } from "@parley/contract/actions";
import {
  afterQuery,
  clientList,
  clientProfile,
  clientRow,
  clientTickets,
  mergeClients as mergeBody,
  updateClient as updateBody,
} from "@parley/contract/client-profiles";
import { texts } from "@parley/contract/texts";
import { z } from "zod";
import { listActions } from "../actions/list.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { answerJson } from "../http/json.ts";
import { listTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient } from "./access.ts";
import { switchBlocked, updateClient } from "./change.ts";
import { listClients, listMoreClients, searchClients } from "./list.ts";
import { mergeClients, unmergeClients } from "./merge.ts";
import { actionsOf, viewClientProfile } from "./profile.ts";

const read = { access: "agent" } as const;
const change = { access: "admin" } as const;
const params = z.object({ id: z.string().max(36) });
const offset = z.coerce.number().int().min(0).max(1_000_000_000);
const term = z.string().trim().min(1).max(200);

export function clientAdminRoutes(app: App, _context: Context): void {
  app.get("/admin/get-all-clients", { config: read, schema: { response: { 200: clientList } } }, (request) =>
    request.work(listClients),
  );

  app.get(
    "/:offset/get-clients",
    { config: read, schema: { params: z.object({ offset }), querystring: afterQuery } },
    async (request, reply) => {
      const from = { ...request.params, ...request.query };
      const clients = await request.work((scope) => listMoreClients(scope, from));
      return answerJson(reply, clients.length > 0 ? clients : texts.tableEnd);
    },
  );

  app.get(
    "/:term/search-clients",
    {
      config: { ...read, weight: "search" },
      schema: { params: z.object({ term }), response: { 200: z.array(clientRow) } },
    },
    (request) => request.work((scope) => searchClients(scope, request.params.term)),
  );

  app.get(
    "/admin/:id/get-client",
    { config: read, schema: { params, response: { 200: clientProfile } } },
    (request) =>
      request.work(async (scope) => viewClientProfile(scope, await accessClient(scope, request.params.id))),
  );

  app.get(
    "/admin/:id/client-actions",
    { config: read, schema: { params, querystring: actionQuery } },
    (request) =>
      request.work(async (scope) => {
        const client = await accessClient(scope, request.params.id);
        return listActions(scope, actionsOf(scope, client), request.query);
      }),
  );

  app.get(
    "/admin/:id/client-tickets",
    { config: read, schema: { params, querystring: afterQuery, response: { 200: clientTickets } } },
    (request) =>
      request.work(async (scope) => {
        const client = await accessClient(scope, request.params.id);
        return listTicketsOfClient(scope, client.id, request.query.after);
      }),
  );

  app.post(
    "/admin/:id/block",
    { config: change, schema: { params, response: { 200: clientRow } } },
    (request) => request.work((scope) => switchBlocked(scope, request.params.id)),
  );

  app.put(
    "/auth/update-client",
    { config: change, schema: { body: updateBody, response: { 200: clientRow } } },
    (request) => request.work((scope) => updateClient(scope, request.body)),
  );

  app.post(
    "/admin/:id/merge-client",
    { config: change, schema: { params, body: mergeBody, response: { 200: clientRow } } },
    (request) =>
      request.work(async (scope) => {
        const kept = await accessClient(scope, request.params.id);
        return mergeClients(scope, kept.id, request.body.clientid);
      }),
  );

  app.post(
    "/admin/:id/unmerge-client",
    { config: change, schema: { params: z.object({ id: z.uuid() }), response: { 200: clientRow } } },
    (request) => request.work((scope) => unmergeClients(scope, request.params.id)),
  );
}
