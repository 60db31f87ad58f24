/** Where Telegram calls us. It repeats an update until it hears 2xx, so 200 is said after the commit and not before. */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { App } from "../../http/app.ts";
import { signedOut } from "../../http/errors.ts";
import { type ChannelRow, findChannel, openChannel } from "../find.ts";
import { receive } from "../receive.ts";
import { parseUpdate, readUpdate } from "./parse.ts";
import { hashOfSecret } from "./setup.ts";

declare module "fastify" {
  interface FastifyRequest {
    telegramChannel?: ChannelRow;
  }
}

export function telegramRoutes(app: App, context: Context): void {
  app.post(
    "/webhooks/telegram/:channelid",
    {
      config: { access: "webhook" },
      schema: { params: z.object({ channelid: z.string() }), response: { 200: z.object({}) } },
      // Before a byte of the body is read.
      onRequest: async (request) => {
        const { channelid } = request.params as { channelid: string };
        request.telegramChannel = await authenticate(
          context,
          channelid,
          request.headers["x-telegram-bot-api-secret-token"],
        );
      },
    },
    async (request) => {
      const row = request.telegramChannel;
      if (!row) throw signedOut();
      const update = readUpdate(request.body);
      if (update) await receive(context, openChannel(row, context.secrets), parseUpdate(update));
      // Saying no would only bring it again. Its content is a client's and stays out of the log.
      else context.log.warn({ channel: row.id }, "Telegram sent an update that cannot be read");
      return {};
    },
  );
}

/** Compared by hash and in constant time; a channel that is not there takes as long as one that is. */
async function authenticate(context: Context, channelId: string, given: unknown): Promise<ChannelRow> {
  const row = await findChannel(context, channelId);
  const expected = row?.webhook_secret_hash ?? null;
  const hash = hashOfSecret(typeof given === "string" ? given : "");
  const same = timingSafeEqual(hash, expected ?? Buffer.alloc(hash.length));
  if (row?.platform !== "telegram" || !expected || !same || typeof given !== "string") throw signedOut();
  return row;
}
