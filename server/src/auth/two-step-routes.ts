import {
  confirmTwoStep as confirmBody,
  recoveryCodes,
  requireTwoStep as requireBody,
  twoStepProof,
  twoStepSecret,
  twoStepState,
} from "@parley/contract/two-step";
import type { Context } from "../context.ts";
import type { AgentActor, Scope } from "../database/scope.ts";
import type { App } from "../http/app.ts";
import { tooManyTries } from "../http/too-many-tries.ts";
import { viewProfile } from "./profile.ts";
import { checkProof } from "./proof.ts";
import { requireTwoStep } from "./require-two-step.ts";
import { changeRecoveryCodes, confirmTwoStep, removeTwoStep, startTwoStep, viewTwoStep } from "./two-step.ts";

const config = { access: "agent" } as const;
/** Whoever has to set it up gets as far as that. */
const before = { access: "agent", beforeTwoStep: true } as const;

export function twoStepRoutes(app: App, context: Context): void {
  app.get("/auth/two-step", { config: before, schema: { response: { 200: twoStepState } } }, (request) =>
    request.work(viewTwoStep),
  );

  app.post(
    "/auth/start-two-step",
    { config: before, schema: { response: { 200: twoStepSecret } } },
    (request) => request.work((scope) => startTwoStep(context, scope), { hold: true }),
  );

  app.post(
    "/auth/confirm-two-step",
    { config: before, schema: { body: confirmBody, response: { 200: recoveryCodes } } },
    async (request) => ({
      recoveryCodes: await request.work((scope) => confirmTwoStep(context, scope, request.body.code), {
        hold: true,
      }),
    }),
  );

  app.post(
    "/auth/change-recovery-codes",
    { config, schema: { body: twoStepProof, response: { 200: recoveryCodes } } },
    async (request, reply) => {
      const milliseconds = await checkProof(context, request.caller, request.body);
      if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
      return { recoveryCodes: await request.work(changeRecoveryCodes, { hold: true }) };
    },
  );

  app.post(
    "/auth/remove-two-step",
    { config, schema: { body: twoStepProof, response: { 200: twoStepState } } },
    async (request, reply) => {
      const milliseconds = await checkProof(context, request.caller, request.body);
      if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
      const remove = async (scope: Scope<AgentActor>) => {
        const { email } = await viewProfile(scope);
        await removeTwoStep(context, scope, { id: scope.actor.id, email });
        return viewTwoStep(scope);
      };
      return request.work(remove, { hold: true });
    },
  );

  app.post(
    "/admin/require-two-step",
    { config: { access: "admin" }, schema: { body: requireBody, response: { 200: twoStepState } } },
    (request) =>
      request.work(async (scope) => {
        await requireTwoStep(context, scope, request.body.required);
        return viewTwoStep(scope);
      }),
  );
}
