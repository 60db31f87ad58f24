import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "./app.ts";

const ok = z.object({ status: z.literal("ok") });

/** `/healthz`: the process lives. `/readyz`: it can serve, which takes the database; 503 otherwise. */
export function healthRoutes(app: App, context: Context): void {
  const options = {
    config: { ability: "public", notACall: "operations" },
    schema: { response: { 200: ok } },
  } as const;
  app.get("/healthz", options, async () => ({ status: "ok" }) as const);
  app.get("/readyz", options, async () => {
    await sql`select 1`.execute(context.database);
    return { status: "ok" } as const;
  });
}
