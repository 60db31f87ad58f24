import { calls } from "@parley/contract/calls/table";
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCompany } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { accessAgent } from "../../people/agents/access.ts";
import { listAgents } from "../../people/agents/rows.ts";
import { listActions } from "../actions/list.ts";
import { handOver } from "./hand-over.ts";
import { viewAgentProfile } from "./profile.ts";
import { sendReset } from "./send-reset.ts";
import { switchAdmin, switchDisabled, switchModerator } from "./switches.ts";
import { updateAccount } from "./update-account.ts";

const resetsPerDay = { what: "resets", most: signInLimits.resetsPerDay, perMilliseconds: 24 * 3_600_000 };

export function agentAdminRoutes(app: App, context: Context): void {
  route(app, calls.listAgents, (request) => request.work((scope) => listAgents(scope, request.query)));

  route(app, calls.getAgent, (request) =>
    request.work(async (scope) => viewAgentProfile(scope, await accessAgent(scope, request.params.id))),
  );

  route(app, calls.listAgentActions, (request) =>
    request.work(async (scope) => {
      const { id: agentId } = await accessAgent(scope, request.params.id);
      return listActions(scope, { agentId }, request.query);
    }),
  );

  route(app, calls.switchAdmin, (request) =>
    request.work((scope) => switchAdmin(context, scope, request.body.userid)),
  );

  route(app, calls.switchModerator, (request) =>
    request.work((scope) => switchModerator(context, scope, request.body.userid)),
  );

  route(app, calls.switchDisabled, (request) =>
    request.work((scope) => switchDisabled(context, scope, request.body.userid)),
  );

  route(app, calls.handOver, (request) => request.work((scope) => handOver(scope, request.body)));

  route(app, calls.sendReset, async (request, reply) => {
    await limitCompany(context, request, reply, resetsPerDay);
    await request.work((scope) => sendReset(context, scope, request.body.userid));
    return { mailed: context.config.smtpUrl !== null };
  });

  route(app, calls.updateAgent, (request) =>
    request.work((scope) => updateAccount(context, scope, request.body)),
  );
}
