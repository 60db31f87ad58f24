import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { breakConnection } from "../break-connection.ts";
import type { Network } from "../network.ts";
import { acceptMessage, type Delivery } from "./accept.ts";
import { type GatewayAccount, gatewaysOf } from "./accounts.ts";

type Headers = Record<string, string | string[] | undefined>;

/** The address that the desk calls: each request is signed, and one that comes again is accepted once. */
export async function gatewayRoutes(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post<{ Params: { id: string } }>("/gateway/:id", async ({ params, headers, body }, reply) => {
    const account = gatewaysOf(network).accounts.get(Number(params.id));
    if (!account) return reply.code(404).send({ error: "There is no such gateway" });
    const text = Buffer.isBuffer(body) ? body.toString() : "";
    const said = JSON.parse(text || "{}") as Delivery;
    const method = said.type ?? "";
    const fault = network.faults.consume(account.id, method);
    const person = [...account.chats.values()].find(({ number }) => number === said.to)?.person.user.id;
    const record = network.requests.begin({
      ...{ at: new Date(network.now()).toISOString(), bot: account.id, token: "***", method, verb: "POST" },
      params: { ...(said as unknown as Record<string, unknown>), ...(person && { chat_id: person }) },
      fault: fault?.kind,
    });
    network.live.publish({ type: "request", bot: account.id, method });
    if (fault?.kind === "reset") return breakConnection(reply);
    if (fault?.kind === "hang") return reply.hijack();
    if (fault?.kind === "latency") await wait(fault.ms);
    const { status, error } =
      fault?.kind === "error"
        ? { status: fault.code, error: fault.description }
        : await accept(account, said, text);
    record.status = status;
    reply.raw.once("close", () => network.live.publish({ type: "answered", bot: account.id, method }));
    if (fault?.kind === "acceptThenWait") await wait(fault.ms);
    if (fault?.kind === "acceptThenHang") return reply.hijack();
    if (fault?.kind === "acceptThenDrop") return breakConnection(reply);
    return reply.code(status).send(error ? { error } : {});

    async function accept(of: GatewayAccount, delivery: Delivery, raw: string) {
      if (!isSigned(of.secret, headers, raw)) return { status: 401, error: "The signature is wrong" };
      of.desk = delivery.channel.url;
      const id = String(headers["webhook-id"]);
      if (delivery.type !== "channel_message" || of.accepted.has(id)) return { status: 200, error: null };
      const refused = await acceptMessage(network, of, delivery);
      if (refused) return { status: 422, error: refused };
      of.accepted.add(id);
      return { status: 200, error: null };
    }
  });
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body. */
function isSigned(secret: string, headers: Headers, body: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = Buffer.from(createHmac("sha256", key).update(signed).digest("base64"));
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .map((one) => Buffer.from(one.replace(/^v1,/, "")))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
