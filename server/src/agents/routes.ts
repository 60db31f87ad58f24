import { colleague } from "@parley/contract/agents";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { listColleagues } from "./queries.ts";

export function agentRoutes(app: App, _context: Context): void {
  app.get(
    "/auth/agents",
    { config: { access: "agent" }, schema: { response: { 200: z.array(colleague) } } },
    (request) => request.work(listColleagues),
  );
}
