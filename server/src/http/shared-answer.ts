/** Answers that several calls share, such as the list of colleagues: each is written, compressed and tagged once. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type JsonBody, jsonBody, sendBody } from "./json.ts";

type SharedBody = JsonBody & { etag: string };

/** The body of an answer, made by its first call. Calls share an answer when they were given the same object. */
export function createSharedBodies() {
  const bodies = new WeakMap<object, SharedBody>();
  return (answer: object, declared: (answer: object) => unknown): SharedBody => {
    const body = bodies.get(answer) ?? tagged(jsonBody(declared(answer)));
    bodies.set(answer, body);
    return body;
  };
}

/** The tag is weak: it is the same for the plain and the compressed body. */
const tagged = (body: JsonBody): SharedBody => ({
  ...body,
  etag: `W/"${hash("sha256", body.text, "base64url")}"`,
});

/** A client that has the same answer already gets a 304 without a body. */
export async function sendShared(reply: FastifyReply, body: SharedBody): Promise<FastifyReply> {
  reply.header("etag", body.etag);
  if (names(reply.request.headers["if-none-match"], body.etag)) return reply.status(304).send();
  return sendBody(reply, body);
}

const names = (header: string | undefined, etag: string): boolean =>
  header === "*" || (header?.split(",").some((one) => opaque(one.trim()) === opaque(etag)) ?? false);

/** Tags are compared without regard to their strength (RFC 9110, section 13.1.2). */
const opaque = (etag: string) => etag.replace(/^W\//, "");
