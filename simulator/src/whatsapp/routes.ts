import { randomBytes } from "node:crypto";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Network } from "../network.ts";
import { applyFault, dropped } from "./faults.ts";
import { acceptMessage } from "./messages.ts";
import * as numbers from "./numbers.ts";
import { officeApi } from "./office-routes.ts";
import { badParameter, badToken, GraphRefusal, unknownObject } from "./refusal.ts";
import { type PhoneNumber, stateOf, type Token } from "./state.ts";

const LARGEST_BODY = 110 * 2 ** 20;

type Ids = { Params: { id: string } };

/** The Graph API, limited to a desk's calls. */
export async function graphApi(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  await app.register(multipart, { limits: { fileSize: LARGEST_BODY } });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const refusal = error instanceof GraphRefusal ? error : badParameter(error.message);
    if (refusal.retryAfter) reply.header("retry-after", refusal.retryAfter);
    return reply.code(refusal.status).send(refusal.body());
  });

  const version = "/:version(^v\\d+\\.\\d+$)";
  const state = stateOf(network);
  officeApi(app, network, version);

  /** A call about a number, with the fault that waits for it. */
  const onNumber =
    (method: string, handle: (number: PhoneNumber, request: FastifyRequest<Ids>, token: Token) => unknown) =>
    async (request: FastifyRequest<Ids>, reply: FastifyReply) => {
      const token = tokenOf(network, request);
      const number = numberOf(network, token, request.params.id);
      const record = network.requests.begin({
        at: new Date(network.now()).toISOString(),
        bot: Number(number.id),
        token: `${token.token.slice(0, 5)}***`,
        method,
        verb: request.method,
        params: (request.body ?? request.query ?? {}) as Record<string, unknown>,
      });
      const fault = network.faults.consume(Number(number.id), method);
      if (await applyFault(fault, reply)) return reply;
      const answer = await handle(number, request, token);
      Object.assign(record, { status: 200, answer, fault: fault?.kind });
      return (await dropped(fault, reply)) ? reply : answer;
    };

  app.get<{ Querystring: { input_token?: string } }>(`${version}/debug_token`, (request) =>
    numbers.debugToken(network, bearerOf(request), request.query.input_token ?? ""),
  );
  app.get<Ids>(`${version}/:id/phone_numbers`, async (request) => {
    const token = tokenOf(network, request);
    checkWaba(token, request.params.id);
    return numbers.listNumbers(network, token, request.params.id, request.query as Record<string, string>);
  });
  app.route<Ids>({
    method: ["GET", "POST", "DELETE"],
    url: `${version}/:id/subscribed_apps`,
    handler: async (request) => {
      const token = tokenOf(network, request);
      checkWaba(token, request.params.id);
      return numbers.subscribedApps(network, token, request.params.id, request.method);
    },
  });
  app.post<Ids>(
    `${version}/:id/register`,
    onNumber("register", (number, { body }) => numbers.register(number, body as Record<string, unknown>)),
  );
  app.post<Ids>(
    `${version}/:id/messages`,
    onNumber("messages", (number, { body }) =>
      acceptMessage(network, number, body as Record<string, unknown>),
    ),
  );
  app.post<Ids>(
    `${version}/:id/media`,
    onNumber("media", (number, request) => upload(network, number, request)),
  );
  app.get<Ids>(`${version}/:id`, async (request, reply) => {
    const { id } = request.params;
    if (state.numbers.has(id))
      return onNumber("number", (number, { query }, token) =>
        numbers.viewNumber(network, number, token, (query as { fields?: string }).fields),
      )(request, reply);
    const token = tokenOf(network, request);
    return namedMedia(network, token, id, origin(request));
  });
  app.post<Ids>(
    `${version}/:id`,
    onNumber("settings", (number, { body }, token) =>
      numbers.changeNumber(number, token, (body ?? {}) as Record<string, unknown>),
    ),
  );

  app.get<Ids>("/whatsapp/media/:id", async (request, reply) => {
    const token = tokenOf(network, request);
    const media = state.media.get(request.params.id);
    if (!media || !token.wabas.has(state.numbers.get(media.numberId)?.wabaId ?? ""))
      return reply.code(404).send();
    const fault = network.faults.consume(Number(media.numberId), "download");
    if (await applyFault(fault, reply)) return reply;
    return reply.type(media.mime).send(media.bytes);
  });
}

const origin = (request: FastifyRequest) => `http://${request.headers.host}`;

export function bearerOf({ headers }: FastifyRequest): string {
  return /^(?:Bearer|OAuth) (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
}

export function tokenOf(network: Network, request: FastifyRequest): Token {
  const token = stateOf(network).tokens.get(bearerOf(request));
  if (!token) throw badToken();
  return token;
}

export function checkWaba(token: Token, wabaId: string): void {
  if (!token.wabas.has(wabaId)) throw unknownObject(wabaId);
}

function numberOf(network: Network, token: Token, id: string): PhoneNumber {
  const number = stateOf(network).numbers.get(id);
  if (!number || !token.wabas.has(number.wabaId)) throw unknownObject(id);
  return number;
}

async function upload(network: Network, number: PhoneNumber, request: FastifyRequest): Promise<object> {
  const fields: Record<string, string> = {};
  let file: { bytes: Buffer; name: string; mime: string } | undefined;
  for await (const part of request.parts()) {
    if (part.type === "field") fields[part.fieldname] = String(part.value);
    else file = { bytes: await part.toBuffer(), name: part.filename, mime: part.mimetype };
  }
  if (fields.messaging_product !== "whatsapp" || !file) throw badParameter("messaging_product and file");
  return { id: stateOf(network).keepMedia(number.id, { ...file, mime: fields.type ?? file.mime }).id };
}

function namedMedia(network: Network, token: Token, id: string, base: string): object {
  const { media, numbers: all } = stateOf(network);
  const kept = media.get(id);
  if (!kept || !token.wabas.has(all.get(kept.numberId)?.wabaId ?? "")) throw unknownObject(id);
  const fault = network.faults.consume(Number(kept.numberId), "media_url");
  if (fault?.kind === "error") throw new GraphRefusal(fault.code, fault.description);
  return {
    messaging_product: "whatsapp",
    id,
    url: `${base}/whatsapp/media/${id}?key=${randomBytes(6).toString("hex")}`,
    mime_type: kept.mime,
    sha256: "c2ltdWxhdGVk",
    file_size: kept.bytes.length,
  };
}
