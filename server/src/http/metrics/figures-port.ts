/** Health and metrics of a process without the API, on a separate port. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { Context } from "../../floor/context.ts";
import type { App } from "../app.ts";
import { answerError } from "../error-handler.ts";
import { healthRoutes } from "../health.ts";
import { metricRoutes } from "./metrics.ts";

export async function serveFigures(
  context: Context,
  port: number,
): Promise<{ address: string; close(): Promise<void> }> {
  const { config, log } = context;
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  healthRoutes(app, context);
  metricRoutes(app, context);
  await app.listen({ host: config.host, port });
  const bound = app.server.address() as AddressInfo;
  const host = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return { address: `http://${host}:${bound.port}`, close: () => app.close() };
}
