import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { notFound } from "./errors.ts";

const folder = join(import.meta.dirname, "../../../console/dist");

/**
 * The built console. A GET that matches no call and accepts HTML gets its page, which knows its own routes and its own
 * 404; everything else that matches nothing is refused as JSON.
 */
export async function serveConsole(app: App, root: string = folder): Promise<void> {
  const built = existsSync(join(root, "index.html"));
  if (built) {
    await app.register(staticFiles, {
      root,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders(response, path) {
        // Everything below assets/ carries a hash of its content in its name.
        const forever = path.includes(`${join(root, "assets")}`);
        response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    app.get("/", { config: { access: "public" }, schema: { hide: true } }, (_request, reply) => page(reply));
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
    if (!wantsPage) return reply.status(404).send(notFound().answer());
    if (built) return page(reply);
    return reply
      .status(503)
      .type("text/plain")
      .send("The console has not been built. Run `npm start`, which builds it, or `npm run dev`.");
  });

  function page(reply: FastifyReply) {
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  }
}
