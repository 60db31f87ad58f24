/** Serves the console's files as Vite built them, and its page for every address that is neither a call nor a file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyReply } from "fastify";
import { notFound } from "../floor/errors/errors.ts";
import { sourceFolder } from "../source-folder.ts";
import type { App } from "./app.ts";

const builtConsole = join(sourceFolder, "../../console/dist");

const builtGuide = "/user-guide.pdf";

/** Dots only within names and nothing encoded, so the path cannot leave the folder. */
const isFile = /^(\/[\w-][\w.-]*)+\.\w+$/;

/** Answers every address without a route: the console shows that the page does not exist. */
export async function consoleRoutes(
  app: App,
  { userGuideUrl, root = builtConsole }: { userGuideUrl: string; root?: string },
): Promise<void> {
  // The build leaves a compressed copy beside each file of text.
  await app.register(staticFiles, { root, serve: false, cacheControl: false, preCompressed: true });
  app.get("/", { config: { ability: "public", notACall: "page" } }, (_request, reply) => sendPage(reply));
  // The link is in every page's footer.
  if (userGuideUrl !== builtGuide) {
    const config = { ability: "public", notACall: "page" } as const;
    app.get(builtGuide, { config }, (_request, reply) => reply.redirect(userGuideUrl));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    if (request.method !== "GET" && request.method !== "HEAD") throw notFound();
    if (isFile.test(path) && existsSync(join(root, path))) return sendFile(reply, path);
    if (path.startsWith("/assets/") || !request.headers.accept?.includes("text/html")) throw notFound();
    return sendPage(reply);
  });

  function sendFile(reply: FastifyReply, path: string) {
    // Names in assets/ carry a hash of their content, so they never change.
    const forever = path.startsWith("/assets/");
    reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    return reply.sendFile(path.slice(1));
  }

  function sendPage(reply: FastifyReply) {
    if (existsSync(join(root, "index.html"))) return sendFile(reply, "/index.html");
    reply.status(503).type("text/plain; charset=utf-8");
    return reply.send("The console is not built. Run: npm run build\n");
  }
}
