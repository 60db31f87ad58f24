import { clientNumber, updateClientNumber as numberBody } from "@parley/contract/clients";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { updateClientNumber } from "./number.ts";

export function clientRoutes(app: App, _context: Context): void {
  app.post(
    "/auth/update-client-number",
    { config: { access: "agent" }, schema: { body: numberBody, response: { 200: clientNumber } } },
    (request) => request.work((scope) => updateClientNumber(scope, request.body)),
  );
}
