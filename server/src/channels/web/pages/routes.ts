import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Context } from "../../../floor/context.ts";
import { notFound, Refusal } from "../../../floor/errors/errors.ts";
import type { App } from "../../../http/app.ts";
import { takesGzip } from "../../../http/json.ts";
import { browserLanguage } from "../../../http/language.ts";
import { findWidget } from "../visitor/channel.ts";
import { viewLook } from "../widget/look.ts";
import { settingsOf } from "../widget/settings.ts";
import { assetTypes, framePolicy, isAsset, noPage, ownPage, pagePolicy, readBuilt } from "./content.ts";

const file = { ability: "public", notACall: "file" } as const;
const page = { ability: "public", notACall: "page" } as const;
const byKey = z.object({ key: z.string().max(40) });

/** The routes that other sites load. Any page may use these answers; the frame says which pages may show it. */
export function chatPageRoutes(app: App, context: Context): void {
  app.get("/chat.js", { config: file }, async (request, reply) => {
    open(reply, "public, max-age=300");
    return send(reply, "chat.js", request.headers["if-none-match"]);
  });

  app.get(
    "/chat/assets/:name",
    { config: file, schema: { params: z.object({ name: z.string().max(200) }) } },
    async (request, reply) => {
      const { name } = request.params;
      if (!isAsset(name)) throw notFound();
      // Names carry a hash of the content.
      open(reply, "public, max-age=31536000, immutable");
      return send(reply, `assets/${name}`, request.headers["if-none-match"]);
    },
  );

  app.get("/chat/look/:key", { config: file, schema: { params: byKey } }, async (request, reply) => {
    const row = await findWidget(context, request.params.key);
    open(reply, "public, max-age=60").header("access-control-allow-origin", "*");
    return viewLook(row);
  });

  app.get("/chat/frame/:key", { config: page, schema: { params: byKey } }, async (request, reply) => {
    const row = await widgetOf(request.params.key);
    if (!row) return reply.status(404).type("text/html; charset=utf-8").send(noPage);
    open(reply, "no-cache")
      .removeHeader("x-frame-options")
      .header("content-security-policy", framePolicy(context.config, settingsOf(row)));
    return send(reply, "frame.html", request.headers["if-none-match"]);
  });

  app.get("/chat/:key", { config: page, schema: { params: byKey } }, async (request, reply) => {
    const row = await widgetOf(request.params.key);
    reply.type("text/html; charset=utf-8");
    if (!row) return reply.status(404).send(noPage);
    const { language } = settingsOf(row);
    return reply
      .header("content-security-policy", pagePolicy)
      .header("cache-control", "no-cache")
      .send(ownPage(row.external_id, row.name, language ?? browserLanguage(request)));
  });

  async function widgetOf(key: string) {
    try {
      return await findWidget(context, key);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }
}

const open = (reply: FastifyReply, cached: string) =>
  reply.headers({ "cross-origin-resource-policy": "cross-origin", "cache-control": cached });

/** Sends the compressed copy that the build left beside the file where the browser accepts it. */
function send(reply: FastifyReply, name: string, known: string | undefined) {
  const compressed = takesGzip(reply) ? readBuilt(`${name}.gz`) : null;
  const served = compressed ?? readBuilt(name);
  if (!served && !name.startsWith("assets/"))
    return reply
      .status(503)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send("The web chat is not built. Run: npm run build\n");
  if (!served) throw notFound();
  reply.header("etag", served.etag);
  if (known === served.etag) return reply.status(304).send();
  const extension = name.split(".").at(-1) ?? "";
  if (compressed) reply.header("content-encoding", "gzip");
  return reply
    .type(extension === "html" ? "text/html; charset=utf-8" : (assetTypes[extension] ?? ""))
    .send(served.content);
}
