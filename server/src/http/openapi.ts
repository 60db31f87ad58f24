import swagger from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { App } from "./app.ts";

/** Describes every route registered after it, from the schemas they are checked with; for administrators. */
export async function describeCalls(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "Parley", version: "1.0.0" } },
    transform: jsonSchemaTransform,
  });
  app.get("/openapi.json", { config: { access: "admin" }, schema: { hide: true } }, () => app.swagger());
}
