import type { MultipartFile } from "@fastify/multipart";
import {
  chatAnswer,
  chatQuery,
  message,
  retryMessage as retryBody,
  sendMessage as sendBody,
  sendFile as sendFileBody,
  sliceAnswer,
  sliceQuery,
} from "@parley/contract/messages";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { invalid } from "../http/errors.ts";
import { answerJson } from "../http/json.ts";
import { accessTicket } from "../tickets/access.ts";
import { viewChat, viewSlice } from "./chat.ts";
import type { LimitsOf } from "./outbound.ts";
import { retryMessage } from "./retry.ts";
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
  const limitsOf: LimitsOf = (platform) => context.adapters.of(platform).limits;

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

  app.post("/send-message", { config, schema: { body: sendBody, response: { 200: message } } }, (request) =>
    request.work((scope) => sendMessage(scope, limitsOf, request.body)),
  );

  app.post(
    "/send-file",
    { config, schema: { consumes: ["multipart/form-data"], response: { 201: message } } },
    async (request, reply) => {
      const { facts, file } = await readFields(request);
      const incoming = { stream: file.file, name: file.filename, declaredType: file.mimetype };
      return reply.status(201).send(await sendFile(context, request.actor, limitsOf, facts, incoming));
    },
  );

  app.post("/retry-message", { config, schema: { body: retryBody, response: { 200: message } } }, (request) =>
    request.work((scope) => retryMessage(scope, request.body)),
  );
}

/** The fields come before the file: who may send is known before a byte of it is taken. */
async function readFields(request: FastifyRequest) {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY, files: 1 } })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else return { facts: checkFields(fields), file: part satisfies MultipartFile };
  }
  throw invalid("file: is missing");
}

function checkFields(fields: Record<string, unknown>) {
  const parsed = sendFileBody.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}
