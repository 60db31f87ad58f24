import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { invalid, textReason } from "../errors.ts";

const compress = promisify(gzip);
/** Characters from which compressing is worth its time: 5 000 open tickets are 4.3 MB, and 0.4 MB compressed. */
const large = 32_768;

/** Bare texts and null too: Fastify would send the one as text/plain and the other as nothing. */
export async function sendJson(reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  const text = JSON.stringify(value);
  reply.type("application/json; charset=utf-8");
  if (text.length < large || !/\bgzip\b/.test(reply.request.headers["accept-encoding"] ?? ""))
    return reply.send(text);
  // The fastest level: it runs beside the others' calls and saves nine tenths already.
  const body = await compress(text, { level: 1 });
  const vary = [reply.getHeader("vary"), "accept-encoding"].filter(Boolean).join(", ");
  return reply.header("content-encoding", "gzip").header("vary", vary).send(body);
}

/** A webhook's bytes as JSON, by a parser of its own where plain JSON would lose something. Throws 400 otherwise. */
export function parseJson(body: Buffer, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(body.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(textReason("The body is not JSON."));
    throw error;
  }
}
