import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { breakConnection } from "../break-connection.ts";
import type { Fault } from "../faults.ts";
import type { Network } from "../network.ts";
import type { RecordedRequest } from "../requests.ts";
import { findChat, type ViberAccount, viberOf } from "./accounts.ts";
import { methods } from "./methods.ts";
import { Status } from "./status.ts";
import { writeJson } from "./tokens.ts";

const MASKED = "***";
/** Fault codes from here on are HTTP statuses, as from a server in front of the API; those below are the API's own. */
const HTTP_ERRORS = 400;

/** The bot API: every call is answered with HTTP 200, and an error only by its `status`. */
export async function viberApi(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post<{ Params: { method: string } }>("/pa/:method", async (request, reply) => {
    const { method } = request.params;
    const run = methods[method];
    if (!run) return reply.code(404).send();
    const token = request.headers["x-viber-auth-token"];
    const account = viberOf(network).byToken.get(String(token));
    const body = parse(request.body);
    const fault = account && network.faults.consume(account.id, method);
    const record = begin(network, account, method, body ?? {}, fault);
    if (fault?.kind === "reset") return breakConnection(reply);
    if (fault?.kind === "hang") return reply.hijack();
    if (fault?.kind === "latency") await wait(fault.ms);
    if (fault?.kind === "error" && fault.code >= HTTP_ERRORS) return refuse(reply, record, fault);
    const answered = await answer();
    Object.assign(record, { status: 200, answer: answered });
    const { bot } = record;
    reply.raw.once("close", () => network.live.publish({ type: "answered", bot, method }));
    if (fault?.kind === "acceptThenWait") await wait(fault.ms);
    return finish(reply, fault, writeJson(answered));

    async function answer(): Promise<object> {
      try {
        if (!token) throw new Status(2, "missing_auth_token");
        if (!account) throw new Status(2);
        if (!body) throw new Status(3);
        if (fault?.kind === "error") throw new Status(fault.code, fault.description);
        account.origin = originOf(request);
        return { status: 0, status_message: "ok", ...(await run?.({ network, account, body })) };
      } catch (error) {
        if (!(error instanceof Status)) throw error;
        return { status: error.status, status_message: error.message, chat_hostname: "SN-101_" };
      }
    }
  });
}

function begin(
  network: Network,
  account: ViberAccount | undefined,
  method: string,
  body: Record<string, unknown>,
  fault: Fault | undefined,
): RecordedRequest {
  const person = account && findChat(account, body.receiver)?.person.user.id;
  const bot = account?.id ?? 0;
  network.live.publish({ type: "request", bot, method });
  return network.requests.begin({
    at: new Date(network.now()).toISOString(),
    bot,
    token: MASKED,
    method,
    verb: "POST",
    params: { ...body, ...(person && { chat_id: person }) },
    fault: fault?.kind,
  });
}

function refuse(
  reply: FastifyReply,
  record: RecordedRequest,
  fault: Fault & { kind: "error" },
): FastifyReply {
  record.status = fault.code;
  if (fault.retryAfter) reply.header("retry-after", fault.retryAfter);
  return reply.code(fault.code).send();
}

const originOf = ({ headers }: FastifyRequest) => `http://${headers.host}`;

function finish(reply: FastifyReply, fault: Fault | undefined, text: string): FastifyReply {
  if (fault?.kind === "acceptThenHang") return reply.hijack();
  if (fault?.kind === "acceptThenDrop") return breakConnection(reply);
  const body = fault?.kind === "badJson" ? '{"status":0,"message_token":' : text;
  return reply.code(200).type("application/json").send(body);
}

function parse(body: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString() : "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
