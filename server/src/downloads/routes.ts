import { calls } from "@parley/contract/calls/table";
import type { FastifyReply } from "fastify";
import type { Context } from "../context.ts";
import { etagOf, fileHeaders } from "../files/headers.ts";
import { parseRange } from "../files/range.ts";
import type { App } from "../http/app.ts";
import { route } from "../http/calls.ts";
import { accessFile } from "./access.ts";

export function fileRoutes(app: App, { files }: Context): void {
  route(app, calls.getFile, async (request, reply) => {
    const { fileid: fileId, variant } = request.params;
    const { file, key } = await request.work((scope) =>
      accessFile(scope, { fileId, variant, ...request.query }),
    );
    reply.headers(fileHeaders(file, variant));
    const etag = etagOf(file, variant);
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    if (variant === "thumbnail" || file.size === null) return reply.send(await files.read(key));

    const asked = request.headers["if-range"] ?? etag;
    const range = asked === etag ? parseRange(request.headers.range, file.size) : null;
    reply.header("accept-ranges", "bytes");
    if (range === "outside") return unsatisfiable(reply, file.size);
    if (!range) return reply.header("content-length", file.size).send(await files.read(key));
    return reply
      .status(206)
      .header("content-range", `bytes ${range.start}-${range.end}/${file.size}`)
      .header("content-length", range.end - range.start + 1)
      .send(await files.read(key, range));
  });
}

function unsatisfiable(reply: FastifyReply, size: number) {
  return reply
    .status(416)
    .header("content-range", `bytes */${size}`)
    .header("content-type", "text/plain")
    .send();
}
