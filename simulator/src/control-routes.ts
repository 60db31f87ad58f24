import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Control, NewPerson } from "./control.ts";
import type { Fault } from "./faults.ts";
import type { MediaKind } from "./files.ts";
import type { Network, UpdateBody } from "./network.ts";
import type { FileInput, NewAccount, Outgoing, OutgoingMail, OutgoingMedia, ReleaseOrder } from "./phone.ts";
import type { World } from "./seed.ts";
import { streamEvents } from "./stream.ts";
import type { NewBot } from "./telegram/bots.ts";

const LARGEST_UPLOAD = 60 * 1024 * 1024;

/** The browser shows these types; any other is offered as a download. */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|audio\/|video\/)/;

type Ids = { Params: { bot: string; account: string; person: string; id: string } };

export async function controlRoutes(
  app: FastifyInstance,
  { network, control }: { network: Network; control: Control },
): Promise<void> {
  await app.register(multipart, { limits: { fileSize: LARGEST_UPLOAD } });
  app.addHook("onRequest", async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send({ message: "Only the phone page may do this" });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 400).send({ message: error.message }),
  );

  app.get("/platforms", () => control.features());
  app.get("/accounts", () => control.accounts());
  app.post<{ Body: NewAccount }>("/accounts", async ({ body }) => control.createAccount(body));
  app.get<Ids>("/accounts/:account/chats", async ({ params }) => control.chats(Number(params.account)));
  app.post<Ids & { Body: { times?: number } | null }>(
    "/accounts/:account/repeat",
    async ({ params, body }) => {
      await control.repeat(Number(params.account), body?.times);
      return {};
    },
  );
  app.post<Ids>("/accounts/:account/hold", async ({ params }) =>
    done(() => control.hold(Number(params.account))),
  );
  app.post<Ids & { Body: { order?: ReleaseOrder } | null }>(
    "/accounts/:account/release",
    async ({ params, body }) => done(() => control.release(Number(params.account), body?.order)),
  );
  app.post<Ids & { Body: { address: string; secret: string } | null }>(
    "/accounts/:account/push",
    async ({ params, body }) => done(() => control.pushMail(Number(params.account), body)),
  );
  app.post<Ids & { Body: { key: string } }>("/accounts/:account/key", async ({ params, body }) =>
    done(() => control.giveKey(Number(params.account), body.key)),
  );
  app.get("/bots", () => control.bots());
  app.post<{ Body: NewBot | null }>("/bots", ({ body }) => control.createBot(body ?? {}));
  app.post<Ids>("/bots/:bot/revoke", async ({ params }) => control.revokeToken(Number(params.bot)));
  app.get("/people", () => control.people());
  app.post<{ Body: NewPerson }>("/people", ({ body }) => control.createPerson(body));
  app.post<Ids>("/people/:person/deactivate", ({ params }) =>
    done(() => control.deactivate(Number(params.person))),
  );
  app.post<{ Body: World | null }>("/seed", ({ body }) => control.seed(body ?? undefined));

  const chat = ({ params }: { params: Ids["Params"] }) =>
    control.chat({ account: Number(params.account), person: Number(params.person) });
  const path = "/chats/:account/:person";
  app.get<Ids>(path, async (request) => ({
    messages: chat(request).messages(),
    blocked: chat(request).blocked,
  }));
  app.post<Ids & { Body: Outgoing }>(`${path}/messages`, async (request) =>
    chat(request).send(request.isMultipart() ? await uploaded(request) : request.body),
  );
  app.post<Ids & { Body: { pieces: OutgoingMedia[] } }>(`${path}/album`, async (request) =>
    chat(request).sendAlbum(request.body.pieces),
  );
  app.post<Ids>(`${path}/begin`, async (request) => {
    await chat(request).begin();
    return {};
  });
  app.post<Ids>(`${path}/read`, async (request) => done(() => chat(request).readAll()));
  app.patch<Ids & { Body: { text: string } }>(`${path}/messages/:id`, async (request) =>
    chat(request).edit(Number(request.params.id), request.body.text),
  );
  app.delete<Ids>(`${path}/messages/:id`, async (request) =>
    done(() => chat(request).remove(Number(request.params.id))),
  );
  app.put<Ids & { Body: { emoji: string | null } }>(`${path}/messages/:id/reaction`, async (request) =>
    chat(request).react(Number(request.params.id), request.body.emoji),
  );
  app.post<Ids & { Body: { button?: string; data?: string } }>(
    `${path}/messages/:id/press`,
    async (request) => {
      const { params, body } = request;
      const id = Number(params.id);
      if (body.data === undefined) return { callbackQueryId: chat(request).press(id, body.button ?? "") };
      const phone = control.phone({ bot: Number(params.account), person: Number(params.person) });
      return { callbackQueryId: phone.pressRaw(id, body.data) };
    },
  );
  app.post<Ids>(`${path}/block`, async (request) => done(() => chat(request).block()));
  app.post<Ids>(`${path}/unblock`, async (request) => done(() => chat(request).unblock()));

  app.post<Ids & { Body: UpdateBody }>("/bots/:bot/updates", async ({ params, body }) =>
    control.push(Number(params.bot), body),
  );
  app.post<Ids & { Body: { times?: number; parallel?: boolean } | null }>(
    "/bots/:bot/updates/:id/redeliver",
    async ({ params, body }) => ({
      statuses: await control.redeliver(Number(params.bot), Number(params.id), body ?? {}),
    }),
  );

  app.get("/faults", () => control.faults());
  app.post<{ Body: Fault }>("/faults", async ({ body }) => ({ id: control.addFault(body) }));
  app.delete("/faults", async () => done(() => control.clearFaults()));
  app.delete<Ids>("/faults/:id", async ({ params }) => done(() => control.clearFaults(Number(params.id))));

  app.get<{ Querystring: { bot?: number; method?: string; person?: number; after?: number } }>(
    "/requests",
    { schema: { querystring: requestFilter } },
    ({ query }, reply) => reply.send(control.requests(query)),
  );
  app.delete("/requests", async () => done(() => control.clearRequests()));

  app.get<{ Querystring: { account?: string; person?: string } }>("/events", (request, reply) =>
    streamEvents(network, request, reply),
  );
  app.get<Ids>("/files/:id", (request, reply) => {
    const file = network.files.byUniqueId(request.params.id);
    if (!file) return reply.code(404).send({ message: "There is no such file" });
    reply.header("cache-control", "private, max-age=86400, immutable");
    if (SHOWN.test(file.mime)) return reply.type(file.mime).send(file.bytes);
    const name = encodeURIComponent(file.name ?? "file");
    reply.header("content-disposition", `attachment; filename*=UTF-8''${name}`);
    return reply.type("application/octet-stream").send(file.bytes);
  });
}

