import type { PanelIdentity, TicketClient } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import { useState } from "react";
import { FirstMessage } from "../composer/FirstMessage.tsx";

type Props = {
  client: Pick<TicketClient, "client_name" | "clientid">;
  identity: Pick<PanelIdentity, "channel_name" | "channelid">;
  onStarted: (ticketid: string) => void;
  onClose: () => void;
};

/** The first message to an identity of the client that has no open ticket. The server knows the channel's longest text. */
export function WriteDialog({ client, identity, onStarted, onClose }: Props) {
  const [text, setText] = useState("");
  return (
    <FirstMessage
      to={{ ...client, ...identity }}
      {...{ text, setText, onStarted, onClose }}
      longest={limits.messageText}
    />
  );
}
