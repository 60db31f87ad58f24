import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { auditRoutes } from "../audit/routes.ts";
import { accountRoutes } from "../auth/account-routes.ts";
import { addressRoutes } from "../auth/address-routes.ts";
import { codeRoutes } from "../auth/code-routes.ts";
import { passwordRoutes } from "../auth/password-routes.ts";
import { authRoutes } from "../auth/routes.ts";
import { twoStepRoutes } from "../auth/two-step-routes.ts";
import { automaticRoutes } from "../automatic/routes.ts";
import { bubbleRoutes } from "../bubbles/routes.ts";
import { channelRoutes } from "../channels/routes.ts";
import { clientAdminRoutes } from "../clients/admin-routes.ts";
import { clientRoutes } from "../clients/routes.ts";
import { agentAdminRoutes } from "../colleagues/admin-routes.ts";
import { pictureRoutes } from "../colleagues/picture-routes.ts";
import { registerAgentRoutes } from "../colleagues/register-routes.ts";
import { agentRoutes } from "../colleagues/routes.ts";
import type { Context } from "../context.ts";
import { departmentRoutes } from "../departments/routes.ts";
import { fileRoutes } from "../downloads/routes.ts";
import { draftRoutes } from "../drafts/routes.ts";
import { hoursRoutes } from "../hours/routes.ts";
import type { App } from "../http/app.ts";
import { limitBodies } from "../http/body-limits.ts";
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
import { referenceRoutes } from "../http/reference.ts";
import { reportRefusals } from "../http/refusals.ts";
import { drainBodies } from "../http/unread-body.ts";
import { invitationRoutes } from "../invitations/routes.ts";
import { mailRoutes } from "../mail/routes.ts";
import { messageRoutes } from "../messages/routes.ts";
import { metricRoutes } from "../metrics/metrics.ts";
import { notificationRoutes } from "../notifications/routes.ts";
import { pinRoutes } from "../pins/routes.ts";
import { privateChatRoutes } from "../private-chat/routes.ts";
import { pushRoutes } from "../push/routes.ts";
import { registrationRoutes } from "../registration/routes.ts";
import { settingRoutes } from "../settings/routes.ts";
import { signatureRoutes } from "../signatures/routes.ts";
import { ticketRoutes } from "../tickets/routes.ts";
import { ticketTableRoutes } from "../tickets/table-routes.ts";

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
    // For an upload; other bodies have less (`body-limits.ts`).
    requestTimeout: 300_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
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
  limitBodies(app);
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
  registrationRoutes(app, context);
  mailRoutes(app, context);
  agentRoutes(app, context);
  registerAgentRoutes(app, context);
  invitationRoutes(app, context);
  pictureRoutes(app, context);
  agentAdminRoutes(app, context);
  auditRoutes(app, context);
  departmentRoutes(app, context);
  hoursRoutes(app);
  automaticRoutes(app);
  ticketRoutes(app, context);
  ticketTableRoutes(app, context);
  settingRoutes(app, context);
  clientRoutes(app, context);
  clientAdminRoutes(app, context);
  messageRoutes(app, context);
  bubbleRoutes(app);
  draftRoutes(app);
  signatureRoutes(app);
  pinRoutes(app);
  pushRoutes(app, context);
  fileRoutes(app, context);
  privateChatRoutes(app, context);
  notificationRoutes(app, context);
  await channelRoutes(app, context);

  await consoleRoutes(app, context.config);
  checkRoutes();
  return app;
}