const requestFilter = {
  type: "object",
  properties: {
    bot: { type: "integer" },
    person: { type: "integer" },
    after: { type: "integer" },
    method: { type: "string" },
  },
};

function done(act: () => void): object {
  act();
  return {};
}

/** A page of another site must not be able to play the client through the visitor's browser. */
function isForeign(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return request.method !== "GET" && site !== undefined && site !== "same-origin" && site !== "none";
}

/**
 * Fields `type`, `caption`, `replyTo`, `duration`, and the `file` itself; for a mail `text`, `mail` as JSON, and files.
 */
async function uploaded(request: FastifyRequest): Promise<Outgoing> {
  const fields: Record<string, string> = {};
  const files: FileInput[] = [];
  for await (const part of request.parts()) {
    if (part.type === "field") fields[part.fieldname] = String(part.value);
    else files.push({ bytes: await part.toBuffer(), name: part.filename, mime: part.mimetype });
  }
  const replyTo = fields.replyTo ? Number(fields.replyTo) : undefined;
  if (fields.mail !== undefined) {
    const mail = { ...(JSON.parse(fields.mail) as OutgoingMail), files };
    return { type: "text", text: fields.text ?? "", replyTo, mail };
  }
  const duration = fields.duration ? Number(fields.duration) : undefined;
  return {
    type: fields.type as MediaKind,
    caption: fields.caption,
    replyTo,
    file: { ...files[0], duration },
  };
}
