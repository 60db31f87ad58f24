import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCalls } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { browserLanguage } from "../../http/language.ts";
import { checkRegistration } from "../../people/passwords/check.ts";
import { clearGrant, readGrant } from "../codes/browser-token.ts";
import { endFirstSteps, viewFirstSteps } from "./first-steps.ts";
import { registerCompany } from "./register.ts";

const prechecks = { what: "precheck", most: 60, perMilliseconds: 600_000 };
const registrations = { what: "register-company", most: 20, perMilliseconds: 3_600_000 };

export function registrationRoutes(app: App, context: Context): void {
  route(app, calls.checkCompany, async (request, reply) => {
    await limitCalls(context, request, reply, prechecks);
    // The check does not look up whether the address has an account: its owner learns it from the mail sent in place of
    // a code.
    await checkRegistration(request.body.data);
    return {};
  });

  // The specification's path contains the product's name, the contract's does not.
  for (const call of [calls.registerCompany, calls.registerParleyCompany]) {
    route(app, call, async (request, reply) => {
      await limitCalls(context, request, reply, registrations);
      const { data } = request.body;
      const registered = await registerCompany(context, data, {
        grant: readGrant(request, context.config, "registration"),
        lang: data.lang ?? browserLanguage(request),
      });
      clearGrant(reply, context.config, "registration");
      return registered;
    });
  }

  route(app, calls.getFirstSteps, (request) =>
    request.work((scope) => viewFirstSteps(scope, context.config)),
  );

  route(app, calls.endFirstSteps, (request) =>
    request.work(async (scope) => {
      await endFirstSteps(scope);
      return viewFirstSteps(scope, context.config);
    }),
  );

  // The operator's own terms replace the console's page.
  const { termsUrl } = context.config;
  if (termsUrl)
    app.get("/terms", { config: { ability: "public", notACall: "page" } }, (_request, reply) =>
      reply.redirect(termsUrl),
    );
}
