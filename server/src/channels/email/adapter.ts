import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../floor/config/config.ts";
import type { Adapter } from "../seam/adapter.ts";
import { checkMailbox } from "./health/check.ts";
import { createKeepCopy, createMailSend } from "./smtp/send.ts";

export const createMailAdapter = (config: Pick<Config, "channelSettings">): Adapter => ({
  send: createMailSend(config),
  keepCopy: createKeepCopy(config),
  // A mail brings its files with it.
  fetchMedia: async () => ({ outcome: "refused", reason: reasonOf("file_not_fetched") }),
  // The page of the stars already answers the press.
  acknowledgeRating: async () => undefined,
  typing: null,
  check: (channel, _calledAt, signal, accepted = () => undefined) =>
    checkMailbox(config, channel, signal, accepted),
});
