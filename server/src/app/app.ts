import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { channelRoutes } from "../channels/routes.ts";
import { figureMailRoutes } from "../decide/figure-mails/routes.ts";
import { figureRoutes } from "../decide/figures/routes.ts";
import { goalRoutes } from "../decide/goals/routes.ts";
import { routingRoutes } from "../decide/routing/routes.ts";
import { ruleRoutes } from "../decide/rules/routes.ts";
import type { Context } from "../floor/context.ts";
import type { App } from "../http/app.ts";
import { bodySizes, limitBodies } from "../http/body-limits.ts";
import { createCallLog } from "../http/call-log.ts";
import { followCalls, type InspectAnswer } from "../http/calls.ts";
import { closeConnections } from "../http/close-connections.ts";
import { consoleRoutes } from "../http/console.ts";
import { readJson } from "../http/content-type.ts";
import { answerError } from "../http/error-handler.ts";
import { formLimits } from "../http/form.ts";
import { guard } from "../http/guard.ts";
import { allowConsoleOrigin, secureHeaders } from "../http/headers.ts";
import { healthRoutes } from "../http/health.ts";
import { metricRoutes } from "../http/metrics/metrics.ts";
import { referenceRoutes } from "../http/reference.ts";
import { reportRefusals } from "../http/refusals.ts";
import { drainBodies } from "../http/unread-body.ts";
import { mailRoutes } from "../mail/routes.ts";
import { departmentRoutes } from "../people/departments/routes.ts";
import { settingRoutes } from "../people/settings/routes.ts";
import { signatureRoutes } from "../people/signatures/routes.ts";
import { programChangeRoutes } from "../programs/api/change-routes.ts";
import { programOrganisationRoutes } from "../programs/api/organisation-routes.ts";
import { programRoutes } from "../programs/api/routes.ts";
import { eventRoutes } from "../programs/events/routes.ts";
import { keyRoutes } from "../programs/keys/routes.ts";
import { programWebhookRoutes } from "../programs/webhooks/program-routes.ts";
import { webhookRoutes } from "../programs/webhooks/routes.ts";
import { accountRoutes } from "../sign-in/account-routes.ts";
import { addressRoutes } from "../sign-in/address-routes.ts";
import { codeRoutes } from "../sign-in/codes/code-routes.ts";
import { invitationRoutes } from "../sign-in/invitations/routes.ts";
import { registrationRoutes } from "../sign-in/registration/routes.ts";
import { passwordRoutes } from "../sign-in/reset/password-routes.ts";
import { authRoutes } from "../sign-in/routes.ts";
import { twoStepRoutes } from "../sign-in/two-step-routes.ts";
import { suggestionRoutes } from "../support/addresses/routes.ts";
import { auditRoutes } from "../support/audit/routes.ts";
import { automaticRoutes } from "../support/automatic/routes.ts";
import { bubbleRoutes } from "../support/bubbles/routes.ts";
import { sharedBubbleRoutes } from "../support/bubbles/shared-routes.ts";
import { clientAdminRoutes } from "../support/clients/admin-routes.ts";
import { clientRoutes } from "../support/clients/routes.ts";
import { agentAdminRoutes } from "../support/colleagues/admin-routes.ts";
import { pictureRoutes } from "../support/colleagues/picture-routes.ts";
import { registerAgentRoutes } from "../support/colleagues/register-routes.ts";
import { agentRoutes } from "../support/colleagues/routes.ts";
import { fileRoutes } from "../support/downloads/routes.ts";
import { draftRoutes } from "../support/drafts/routes.ts";
import { fieldRoutes } from "../support/fields/routes.ts";
import { hoursRoutes } from "../support/hours/routes.ts";
import { messageRoutes } from "../support/messages/routes.ts";
import { noteRoutes } from "../support/notes/routes.ts";
import { noticeRoutes } from "../support/notices/routes.ts";
import { notificationRoutes } from "../support/notifications/routes.ts";
import { organisationRoutes } from "../support/organisations/routes.ts";
import { outgoingRoutes } from "../support/outgoing/routes.ts";
import { pinRoutes } from "../support/pins/routes.ts";
import { privateChatRoutes } from "../support/private-chat/routes.ts";
import { pushRoutes } from "../support/push/routes.ts";
import { searchRoutes } from "../support/search/routes.ts";
import { tagRoutes } from "../support/tags/routes.ts";
import { ticketRoutes } from "../support/tickets/routes.ts";
import { ticketTableRoutes } from "../support/tickets/table-routes.ts";
import { countByDepartment } from "../support/totals/totals.ts";
import { viewRoutes } from "../support/views/routes.ts";

/** Every route of the server, ready to listen. Throws when a route is not in the table of calls, or a call has no route. */
export async function buildApp(
  context: Context,
  { inspect = null }: { inspect?: InspectAnswer | null } = {},
): Promise<App> {
  const { config, log } = context;
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    childLoggerFactory: createCallLog,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // The time limit in milliseconds for an upload; other bodies have less (`body-limits.ts`).
    requestTimeout: 300_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // The limit for addresses without a route; each route has its own.
    bodyLimit: bodySizes.public,
    // A search phrase is a part of the path.
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  readJson(app);

  secureHeaders(app, config);
  await allowConsoleOrigin(app, config);
  await app.register(cookie);
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { ...formLimits, fileSize: config.maxUploadMb * 2 ** 20 },
  });
  closeConnections(app);
  limitBodies(app, config);
  drainBodies(app, config);
  reportRefusals(app, context);
  guard(app, context);
  const checkRoutes = followCalls(app, inspect);
  referenceRoutes(app);
  healthRoutes(app, context);
  metricRoutes(app, context);

  authRoutes(app, context);
  accountRoutes(app, context);
  addressRoutes(app, context);
  twoStepRoutes(app, context);
  codeRoutes(app, context);
  passwordRoutes(app, context);
  keyRoutes(app, context);
  registrationRoutes(app, context);
  mailRoutes(app, context);
  agentRoutes(app, context);
  registerAgentRoutes(app, context);
  invitationRoutes(app, context);
  pictureRoutes(app, context);
  agentAdminRoutes(app, context);
  auditRoutes(app, context);
  departmentRoutes(app, context, countByDepartment);
  hoursRoutes(app);
  automaticRoutes(app);
  ruleRoutes(app);
  figureRoutes(app);
  figureMailRoutes(app);
  goalRoutes(app);
  routingRoutes(app);
  searchRoutes(app);
  ticketRoutes(app, context);
  tagRoutes(app);
  viewRoutes(app);
  sharedBubbleRoutes(app, context);
  outgoingRoutes(app, context);
  fieldRoutes(app);
  organisationRoutes(app, context);
  suggestionRoutes(app);
  ticketTableRoutes(app, context);
  settingRoutes(app, context);
  clientRoutes(app, context);
  clientAdminRoutes(app, context);
  messageRoutes(app, context);
  noteRoutes(app, context);
  bubbleRoutes(app);
  draftRoutes(app);
  signatureRoutes(app);
  pinRoutes(app);
  pushRoutes(app, context);
  fileRoutes(app, context);
  privateChatRoutes(app, context);
  notificationRoutes(app, context);
  noticeRoutes(app);
  programRoutes(app, context);
  programChangeRoutes(app, context);
  programOrganisationRoutes(app, context);
  programWebhookRoutes(app, context);
  eventRoutes(app, context);
  webhookRoutes(app, context);
  await channelRoutes(app, context);

  await consoleRoutes(app, context.config);
  checkRoutes();
  return app;
}
