import { sql } from "kysely";
import { z } from "zod";
import { version } from "../floor/config/version.ts";
import type { Context } from "../floor/context.ts";
import { checkRoom } from "../floor/database/disk-full.ts";
import type { App } from "./app.ts";

const ok = z.object({ status: z.literal("ok"), version: z.string().optional() });

/**
 * `/healthz`: the process lives, and its version. `/readyz`: it can serve, which needs the database and room on its
 * disk; 503 otherwise.
 */
export function healthRoutes(app: App, context: Context): void {
  const options = {
    config: { ability: "public", notACall: "operations" },
    schema: { response: { 200: ok } },
  } as const;
  app.get("/healthz", options, async () => ({ status: "ok", version }) as const);
  app.get("/readyz", options, async () => {
    await sql`select 1`.execute(context.database);
    await checkRoom(context);
    return { status: "ok" } as const;
  });
}
