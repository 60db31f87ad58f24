/** Serves the reference of the calls: as OpenAPI, and as a page. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sourceFolder } from "../source-folder.ts";
import type { App } from "./app.ts";
import type { Reference } from "./openapi.ts";

const own = join(sourceFolder, "http/reference");
const swaggerUi = join(dirname(fileURLToPath(import.meta.resolve("@fastify/swagger-ui"))), "static");

/**
 * The library's files by folder. The policy for pages applies: nothing is loaded from elsewhere, nothing runs inline.
 */
const files = {
  "page.js": own,
  "page.css": own,
  "swagger-ui.css": swaggerUi,
  "swagger-ui-bundle.js": swaggerUi,
} as const;
const params = z.object({ file: z.enum(Object.keys(files) as (keyof typeof files)[]) });

export function referenceRoutes(app: App): void {
  const config = { ability: "readApiReference", notACall: "page" } as const;
  let reference: Reference | undefined;

  app.get("/openapi.json", { config }, async () => {
    reference ??= (await import("./openapi.ts")).describeCalls();
    return reference;
  });

  app.get("/api/docs", { config }, (_request, reply) => reply.sendFile("index.html", own));

  app.get("/api/docs/:file", { config, schema: { params } }, (request, reply) => {
    reply.header("cache-control", "private, no-cache");
    return reply.sendFile(request.params.file, files[request.params.file]);
  });
}
