import {
  chatAnswer,
  chatQuery,
  message,
  retryMessage as retryBody,
  searchAnswer,
  searchQuery,
  sendMessage as sendBody,
  sendFile as sendFileBody,
  sendLimits,
  sliceAnswer,
  sliceQuery,
} from "@parley/contract/messages";
import { z } from "zod";
import { declarationOf } from "../channels/registry.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { readForm } from "../http/form.ts";
import { answerJson } from "../http/json.ts";
import { uploadLimit } from "../settings/company.ts";
import { accessTicket } from "../tickets/access.ts";
import { viewChat, viewSlice } from "./chat.ts";
import { viewLimits } from "./limits.ts";
import { retryMessage } from "./retry.ts";
import { searchMessages } from "./search.ts";
import { sendMessage } from "./send.ts";
import { sendFile } from "./send-file.ts";

const config = { access: "agent" } as const;
/** More than anyone scrolls back in one go; older slices come one by one. */
const mostSlices = 200;
const chatParams = z.object({
  ticketid: z.string().max(36),
  index: z.coerce.number().int().min(1).max(mostSlices),
});

export function messageRoutes(app: App, context: Context): void {
  app.get(
    "/:ticketid/:index/chat",
    { config, schema: { params: chatParams, querystring: chatQuery, response: { 200: chatAnswer } } },
    (request) =>
      request.work(async (scope) => {
        const { ticketid, index } = request.params;
        const ticket = await accessTicket(scope, ticketid, "see");
        return viewChat(scope, ticket, index, request.query.tz);
      }),
  );

  app.get(
    "/get-chat-slice",
    { config, schema: { querystring: sliceQuery, response: { 200: sliceAnswer } } },
    async (request, reply) => {
      const slice = await request.work(async (scope) => {
        const ticket = await accessTicket(scope, request.query.ticketid, "see");
        return viewSlice(scope, ticket, request.query);
      });
      return answerJson(reply, slice);
    },
  );

  app.get(
    "/search-message",
    {
      config: { ...config, weight: "search" },
      schema: { querystring: searchQuery, response: { 200: searchAnswer } },
    },
    (request) =>
      request.work(async (scope) => {
        const ticket = await accessTicket(scope, request.query.ticketid, "see");
        return searchMessages(scope, ticket, request.query.keyword);
      }),
  );

  app.post("/send-message", { config, schema: { body: sendBody, response: { 200: message } } }, (request) =>
    request.work((scope) => sendMessage(scope, declarationOf, request.body)),
  );

  app.post(
    "/send-file",
    {
      config: { ...config, weight: "upload" },
      schema: { consumes: ["multipart/form-data"], response: { 201: message } },
    },
    async (request, reply) => {
      const { fields, file } = await readForm(request, reply, sendFileBody);
      return reply.status(201).send(await sendFile(context, request.caller, declarationOf, fields, file));
    },
  );

  app.get(
    "/:ticketid/send-limits",
    { config, schema: { params: z.object({ ticketid: z.string().max(36) }), response: { 200: sendLimits } } },
    (request) =>
      request.work(async (scope) => {
        const ticket = await accessTicket(scope, request.params.ticketid, "see");
        return viewLimits(declarationOf(ticket.platform), await uploadLimit(scope, context.config));
      }),
  );

  app.post("/retry-message", { config, schema: { body: retryBody, response: { 200: message } } }, (request) =>
    request.work((scope) => retryMessage(scope, request.body)),
  );
}
