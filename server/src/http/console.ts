/** The console's files as Vite built them, and its page for every address that is no call. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { App } from "./app.ts";
import { notFound } from "./errors.ts";

const builtConsole = join(import.meta.dirname, "../../../console/dist");

export async function consoleRoutes(app: App, root: string = builtConsole): Promise<void> {
  await app.register(staticFiles, { root, serve: false, cacheControl: false });
  const file = z.object({ "*": z.string() });

  // Their names carry a hash of their content, so they never change.
  app.get(
    "/assets/*",
    { config: { access: "public" }, schema: { hide: true, params: file } },
    (request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .sendFile(`assets/${request.params["*"]}`),
  );
  app.get("/", { config: { access: "public" }, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, root),
  );

  app.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") throw notFound();
    const path = request.url.split("?")[0] ?? "/";
    if (isFile.test(path) && existsSync(join(root, path))) {
      return reply.header("cache-control", "no-cache").sendFile(path.slice(1));
    }
    if (!request.headers.accept?.includes("text/html")) throw notFound();
    return sendPage(reply, root);
  });
}

/** What a built file's address looks like: no dots but within names, so it cannot climb. */
const isFile = /^(\/[\w-][\w.-]*)+\.\w+$/;

function sendPage(reply: FastifyReply, root: string) {
  if (!existsSync(join(root, "index.html"))) {
    return reply
      .status(503)
      .type("text/plain; charset=utf-8")
      .send("The console is not built. Run: npm run build\n");
  }
  return reply.header("cache-control", "no-cache").sendFile("index.html");
}
