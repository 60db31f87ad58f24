/**
 * Runs tasks that wait on others: providers and the mail server. Their jobs are nudges, so a job only passes its work
 * to a lane and ends: however many wait or hang, the worker's slots stay free. The sweeps find what a crash leaves.
 */

import { fetchClientPicture } from "../../channels/inbound/client-picture.ts";
import { fetchMedia } from "../../channels/inbound/media.ts";
import { deliver, expireAt } from "../../channels/outbound/deliver.ts";
import type { Context } from "../../floor/context.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { sendMail } from "../../mail/send.ts";
import { createWebhookSender } from "../../programs/webhooks/send.ts";
import { createLanes, type Entry } from "../../work/lanes.ts";
import { createPace, type Pace } from "../../work/pace.ts";

/** A hanging send ends after a minute, so eight of an account are eight messages a minute at the worst. */
const sends = { lane: 8, group: 32, total: 64, reserve: 192, entries: 1000 };
/** Each fetch holds a file of up to `MAX_UPLOAD_MB` on its way to the storage and the decoder. */
const fetches = { lane: 3, group: 12, total: 12, reserve: 36, entries: 1000 };
/**
 * One hanging receiver occupies at most eight requests of ten seconds; the reserve is for those with nothing under way. Those of a
 * company that are under way share units of work, so more at once are fewer statements.
 */
const webhooks = { lane: 8, group: 64, total: 128, reserve: 96, entries: 2000 };
/** There is only one mail server. */
const mails = { lane: 4, group: 4, total: 4, reserve: 0, entries: 1000 };

type OutsideTask = "deliver" | "fetch_media" | "fetch_picture" | "send_mail" | "send_webhook";

export type Outside = {
  /** Each task resolves when its work has ended. */
  tasks: { [Name in OutsideTask]: (payload: Tasks[Name]) => Promise<void> };
  pace: Pace;
  /** Resolves when the work under way has ended; waiting work stays in its table. */
  stop(): Promise<void>;
};

/** The signal aborts when the process stops. */
export function createOutside(context: Context, signal: AbortSignal): Outside {
  const { sendPacing } = context.config;
  const pace = createPace((platform) =>
    sendPacing ? context.platforms.find(platform)?.declaration.limits : undefined,
  );
  const sending = createLanes(sends, pace.gate);
  const fetching = createLanes(fetches);
  const mailing = createLanes(mails);
  const hooking = createLanes(webhooks);
  let sendWebhook: ReturnType<typeof createWebhookSender> | undefined;
  const last = async (work: Promise<unknown>) => {
    await work;
    return false;
  };
  const entryOf = (payload: Tasks["deliver"]): Entry => {
    const place = { key: payload.ticketId, lane: payload.channelId, group: payload.platform };
    return {
      ...place,
      async run() {
        const { tried, more } = await deliver(context, payload, signal, { most: 1 });
        if (tried === 0) pace.refund(place);
        // Nothing is tried after the signal, so another turn would follow at once, endlessly.
        return more && !signal.aborted;
      },
    };
  };
  return {
    pace,
    tasks: {
      // A job without a channel is of an older version; the sweep makes another.
      async deliver(payload) {
        if (!payload.channelId) return;
        const { until } = payload;
        const sent = sending.add(entryOf(payload));
        if (!until) return sent;
        const done = new AbortController();
        const over = AbortSignal.any([signal, done.signal]);
        const expired = expireAt(context, payload, new Date(until), over);
        await Promise.all([sent.finally(() => done.abort()), expired]);
      },
      async fetch_media(payload) {
        const { fileId: key, channelId: lane } = payload;
        if (!lane) return;
        await fetching.add({ key, lane, group: "", run: () => last(fetchMedia(context, payload, signal)) });
      },
      async fetch_picture(payload) {
        const { channelId: lane, externalId } = payload;
        const key = `picture ${lane} ${externalId}`;
        const run = () => last(fetchClientPicture(context, payload, signal));
        await fetching.add({ key, lane, group: "", run });
      },
      // A lane for each webhook, and the webhooks of a company are a group.
      send_webhook(payload) {
        sendWebhook ??= createWebhookSender(context);
        const send = sendWebhook;
        return hooking.add({
          key: `${payload.webhookId} ${payload.subjectId}`,
          lane: payload.webhookId,
          group: payload.companyId,
          run: async () => (await send(payload, signal)) && !signal.aborted,
        });
      },
      send_mail: (payload) =>
        mailing.add({
          key: payload.mailId,
          lane: "",
          group: "",
          run: () => last(sendMail(context, payload)),
        }),
    },
    async stop() {
      await Promise.all([sending.stop(), fetching.stop(), mailing.stop(), hooking.stop()]);
    },
  };
}
