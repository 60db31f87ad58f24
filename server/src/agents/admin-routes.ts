import { actionQuery } from "@parley/contract/actions";
import {
  agentList,
  agentRow,
  agentSwitch,
  updateAccount as updateAccountBody,
} from "@parley/contract/agents";
import { resetSent } from "@parley/contract/invitations";
import { limits } from "@parley/contract/limits";
import { z } from "zod";
import { listActions } from "../actions/list.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { limitCompany } from "../http/call-limit.ts";
import { accessAgent } from "./access.ts";
import { viewAgentProfile } from "./profile.ts";
import { listAgents } from "./rows.ts";
import { sendReset } from "./send-reset.ts";
import { switchAdmin, switchDisabled } from "./switches.ts";
import { updateAccount } from "./update-account.ts";

const config = { access: "admin" } as const;
const resetsPerDay = { what: "resets", most: limits.resetsPerDay, perMilliseconds: 24 * 3_600_000 };
const params = z.object({ id: z.string().max(36) });

export function agentAdminRoutes(app: App, context: Context): void {
  app.get("/admin/get-all-agents", { config, schema: { response: { 200: agentList } } }, (request) =>
    request.work(listAgents),
  );

  app.get("/admin/:id/get-user", { config, schema: { params } }, (request) =>
    request.work(async (scope) => viewAgentProfile(scope, await accessAgent(scope, request.params.id))),
  );

  app.get("/admin/:id/user-actions", { config, schema: { params, querystring: actionQuery } }, (request) =>
    request.work(async (scope) => {
      const { id: agentId } = await accessAgent(scope, request.params.id);
      return listActions(scope, { agentId }, request.query);
    }),
  );

  app.post(
    "/auth/set-admin",
    { config, schema: { body: agentSwitch, response: { 200: agentRow } } },
    (request) => request.work((scope) => switchAdmin(context, scope, request.body.userid)),
  );

  app.post(
    "/auth/delete-agent",
    { config, schema: { body: agentSwitch, response: { 200: agentRow } } },
    (request) => request.work((scope) => switchDisabled(context, scope, request.body.userid)),
  );

  app.post(
    "/auth/send-reset",
    { config, schema: { body: agentSwitch, response: { 200: resetSent } } },
    async (request, reply) => {
      await limitCompany(context, request, reply, resetsPerDay);
      await request.work((scope) => sendReset(context, scope, request.body.userid));
      return { mailed: context.config.smtpUrl !== null };
    },
  );

  app.put(
    "/auth/update-account",
    { config, schema: { body: updateAccountBody, response: { 200: agentRow } } },
    (request) => request.work((scope) => updateAccount(context, scope, request.body)),
  );
}
