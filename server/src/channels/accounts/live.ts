/** Publishes an account's change: clients fetch its row again and, with a new name or connection, its tickets. */
import { afterCommit } from "../../floor/ledger/subscribers.ts";
import { publishChannel } from "./publish.ts";

const kinds = ["channel_connect", "channel_disconnect", "channel_update"] as const;

export const channelLive = afterCommit(kinds, (scope, event) => {
  switch (event.kind) {
    case "channel_connect":
    case "channel_disconnect":
      return publishChannel(scope, event.subject, { tickets: true });
    case "channel_update":
      return publishChannel(scope, event.subject, { tickets: event.facts.fields.includes("name") });
  }
});
