import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Network } from "../network.ts";
import { officeOf } from "./office.ts";
import * as profiles from "./profiles.ts";
import { unknownObject } from "./refusal.ts";
import { bearerOf, checkWaba, tokenOf } from "./routes.ts";
import { dialogPage, exchange, finishSignup, sdkScript, subscribeApp } from "./signup.ts";
import { type PhoneNumber, stateOf } from "./state.ts";
import * as templates from "./templates.ts";

type Ids = { Params: { id: string } };
type Query = Record<string, string>;

/** The Graph API's calls for a business's settings, and the sign-up's script and window. */
export function officeApi(app: FastifyInstance, network: Network, version: string): void {
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  app.get(`${version}/oauth/access_token`, ({ query }) => exchange(network, query as Query));
  app.post<Ids>(`${version}/:id/subscriptions`, (request) =>
    subscribeApp(network, request.params.id, bearerOf(request), request.body as Record<string, unknown>),
  );

  const ofWaba =
    (handle: (wabaId: string, request: FastifyRequest<Ids>) => object) =>
    async (request: FastifyRequest<Ids>) => {
      checkWaba(tokenOf(network, request), request.params.id);
      return handle(request.params.id, request);
    };
  app.get<Ids>(
    `${version}/:id/message_templates`,
    ofWaba((id, { query }) => templates.listTemplates(network, id, query as Query)),
  );
  app.post<Ids>(
    `${version}/:id/message_templates`,
    ofWaba((id, { body }) => templates.createTemplate(network, id, body as Record<string, unknown>)),
  );
  app.delete<Ids>(
    `${version}/:id/message_templates`,
    ofWaba((id, { query }) => templates.deleteTemplate(network, id, (query as Query).name)),
  );

  const ofNumber =
    (handle: (number: PhoneNumber, request: FastifyRequest<Ids>) => object) =>
    async (request: FastifyRequest<Ids>) => {
      const number = stateOf(network).numbers.get(request.params.id);
      if (!number) throw unknownObject(request.params.id);
      checkWaba(tokenOf(network, request), number.wabaId);
      return handle(number, request);
    };
  app.get<Ids>(
    `${version}/:id/whatsapp_business_profile`,
    ofNumber((number, { headers }) => profiles.getProfile(network, number, `http://${headers.host}`)),
  );
  app.post<Ids>(
    `${version}/:id/whatsapp_business_profile`,
    ofNumber((number, { body }) => profiles.changeProfile(network, number, body as Record<string, unknown>)),
  );

  app.post<Ids>(`${version}/:id/uploads`, async (request) => {
    tokenOf(network, request);
    return profiles.openUpload(network, request.query as Query);
  });
  app.post<{ Params: { key: string } }>(`${version}/upload:::key`, async (request) => {
    tokenOf(network, request);
    const bytes = request.body as Buffer;
    return profiles.acceptUpload(network, request.params.key, request.headers.authorization ?? "", bytes);
  });
  app.get<Ids>("/whatsapp/pictures/:id", async (request, reply) => {
    const picture = officeOf(network).profiles.get(request.params.id)?.picture;
    return picture ? reply.type("image/png").send(picture) : reply.code(404).send();
  });

  app.get("/whatsapp/sdk.js", ({ headers }, reply) =>
    reply
      .headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" })
      .type("text/javascript; charset=utf-8")
      .send(sdkScript(`http://${headers.host}`)),
  );
  app.get("/whatsapp/dialog", (_request, reply) => reply.type("text/html; charset=utf-8").send(dialogPage));
  app.post("/whatsapp/dialog", async ({ body }) =>
    finishSignup(network, { name: String((body as { name?: unknown }).name ?? "Help") }),
  );
}
