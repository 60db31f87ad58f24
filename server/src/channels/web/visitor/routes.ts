import { calls } from "@parley/contract/calls/table";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import type { App } from "../../../http/app.ts";
import { limitCalls, refundCall } from "../../../http/call-limit.ts";
import { route } from "../../../http/calls.ts";
import { readForm } from "../../../http/form.ts";
import { browserLanguage } from "../../../http/language.ts";
import { createFilePace, createMessagePace } from "../../../http/visitor-messages.ts";
import { accessAgentPicture } from "../../../support/clients/pictures.ts";
import { sendStored } from "../../../support/downloads/routes.ts";
import { viewFrame } from "../widget/look.ts";
import { deleteAsVisitor, editAsVisitor, markArrived, rateAsVisitor, reactAsVisitor } from "./change.ts";
import { findWidget, presentedAt } from "./channel.ts";
import { accessConversation, listConversations } from "./conversations.ts";
import { accessVisitorFile } from "./file.ts";
import { identifyVisitor, setEmail } from "./identify.ts";
import { viewVisitor } from "./me.ts";
import { listMessages } from "./messages.ts";
import { returnAsVisitor } from "./return.ts";
import { sendAsVisitor } from "./send.ts";
import { sendFileAsVisitor } from "./send-file.ts";
import { asVisitor, endToken, touchSession } from "./session.ts";
import { endSession } from "./signals.ts";
import { uploadAsVisitor } from "./upload.ts";

/** Limits of a network, which a hundred visitors of one office do not reach. */
const looks = { what: "web chat settings", most: 600, perMilliseconds: 60_000 };
const beginnings = { what: "new visitor", most: 300, perMilliseconds: 10 * 60_000 };
const uploads = { what: "visitor's file", most: 500, perMilliseconds: 10 * 60_000 };
const files = { what: "visitor's download", most: 1200, perMilliseconds: 60_000 };
const proofs = { what: "identify", most: 300, perMilliseconds: 60_000 };
const returns = { what: "return by mail", most: 30, perMilliseconds: 60_000 };

type OfVisitor = Pick<FastifyRequest, "headers" | "visitorToken"> & { params: { key: string } };

