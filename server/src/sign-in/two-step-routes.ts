import { calls } from "@parley/contract/calls/table";
import type { Context } from "../floor/context.ts";
import type { AgentActor, Scope } from "../floor/database/scope.ts";
import type { App } from "../http/app.ts";
import { route } from "../http/calls.ts";
import { tooManyTries } from "../http/too-many-tries.ts";
import { viewProfile } from "./address/profile.ts";
import { checkProof } from "./two-step/proof.ts";
import { requireTwoStep } from "./two-step/require-two-step.ts";
import {
  changeRecoveryCodes,
  confirmTwoStep,
  removeTwoStep,
  startTwoStep,
  viewTwoStep,
} from "./two-step/two-step.ts";

export function twoStepRoutes(app: App, context: Context): void {
  route(app, calls.getTwoStep, (request) => request.work(viewTwoStep));

  route(app, calls.startTwoStep, (request) =>
    request.work((scope) => startTwoStep(context, scope), { hold: true }),
  );

  route(app, calls.confirmTwoStep, async (request) => ({
    recoveryCodes: await request.work((scope) => confirmTwoStep(context, scope, request.body.code), {
      hold: true,
    }),
  }));

  route(app, calls.changeRecoveryCodes, async (request, reply) => {
    const milliseconds = await checkProof(context, request.caller, request.body);
    if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
    return { recoveryCodes: await request.work(changeRecoveryCodes, { hold: true }) };
  });

  route(app, calls.removeTwoStep, async (request, reply) => {
    const milliseconds = await checkProof(context, request.caller, request.body);
    if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
    const remove = async (scope: Scope<AgentActor>) => {
      const { email } = await viewProfile(scope);
      await removeTwoStep(context, scope, { id: scope.actor.id, email });
      return viewTwoStep(scope);
    };
    return request.work(remove, { hold: true });
  });

  route(app, calls.requireTwoStep, (request) =>
    request.work(async (scope) => {
      await requireTwoStep(context, scope, request.body.required);
      return viewTwoStep(scope);
    }),
  );
}
