import type { Readable } from "node:stream";
import { calls } from "@parley/contract/calls/table";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { etagOf, fileHeaders } from "../../files/headers.ts";
import type { Variant } from "../../files/links.ts";
import { parseRange } from "../../files/range.ts";
import type { ByteRange } from "../../files/storage/store.ts";
import type { FileRow } from "../../files/view.ts";
import { readAsWave } from "../../files/wave.ts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCalls } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { accessFile, accessPublicFile, accessTicketFile } from "./access.ts";

/** The limit holds per network: a provider fetches the files of many clients. */
const publicFetches = { what: "public file", most: 600, perMilliseconds: 60_000 };
const publicPath = z.object({ token: z.string().max(200), name: z.string().max(200) });

export function fileRoutes(app: App, context: Context): void {
  route(app, calls.getFile, async (request, reply) => {
    const { fileid: fileId, variant } = request.params;
    const { as, ...link } = request.query;
    const found = await request.work((scope) => accessFile(scope, { fileId, variant, ...link }));
    if (as === "wave") return sendWave(context, request, reply, found);
    return sendStored(context, request, reply, { ...found, variant });
  });

  route(app, calls.v1GetFile, async (request, reply) => {
    const found = await request.work((scope) => accessTicketFile(scope, request.params.id));
    return sendStored(context, request, reply, { ...found, variant: "original" });
  });

  app.get(
    "/m/:token/:name",
    { config: { ability: "public", notACall: "file" }, schema: { params: publicPath } },
    async (request, reply) => {
      const found = await accessPublicFile(context, request.params.token, () =>
        limitCalls(context, request, reply, publicFetches),
      );
      reply.header("cross-origin-resource-policy", "cross-origin");
      return sendStored(context, request, reply, found);
    },
  );
}

type Found = { file: FileRow; key: string; variant: Variant };

/** Sends a stored file: whole, a range of it, or 304 when the browser has it already. */
export async function sendStored(
  { files }: Pick<Context, "files">,
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  { file, key, variant }: Found,
) {
  reply.headers(fileHeaders(file, variant));
  const etag = etagOf(file, variant);
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  if (variant === "thumbnail" || file.size === null) return reply.send(await files.read(key));

  const read = (range?: ByteRange) => files.read(key, range);
  return sendRange(request, reply, { etag, size: file.size, read });
}

async function sendWave(
  context: Context,
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  found: Pick<Found, "file" | "key">,
) {
  const wave = await readAsWave(context, found);
  const name = found.file.name.replace(/\.\w+$/, "");
  const asWave = { ...found.file, media_type: "audio/wav", name: `${name}.wav` };
  const etag = etagOf(found.file, "wave");
  reply.headers({ ...fileHeaders(asWave, "original"), etag });
  const read = async (range?: ByteRange) => (range ? wave.subarray(range.start, range.end + 1) : wave);
  return sendRange(request, reply, { etag, size: wave.length, read });
}

type Ranged = { etag: string; size: number; read: (range?: ByteRange) => Promise<Readable | Buffer> };

/** Sends the whole file, or the range that a player asks for. */
async function sendRange(
  { headers }: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  { etag, size, read }: Ranged,
) {
  const asked = headers["if-range"] ?? etag;
  const range = asked === etag ? parseRange(headers.range, size) : null;
  reply.header("accept-ranges", "bytes");
  if (range === "outside") return unsatisfiable(reply, size);
  if (!range) return reply.header("content-length", size).send(await read());
  return reply
    .status(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
    .header("content-length", range.end - range.start + 1)
    .send(await read(range));
}

function unsatisfiable(reply: FastifyReply, size: number) {
  return reply
    .status(416)
    .header("content-range", `bytes */${size}`)
    .header("content-type", "text/plain")
    .send();
}
