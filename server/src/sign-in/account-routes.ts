/** Calls of signed-in agents about their own account. */
import { calls } from "@parley/contract/calls/table";
import type { Context } from "../floor/context.ts";
import type { App } from "../http/app.ts";
import { route } from "../http/calls.ts";
import { tooManyTries } from "../http/too-many-tries.ts";
import { changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import { keepDevice } from "./session/browser.ts";
import { listSignIns } from "./session/history.ts";
import { endSessions } from "./session/session.ts";
import { endOneSession, listSessions } from "./session/sessions-list.ts";

export function accountRoutes(app: App, context: Context): void {
  route(app, calls.updateProfile, async (request, reply) => {
    const changed = await changeProfile(context, request.caller, request.body);
    if (typeof changed === "number") throw tooManyTries(reply, changed);
    return changed;
  });

  route(app, calls.changePassword, async (request, reply) => {
    const milliseconds = await changePassword(context, request.caller, request.body);
    if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
    await keepDevice(context, request, reply);
    return {};
  });

  route(app, calls.listSessions, (request) =>
    request.work((scope) => listSessions(scope, request.caller.tokenHash)),
  );

  route(app, calls.endSession, async (request) => {
    await request.work((scope) => endOneSession(context, scope, request.body.sessionid), { hold: true });
    return {};
  });

  route(app, calls.endOtherSessions, async (request, reply) => {
    const { id: agentId, tokenHash: except } = request.caller;
    await request.work((scope) => endSessions(context, scope, { agentId, except }), { hold: true });
    await keepDevice(context, request, reply);
    return {};
  });

  route(app, calls.listSignIns, (request) =>
    request.work((scope) => listSignIns(scope, request.query.before)),
  );
}