export function visitorRoutes(app: App, context: Context): void {
  const presented = ({ params, visitorToken, headers }: OfVisitor) =>
    presentedAt(context, params.key, visitorToken, headers["user-agent"]);

  route(app, calls.getWidgetFrame, async (request, reply) => {
    await limitCalls(context, request, reply, looks);
    return viewFrame(context, await findWidget(context, request.params.key), request.query.language);
  });

  route(app, calls.getVisitor, async (request) => {
    const at = await presented(request);
    return asVisitor(context, at, async (scope, session) => {
      await touchSession(scope, at);
      return { visitor: viewVisitor(session), conversations: await listConversations(scope, session) };
    });
  });

  route(app, calls.listVisitorMessages, async (request) =>
    asVisitor(context, await presented(request), async (scope, session) => {
      const ticket = await accessConversation(scope, session, request.query.conversation);
      return listMessages(scope, session, ticket, request.query);
    }),
  );

  const beginningsOf = (request: FastifyRequest, reply: FastifyReply) => ({
    consume: () => limitCalls(context, request, reply, beginnings),
    refund: () => refundCall(context, request, beginnings),
  });

  const messages = createMessagePace();
  const filesOfVisitors = createFilePace();
  /** A file refused for its visitor's own limit does not count for their network. */
  const limitFiles = async (request: FastifyRequest, reply: FastifyReply) => {
    filesOfVisitors.consume(request, reply);
    await limitCalls(context, request, reply, uploads);
  };

  route(app, calls.sendAsVisitor, async (request, reply) => {
    const at = await presented(request);
    messages.consume(request, reply, at.channel.companyId);
    return sendAsVisitor(context, at, request.body, beginningsOf(request, reply));
  });

  route(app, calls.sendFileAsVisitor, async (request, reply) => {
    const at = await presented(request);
    messages.consume(request, reply, at.channel.companyId);
    await limitFiles(request, reply);
    const { fields, file } = await readForm(request, reply, calls.sendFileAsVisitor.form);
    return sendFileAsVisitor(context, at, fields.message, file, beginningsOf(request, reply));
  });

  route(app, calls.editAsVisitor, async (request) =>
    editAsVisitor(context, await presented(request), request.body),
  );

  route(app, calls.deleteAsVisitor, async (request) =>
    deleteAsVisitor(context, await presented(request), request.body),
  );

  route(app, calls.reactAsVisitor, async (request) =>
    reactAsVisitor(context, await presented(request), request.body),
  );

  route(app, calls.seeAsVisitor, async (request) =>
    asVisitor(context, await presented(request), async (scope, session) => {
      await markArrived(scope, session, request.body, "read");
      return {};
    }),
  );

  route(app, calls.rateAsVisitor, async (request) =>
    rateAsVisitor(context, await presented(request), request.body),
  );

  route(app, calls.uploadAsVisitor, async (request, reply) => {
    const at = await presented(request);
    await limitFiles(request, reply);
    const { file } = await readForm(request, reply, calls.uploadAsVisitor.form);
    return uploadAsVisitor(context, at, file);
  });

  route(app, calls.setVisitorEmail, async (request) =>
    asVisitor(context, await presented(request), async (scope, session) => {
      const { email } = request.body;
      await setEmail(scope, session, email);
      return { visitor: viewVisitor({ ...session, email }) };
    }),
  );

  route(app, calls.identifyVisitor, async (request, reply) => {
    const at = await presented(request);
    await limitCalls(context, request, reply, proofs);
    return identifyVisitor(context, at, request.body.jwt, browserLanguage(request));
  });

  route(app, calls.signOutVisitor, async (request) => {
    const at = await presented(request);
    await inCompany(context, { kind: "desk", companyId: at.row.company_id }, (scope) => endToken(scope, at));
    endSession(context, at.tokenHash);
    return {};
  });

  route(app, calls.returnAsVisitor, async (request, reply) => {
    const at = await presented(request);
    await limitCalls(context, request, reply, returns);
    await returnAsVisitor(context, at, request.body.code);
    return {};
  });

  fileRoutes(app, context);
}

const fileConfig = { config: { ability: "public", notACall: "file" } } as const;
const filePath = z.object({
  key: z.string().max(40),
  fileid: z.uuid(),
  variant: z.enum(["original", "thumbnail"]),
  name: z.string().max(1000),
});
const fileQuery = z.object({ expires: z.coerce.number(), signature: z.string().max(100) });
const picturePath = z.object({ key: z.string().max(40), name: z.string().max(80) });

/** A signed address stands for the visitor it was made for: an `<img>` sends no token. */
function fileRoutes(app: App, context: Context): void {
  app.get(
    "/visitor/:key/files/:fileid/:variant/:name",
    { ...fileConfig, schema: { params: filePath, querystring: fileQuery } },
    async (request, reply) => {
      const row = await findWidget(context, request.params.key);
      await limitCalls(context, request, reply as FastifyReply, files);
      const { fileid: fileId, variant } = request.params;
      const found = await accessVisitorFile(context, row, { fileId, variant, ...request.query });
      return sendStored(context, request, reply, { ...found, variant });
    },
  );

  app.get(
    "/visitor/:key/pictures/:name.webp",
    { ...fileConfig, schema: { params: picturePath } },
    async (request, reply) => {
      const { company_id: companyId } = await findWidget(context, request.params.key);
      const key = await inCompany(context, { kind: "desk", companyId }, (scope) =>
        accessAgentPicture(scope, request.params.name),
      );
      reply.headers({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "cache-control": "private, max-age=604800, immutable",
      });
      return reply.send(await context.files.read(key));
    },
  );
}
