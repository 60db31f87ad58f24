import type { FastifyInstance } from "fastify";
import type { Network } from "../network.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { receive, recordSubmission } from "./receive.ts";
import { serve } from "./server.ts";
import { mailWorldOf } from "./world.ts";

/** The policy for a mail's HTML: no script, nothing from elsewhere, links in a new window. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Starts the mail servers beside the HTTP server: on the next two ports where its port is fixed. */
export async function mailRoutes(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  const world = mailWorldOf(network);
  const { port } = network;
  world.office.asked = (submission) => recordSubmission(network, submission);
  world.office.deliver = (submission) => receive(network, submission);
  world.server = await serve(world.office, port ? { imap: port + 1, smtp: port + 2 } : undefined);
  app.addHook("preClose", async () => world.server?.close());

  await app.register(oauthRoutes, { network });

  app.get<{ Params: { name: string } }>("/_mail/:name", async ({ params }, reply) => {
    const page = world.pages.get(params.name);
    if (page === undefined) return reply.code(404).send({ message: "There is no such mail" });
    return reply.header("content-security-policy", POLICY).type("text/html; charset=utf-8").send(page);
  });
}
