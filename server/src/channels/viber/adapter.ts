import type { Adapter } from "../seam/adapter.ts";
import type { ViberApi } from "./api.ts";
import { checkViber } from "./check.ts";
import { createViberFetch } from "./media.ts";
import { acknowledgeRating } from "./rate.ts";
import { createViberSend } from "./send.ts";

export const createViberAdapter = (api: ViberApi, apiUrl: string): Adapter => ({
  send: createViberSend(api),
  fetchMedia: createViberFetch(apiUrl),
  acknowledgeRating: (channel, click, signal) => acknowledgeRating(api, channel, click, signal),
  typing: null,
  check: (channel, calledAt, signal, accepted) => checkViber(api, channel, calledAt, signal, accepted),
});
