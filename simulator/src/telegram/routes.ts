import { setTimeout as wait } from "node:timers/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { breakConnection } from "../break-connection.ts";
import type { Fault } from "../faults.ts";
import type { Bot, Network } from "../network.ts";
import { maskToken, type RecordedRequest } from "../requests.ts";
import { applyFault, type FaultEffect } from "./apply-fault.ts";
import { LARGEST_DOWNLOAD } from "./ask.ts";
import { Described } from "./call.ts";
import { findMethod } from "./methods.ts";
import { Parameters } from "./parameters.ts";
import { badRequest, ordered, Refusal } from "./refusal.ts";

/** Bytes for the 50 MB a bot may upload, and the form around it. */
const LARGEST_BODY = 52 * 1024 * 1024;

declare module "fastify" {
  interface FastifyRequest {
    record?: RecordedRequest;
    visit?: { bot: Bot; fault: Fault | undefined };
  }
}

type Address = { Params: { token: string; method: string; "*": string } };

export async function botApi(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  await app.register(multipart, { limits: { fileSize: LARGEST_BODY, fieldSize: 1024 * 1024, fields: 200 } });
  // Telegram ignores a body of an unknown type.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, null));
  app.decorateRequest("record", undefined);
  app.decorateRequest("visit", undefined);

  app.addHook("onResponse", async ({ record }) => {
    if (record) network.live.publish({ type: "answered", bot: record.bot, method: record.method });
  });

  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const refusal = error instanceof Refusal ? error : ordered(error.statusCode ?? 500);
    return answer(request, reply, refusal.code, refuse(refusal));
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, 404, refuse(ordered(404))));

  app.route<Address>({
    method: ["GET", "POST"],
    url: "/bot:token/:method",
    bodyLimit: LARGEST_BODY,
    onRequest: async (request, reply) => receive(network, request, reply, request.params.method),
    handler: (request, reply) => call(network, request, reply),
  });

  app.get<Address>("/file/bot:token/*", {
    onRequest: async (request, reply) => receive(network, request, reply, "file"),
    handler: (request, reply) => download(network, request, reply),
  });
}

/** Finds the bot by its token and records the request before any of its body is read. */
function receive(
  network: Network,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
  named: string,
): void {
  const { token } = request.params;
  const method = findMethod(named)?.name ?? named;
  const bot = network.bots.get(token);
  const fault = bot && network.faults.consume(bot.user.id, method);
  request.record = network.requests.begin({
    at: new Date(network.now()).toISOString(),
    bot: Number.parseInt(token, 10) || 0,
    token: maskToken(token),
    method,
    verb: request.method,
    params: named === "file" ? { file_path: request.params["*"] } : {},
    fault: fault?.kind,
  });
  if (!isWellFormed(token)) throw new Refusal(404, "Not Found");
  if (!bot) throw new Refusal(401, "Unauthorized");
  request.visit = { bot, fault };
  network.live.publish({ type: "request", bot: bot.user.id, method });
  if (fault?.kind === "reset") breakConnection(reply);
}

async function call(
  network: Network,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = visitOf(request);
  const params = await readParameters(request);
  if (request.record) request.record.params = params.recorded();
  const suffering = await applyFault(visit.fault, reply);
  if (suffering.lost) return reply;
  const found = findMethod(request.params.method);
  if (!found) throw new Refusal(404, "Not Found: method not found");
  const made = await found.method({ network, bot: visit.bot, params });
  const body =
    made instanceof Described
      ? { ok: true, result: made.result, description: made.description }
      : { ok: true, result: made };
  if (suffering.answerAfter) await wait(suffering.answerAfter);
  return finish(request, reply, suffering, body);
}

async function download(network: Network, request: FastifyRequest<Address>, reply: FastifyReply) {
  const suffering = await applyFault(visitOf(request).fault, reply);
  if (suffering.lost) return reply;
  const file = network.files.byPath(request.params["*"]);
  if (!file || file.size > LARGEST_DOWNLOAD) throw new Refusal(404, "Not Found");
  if (suffering.afterwards) return finish(request, reply, suffering, {});
  if (request.record) request.record.status = 200;
  return reply.type("application/octet-stream").send(file.bytes);
}

function finish(request: FastifyRequest, reply: FastifyReply, { afterwards }: FaultEffect, body: object) {
  if (!afterwards) return answer(request, reply, 200, body);
  if (request.record) request.record.answer = body;
  return afterwards(reply);
}

function answer(request: FastifyRequest, reply: FastifyReply, status: number, body: object): FastifyReply {
  if (request.record) Object.assign(request.record, { status, answer: body });
  return reply.code(status).type("application/json").send(JSON.stringify(body));
}

function refuse({ code, message, parameters }: Refusal) {
  return { ok: false, error_code: code, description: message, parameters };
}

async function readParameters(request: FastifyRequest<Address>): Promise<Parameters> {
  const params = new Parameters();
  params.setAll(request.query);
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === "field") params.set(part.fieldname, part.value);
      else
        params.attach(part.fieldname, {
          bytes: await part.toBuffer(),
          name: part.filename,
          mime: part.mimetype,
        });
    }
  } else params.setAll(Buffer.isBuffer(request.body) ? parseBody(request.body) : request.body);
  return params;
}

function parseBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest("can't parse JSON object");
    throw error;
  }
}

function visitOf(request: FastifyRequest) {
  if (!request.visit) throw new Error("The request was handled before it was received");
  return request.visit;
}

/** Telegram's own rule: a positive number, a colon, a secret; 80 characters at most. */
const isWellFormed = (token: string): boolean => token.length <= 80 && /^[1-9]\d*:[^/\s]+$/.test(token);
