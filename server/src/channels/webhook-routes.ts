/** Where providers call us: one address per channel. The answer follows the commit, so that a provider repeats what was not kept. */
import { z } from "zod";
import type { Context } from "../context.ts";
import { signedOut } from "../errors.ts";
import type { App } from "../http/app.ts";
import { findChannel, openChannel } from "./find.ts";
import type { ChannelModule, ChannelRow } from "./modules/module.ts";
import { channelModules } from "./modules/registry.ts";
import { receive } from "./receive.ts";

declare module "fastify" {
  interface FastifyRequest {
    channelRow?: ChannelRow | null;
  }
}

/** Bodies stay bytes: signatures are made over them. */
export async function webhookRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (raw: App) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const module of channelModules()) webhookRoute(raw, context, module);
  });
}

function webhookRoute(app: App, context: Context, { platform, webhook }: ChannelModule): void {
  if (!webhook) return;
  app.post(
    `/webhooks/${platform}/:channelid`,
    {
      config: { ability: "webhook", notACall: "webhook" },
      schema: { params: z.object({ channelid: z.string() }), response: { 200: z.object({}) } },
      // Before a byte of the body is read.
      onRequest: async (request) => {
        const { channelid } = request.params as { channelid: string };
        const found = await findChannel(context, channelid);
        const row = found?.platform === platform ? found : null;
        webhook.admit?.(row, request.headers);
        if (!row) throw signedOut();
        request.channelRow = row;
      },
    },
    async (request) => {
      const row = request.channelRow;
      if (!row) throw signedOut();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const events = webhook.read({ context, row, headers: request.headers, body });
      await receive(context, openChannel(row, context.secrets), events);
      return {};
    },
  );
}
