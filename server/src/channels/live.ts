/** An account's change: its row is fetched again, and with a new name or connection its tickets are. */
import type { AfterCommit } from "../ledger/subscribers.ts";
import { publishChannel } from "./publish.ts";

export const channelLive: AfterCommit = (scope, event) => {
  switch (event.kind) {
    case "channel_connect":
    case "channel_disconnect":
      return publishChannel(scope, event.subject, { tickets: true });
    case "channel_update":
      return publishChannel(scope, event.subject, { tickets: event.facts.fields.includes("name") });
  }
};
