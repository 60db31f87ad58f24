/**
 * The addresses at which providers call us, one per channel. The answer follows the commit, so that a provider repeats
 * calls that were not stored.
 */
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { signedOut } from "../../floor/errors/errors.ts";
import type { App } from "../../http/app.ts";
import { bodySizes } from "../../http/body-limits.ts";
import { spoolBodies } from "../../http/spooled-body.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { ChannelRow, SharedWebhook, Webhook, WebhookCall } from "../seam/module.ts";
import { forEachOf, receive } from "./receive.ts";

declare module "fastify" {
  interface FastifyRequest {
    channelRow?: ChannelRow | null;
  }
}

/**
 * Bodies stay bytes: signatures are made over them. A body that any stranger can send waits in a file when it exceeds
 * `bodySizes.webhook`.
 */
export async function webhookRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (raw: App) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    await raw.register(async (shared: App) => {
      spoolBodies(shared, bodySizes.webhook);
      for (const { platform, webhook } of context.channels.all)
        if (webhook && "shared" in webhook) sharedRoutes(shared, context, platform, webhook);
    });
    for (const { platform, webhook } of context.channels.all) {
      if (webhook && !("shared" in webhook)) webhookRoute(raw, context, platform, webhook);
    }
  });
}

function webhookRoute(app: App, context: Context, platform: string, webhook: Webhook): void {
  app.post(
    `/webhooks/${platform}/:channelid`,
    {
      config: { ability: "webhook", notACall: "webhook" },
      ...("store" in webhook && { bodyLimit: webhook.bodyLimit(context.config) }),
      schema: { params: z.object({ channelid: z.string() }), response: { 200: z.looseObject({}) } },
      // This hook runs before a byte of the body is read.
      onRequest: async (request) => {
        const { channelid } = request.params as { channelid: string };
        const found = await findChannel(context, channelid);
        const row = found?.platform === platform ? found : null;
        webhook.admit?.(row, request.headers, context);
        if (!row) throw signedOut();
        request.channelRow = row;
        request.calledCompany = row.company_id;
        request.isProvider = "read" in webhook && webhook.admit !== undefined;
      },
    },
    async (request) => {
      const row = request.channelRow;
      if (!row) throw signedOut();
      const call = { context, row, headers: request.headers, body: bytesOf(request.body) };
      return answerCall(webhook, call);
    },
  );
}

async function answerCall(webhook: Webhook, call: WebhookCall): Promise<Record<string, unknown>> {
  if ("store" in webhook) {
    await webhook.store(call);
    return {};
  }
  const { context, row } = call;
  await receive(context, openChannel(row, context.secrets), webhook.read(call));
  return { ...(await webhook.answer?.(call)) };
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function sharedRoutes(app: App, context: Context, platform: string, webhook: SharedWebhook): void {
  const config = { ability: "webhook", notACall: "webhook" } as const;
  const schema = { params: z.object({ channelid: z.string().optional() }) };
  const challengeOf = ({ params, query }: { params: unknown; query: unknown }) => {
    const { channelid = null } = params as { channelid?: string };
    return webhook.challenge(context, channelid, query as Record<string, unknown>);
  };
  for (const url of [`/webhooks/${platform}`, `/webhooks/${platform}/:channelid`]) {
    app.get(
      url,
      { config, schema, onRequest: async (request) => void challengeOf(request) },
      async (request, reply) => reply.type("text/plain").send(challengeOf(request)),
    );

    app.post(
      url,
      {
        config: { ...config, bodyMemory: bodySizes.webhook },
        bodyLimit: webhook.bodyLimit,
        schema,
        // This hook runs before a byte of the body is read.
        onRequest: async (request) => {
          webhook.admit(request.headers);
          const { channelid } = request.params as { channelid?: string };
          const row = channelid === undefined ? null : await findChannel(context, channelid);
          if (channelid !== undefined && row?.platform !== platform) throw signedOut();
          request.channelRow = row;
          if (row) request.calledCompany = row.company_id;
        },
      },
      async ({ headers, body, channelRow: row = null }) => {
        const deliveries = await webhook.read({ context, row, headers, body: bytesOf(body) });
        await forEachOf(deliveries, ({ row: of, events }) =>
          receive(context, openChannel(of, context.secrets), events),
        );
        return {};
      },
    );
  }
}
