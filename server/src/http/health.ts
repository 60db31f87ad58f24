import type pg from "pg";
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
    await checkAnswer(context.pool);
    await checkRoom(context);
    return { status: "ok" } as const;
  });
}

/**
 * Throws when PostgreSQL does not answer within 3 s, or a connection takes longer than 5: a pooler holds a statement
 * for as long as PostgreSQL is away, and the caller needs an answer before that. The connection is closed then.
 */
export async function checkAnswer(pool: pg.Pool): Promise<void> {
  const question: pg.QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: 3_000 };
  await pool.query(question);
}
