/** What agents do with their own account, once they are in. */
import {
  changePassword as changePasswordBody,
  updateProfile as updateProfileBody,
} from "@parley/contract/profile";
import {
  endSession as endSessionBody,
  ownSession,
  profile,
  signInEntry,
  signInQuery,
} from "@parley/contract/sessions";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { keepDevice } from "../http/browser.ts";
import { tooManyTries } from "../http/too-many-tries.ts";
import { changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import { listSignIns } from "./history.ts";
import { endSessions } from "./session.ts";
import { endOneSession, listSessions } from "./sessions-list.ts";

const config = { access: "agent" } as const;
const done = { 200: z.object({}) };

export function accountRoutes(app: App, context: Context): void {
  app.post(
    "/auth/update-profile",
    { config, schema: { body: updateProfileBody, response: { 200: profile } } },
    async (request, reply) => {
      const changed = await changeProfile(context, request.caller, request.body);
      if (typeof changed === "number") throw tooManyTries(reply, changed);
      return changed;
    },
  );

  app.post(
    "/auth/change-password",
    { config, schema: { body: changePasswordBody, response: done } },
    async (request, reply) => {
      const milliseconds = await changePassword(context, request.caller, request.body);
      if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
      await keepDevice(context, request, reply);
      return {};
    },
  );

  app.get("/auth/sessions", { config, schema: { response: { 200: z.array(ownSession) } } }, (request) =>
    request.work((scope) => listSessions(scope, request.caller.tokenHash)),
  );

  app.post(
    "/auth/end-session",
    { config, schema: { body: endSessionBody, response: done } },
    async (request) => {
      await request.work((scope) => endOneSession(context, scope, request.body.sessionid), { hold: true });
      return {};
    },
  );

  app.post("/auth/end-other-sessions", { config, schema: { response: done } }, async (request, reply) => {
    const { id: agentId, tokenHash: except } = request.caller;
    await request.work((scope) => endSessions(context, scope, { agentId, except }), { hold: true });
    await keepDevice(context, request, reply);
    return {};
  });

  app.get(
    "/auth/sign-ins",
    { config, schema: { querystring: signInQuery, response: { 200: z.array(signInEntry) } } },
    (request) => request.work((scope) => listSignIns(scope, request.query.before)),
  );
}
